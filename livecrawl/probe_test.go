package livecrawl_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// A request is what a server of a test was asked.
type request struct {
	began, ended time.Time // read, and answered
	method, url  string
	proto        string
	header       http.Header
	host         string // of the request line or the field
}

// A probe is a server of many hosts at once: a proxy, so that they have real names and any port, and https too. What it
// answers is written out byte by byte; a text that does not begin with HTTP/ is the body of a page of HTML.
type probe struct {
	net.Listener
	answers map[string]string
	dynamic func(r request) (answer string, ok bool)
	tls     *tls.Config

	mu    sync.Mutex
	log   []request
	conns map[net.Conn]bool
	wg    sync.WaitGroup

	answering atomic.Int32 // requests that are being answered
}

const home = "http://a.test"

// full completes a URL of a test: those that begin with a slash are of the host a.test.
func full(url string) string {
	if strings.HasPrefix(url, "/") {
		return home + url
	}
	return url
}

func newProbe(t testing.TB, answers map[string]string) *probe {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &probe{Listener: l, answers: map[string]string{}, conns: map[net.Conn]bool{}}
	for url, a := range answers {
		p.answers[full(url)] = a
	}
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	p.tls = s.TLS.Clone()
	p.tls.NextProtos = nil
	s.Close()
	p.wg.Go(p.accept)
	t.Cleanup(p.stop)
	return p
}

func (p *probe) accept() {
	for {
		c, err := p.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		p.conns[c] = true
		p.mu.Unlock()
		p.wg.Go(func() {
			defer func() {
				c.Close()
				p.mu.Lock()
				delete(p.conns, c)
				p.mu.Unlock()
			}()
			p.talk(c, "http://")
		})
	}
}

func (p *probe) stop() {
	p.Close()
	p.mu.Lock()
	for c := range p.conns {
		c.Close()
	}
	p.mu.Unlock()
	p.wg.Wait()
}

// talk answers the requests of a connection.
func (p *probe) talk(c net.Conn, scheme string) {
	rd := bufio.NewReader(c)
	for {
		r, err := http.ReadRequest(rd)
		if err != nil {
			return
		}
		if r.Method == http.MethodConnect {
			io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
			p.talk(tls.Server(c, p.tls), "https://")
			return
		}
		q := request{began: time.Now(), method: r.Method, url: r.RequestURI, proto: r.Proto, header: r.Header, host: r.Host}
		if strings.HasPrefix(q.url, "/") {
			q.url = scheme + r.Host + q.url
		}
		p.answering.Add(1)
		keep := p.answer(c, &q)
		q.ended = time.Now()
		p.mu.Lock()
		p.log = append(p.log, q)
		p.mu.Unlock()
		p.answering.Add(-1)
		if !keep {
			return
		}
	}
}

// answer writes an answer, and says whether the connection stays open.
func (p *probe) answer(w io.Writer, q *request) bool {
	text, ok := p.answers[q.url]
	if !ok && p.dynamic != nil {
		text, ok = p.dynamic(*q)
	}
	switch {
	case !ok:
		text = httpAnswer("404 Not Found", "Content-Type: text/html", "nothing")
	case !strings.HasPrefix(text, "HTTP/"):
		text = httpAnswer("200 OK", "Content-Type: text/html; charset=utf-8", text)
	default:
		_, err := io.WriteString(w, text)
		return err == nil && strings.Contains(text, "\r\nKeep: yes\r\n")
	}
	_, err := io.WriteString(w, text)
	return err == nil
}

// httpAnswer makes an answer with a length; its fields are lines.
func httpAnswer(status, fields, body string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %s\r\n", status)
	for f := range strings.SplitSeq(fields, "\n") {
		if f != "" {
			b.WriteString(f + "\r\n")
		}
	}
	fmt.Fprintf(&b, "Keep: yes\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	return b.String()
}

// html makes a page, with a type that names no charset if the fields have none.
func html(fields, body string) string {
	if !strings.Contains(fields, "Content-Type") {
		fields += "\nContent-Type: text/html"
	}
	return httpAnswer("200 OK", fields, body)
}

func redirectTo(status, to string) string { return httpAnswer(status, "Location: "+to, "") }

func gzipped(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

func deflated(s string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

// requests returns what was asked for, in order. Who had an answer may be here before it is in the log.
func (p *probe) requests() []request {
	for p.answering.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.log)
}

// asked returns the URLs of pages that were asked for, sorted; those of a.test begin with a slash.
func (p *probe) asked() []string {
	var urls []string
	for _, r := range p.requests() {
		if !strings.HasSuffix(r.url, "/robots.txt") {
			url := r.url
			if strings.HasPrefix(url, home+"/") {
				url = url[len(home):]
			}
			urls = append(urls, url)
		}
	}
	slices.Sort(urls)
	return urls
}

// through are options of a crawl by way of a probe.
func (p *probe) through(dir string) livecrawl.Options {
	o := options(dir)
	o.Net.Proxy = "http://" + p.Addr().String()
	o.Net.Insecure = true
	o.Politeness.Tries = 1
	o.Net.ConnectTimeout, o.Net.HeaderTimeout, o.Net.TotalTimeout = 2*time.Second, 2*time.Second, 4*time.Second
	return o
}

// A behaviour is a made web, a crawl, and what it asks for.
type behaviour struct {
	name  string
	serve map[string]string
	seeds []string // http://a.test/ if there is none
	set   func(c *folder.Config, o *livecrawl.Options)
	want  string // URLs, sorted
}

// try crawls, compares what was asked for, and checks the archive and the graph.
func (b *behaviour) try(t *testing.T) (*probe, livecrawl.Result, string) {
	t.Helper()
	p := newProbe(t, b.serve)
	dir := filepath.Join(t.TempDir(), "c")
	seeds := []string{home + "/"}
	if b.seeds != nil {
		seeds = seeds[:0]
		for _, s := range b.seeds {
			seeds = append(seeds, full(s))
		}
	}
	c, o := config(seeds...), p.through(dir)
	if b.set != nil {
		b.set(&c, &o)
	}
	r := crawl(t, c, o)
	want := strings.Fields(b.want)
	slices.Sort(want)
	if got := p.asked(); !slices.Equal(got, want) {
		t.Errorf("asked for\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	checkArchive(t, dir)
	sameImport(t, dir)
	return p, r, dir
}

// anchors makes links to each of some URLs.
func anchors(urls ...string) string {
	var b strings.Builder
	for _, u := range urls {
		fmt.Fprintf(&b, "<a href=%q>x</a>\n", u)
	}
	return b.String()
}

// sameImport checks that the graph of a crawl is that of its archive.
func sameImport(t *testing.T, dir string) {
	t.Helper()
	want, got := snapshot(t, dir), imported(t, dir)
	for _, f := range []string{"graph.graph", "kinds.bin", "pages.names", "pages.states.npy"} {
		x, err1 := os.ReadFile(filepath.Join(want, f))
		y, err2 := os.ReadFile(filepath.Join(got, f))
		if (err1 == nil) != (err2 == nil) || !bytes.Equal(x, y) {
			t.Errorf("%s of %s and its import differ: %d and %d bytes, %v, %v", f, dir, len(x), len(y), err1, err2)
		}
	}
}
