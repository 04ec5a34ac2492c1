package demo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/gen"
	"weft/kinds"
	"weft/links"
	"weft/warc"
	"weft/weburl"
)

func record(t *testing.T, o Options) (path string, s Stats) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "demo.warc.gz")
	s, err := Record(t.Context(), path, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return path, s
}

func TestSameSeedSameBytes(t *testing.T) {
	var first []byte
	for _, workers := range []int{1, 2, 8} {
		path, _ := record(t, Options{Web: gen.Options{Pages: 600, Seed: 3}, Workers: workers})
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !bytes.Equal(got, first) {
			t.Errorf("%d workers: other bytes", workers)
		}
	}
	path, _ := record(t, Options{Web: gen.Options{Pages: 600, Seed: 4}})
	if other, err := os.ReadFile(path); err != nil || bytes.Equal(other, first) {
		t.Errorf("another seed gave the same bytes, or %v", err)
	}
}

// A recorded is what a file says of one URL.
type recorded struct {
	status int
	arcs   []gen.Arc
	how    string // framing and coding
}

// readBack reads a file with this module's own reader and extractor; every record has to be good.
func readBack(t *testing.T, path string) (pages map[string]recorded, types map[string]int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	pages, types = map[string]recorded{}, map[string]int{}
	rd := warc.NewReader(f, warc.Options{})
	for {
		rec, err := rd.Next()
		if errors.Is(err, io.EOF) {
			return pages, types
		}
		if err != nil {
			t.Fatal(err)
		}
		types[rec.Type]++
		if rec.Version != "1.1" || rec.Defects != 0 || rec.Size == 0 {
			t.Errorf("record at %d: version %s, defects %d, member of %d bytes", rec.Offset, rec.Version, rec.Defects, rec.Size)
		}
		if got := warc.Digest(rec.Body); got != rec.BlockDigest() {
			t.Errorf("record at %d: digest %s, want %s", rec.Offset, rec.BlockDigest(), got)
		}
		switch {
		case rec.IsHTTP():
			if _, ok := pages[rec.TargetURI()]; ok {
				t.Errorf("%s was recorded twice", rec.TargetURI())
			}
			pages[rec.TargetURI()] = readResponse(t, rec)
		case rec.Type == warc.TypeRequest:
			checkRequest(t, rec)
		}
	}
}

func readResponse(t *testing.T, rec *warc.Record) recorded {
	var resp warc.Response
	if err := resp.Parse(rec.Body); err != nil || resp.Damaged {
		t.Errorf("%s: %v, damaged %v", rec.TargetURI(), err, resp.Damaged)
	}
	url := rec.TargetURI()
	got := recorded{status: resp.Status, how: resp.Header.Get("Transfer-Encoding") + resp.Header.Get("Content-Encoding")}
	p := links.Page{URL: []byte(url), ContentType: resp.Header.Get("Content-Type")}
	for v := range resp.Header.All("Link") {
		p.Header.Link = append(p.Header.Link, string(v))
	}
	for v := range resp.Header.All("Refresh") {
		p.Header.Refresh = append(p.Header.Refresh, string(v))
	}
	for v := range resp.Header.All("X-Robots-Tag") {
		p.Header.Robots = append(p.Header.Robots, string(v))
	}
	if location := resp.Header.Get("Location"); location != "" {
		to, err := weburl.Resolve(url, location)
		if err != nil {
			t.Errorf("%s: location %s: %v", url, location, err)
		}
		got.arcs = append(got.arcs, gen.Arc{From: url, To: to, Kinds: kinds.Redirect})
	}
	if links.IsHTML(p.ContentType, resp.Body) {
		p.Body = resp.Body
	}
	var x links.Extractor
	_, err := x.Extract(p, func(l links.Link) {
		got.arcs = append(got.arcs, gen.Arc{From: url, To: string(l.URL), Kinds: l.Kinds, Anchor: string(l.Anchor)})
	})
	if err != nil {
		t.Errorf("%s: %v", url, err)
	}
	return got
}

// checkRequest holds that a request is one that net/http reads as that for the record's URL.
func checkRequest(t *testing.T, rec *warc.Record) {
	req, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(rec.Body)))
	if err != nil {
		t.Errorf("request for %s: %v", rec.TargetURI(), err)
		return
	}
	if got := "http://" + req.Host + req.RequestURI; got != rec.TargetURI() {
		t.Errorf("request is for %s, want %s", got, rec.TargetURI())
	}
}

// What stands in the file is what the generator says: status, links, kinds and anchors of every page, in order.
func TestFileHoldsTheWeb(t *testing.T) {
	o := Options{Web: gen.Options{Seed: 5}}
	path, s := record(t, o)
	pages, types := readBack(t, path)
	if types["warcinfo"] != 1 || types["response"] != s.Requests || types["request"] != s.Requests || len(types) != 3 {
		t.Errorf("record types %v, want a warcinfo and %d of response and request", types, s.Requests)
	}
	web := gen.NewWeb(o.Web)
	truth := map[string][]gen.Arc{}
	for a := range web.Arcs() {
		truth[a.From] = append(truth[a.From], a)
	}
	missing := 0
	for _, u := range web.URLs() {
		got, ok := pages[u]
		if !ok {
			missing++
			continue
		}
		status, _, _, _ := web.Answer(u)
		if got.status != status || !slices.Equal(got.arcs, truth[u]) {
			t.Errorf("%s: status %d and %d arcs, want %d and %d, or other arcs", u, got.status, len(got.arcs), status, len(truth[u]))
		}
		delete(pages, u)
	}
	if len(pages) > 0 {
		t.Errorf("%d pages recorded that the Web does not have", len(pages))
	}
	if missing != s.LeftOut || missing < len(web.URLs())/100 || missing > len(web.URLs())/10 {
		t.Errorf("%d pages are missing, %d were left out; want the same, a few", missing, s.LeftOut)
	}
}

func TestStats(t *testing.T) {
	path, s := record(t, Options{Web: gen.Options{Pages: 1000}})
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", s)
	if s.URLs != 1000 || s.Requests+s.LeftOut != s.URLs || s.Fetched+s.Redirected+s.Failed != s.Requests || s.Bytes != info.Size() {
		t.Errorf("do not add up: %+v, %d bytes", s, info.Size())
	}
	if s.Redirected == 0 || s.Failed == 0 || s.LeftOut == 0 || s.Outside == 0 || s.Hosts < 12 {
		t.Errorf("something is missing: %+v", s)
	}
	pages, _ := readBack(t, path)
	how := map[string]int{}
	for _, p := range pages {
		how[p.how]++
	}
	if how[""] == 0 || how["chunked"] == 0 || how["gzip"] == 0 || how["chunkedgzip"] == 0 {
		t.Errorf("framings %v, want plain, chunked, gzip and both", how)
	}
}

// gzip is another reader of the members and their checksums.
func TestGzipReadsTheFile(t *testing.T) {
	gzip, err := exec.LookPath("gzip")
	if err != nil {
		t.Skip("the program gzip is absent")
	}
	path, _ := record(t, Options{Web: gen.Options{Pages: 300}})
	if out, err := exec.Command(gzip, "-t", path).CombinedOutput(); err != nil {
		t.Errorf("gzip -t: %v\n%s", err, out)
	}
}

func TestProgressReachesItsEnd(t *testing.T) {
	last, total := 0, 0
	_, err := Record(t.Context(), filepath.Join(t.TempDir(), "x"), Options{Web: gen.Options{Pages: 500}}, func(done, of int) {
		if done < last || done > of {
			t.Errorf("progress goes from %d to %d of %d", last, done, of)
		}
		last, total = done, of
	})
	if err != nil || last != total || total != 500 {
		t.Errorf("progress ends at %d of %d, error %v", last, total, err)
	}
}

// Whatever address is asked for, connections go to the listener; and none that would leave the machine can be made.
func TestOnlyLoopbackIsContacted(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	d := newDialer(listener.Addr().String())
	conn, err := d.dial(t.Context(), "tcp", "www.example.com:80")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got := conn.RemoteAddr().String(); got != d.addr {
		t.Errorf("connected to %s, want %s", got, d.addr)
	}
	for _, elsewhere := range []string{"192.0.2.1:80", "[2001:db8::1]:80", "0.0.0.0:80", "10.0.0.1:80"} {
		bad := newDialer(elsewhere)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if conn, err := bad.dial(ctx, "tcp", elsewhere); !errors.Is(err, errNotLoopback) {
			t.Errorf("dialling %s: %v, %v; want %v", elsewhere, conn, err, errNotLoopback)
		}
		cancel()
	}
	c := newClient(listener.Addr().String(), 1)
	if c.transport.Proxy != nil {
		t.Error("the client would ask a proxy")
	}
}

// An end of the context stops everything at once and leaves no file, neither under its name nor aside.
func TestStopLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	start := time.Now()
	_, err := Record(ctx, filepath.Join(dir, "demo.warc.gz"), Options{}, func(done, _ int) {
		if done >= 300 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("stopping took %v", took)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestErrorNamesThePath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent", "demo.warc.gz")
	if _, err := Record(t.Context(), path, Options{Web: gen.Options{Pages: 200}}, nil); err == nil || !strings.Contains(err.Error(), "absent") {
		t.Errorf("error %v, want one that names the folder", err)
	}
}

func TestUnknownHostIsMisdirected(t *testing.T) {
	s, err := serve(gen.NewWeb(gen.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	c := newClient(s.addr(), 1)
	defer c.close()
	v := &visit{url: "http://nobody.example/"}
	if err := c.fetch(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(v.response, []byte("HTTP/1.1 421 ")) {
		t.Errorf("answer %q, want status 421", v.response)
	}
}

func BenchmarkRecord(b *testing.B) {
	path := filepath.Join(b.TempDir(), "demo.warc.gz")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Record(b.Context(), path, Options{}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
