package livecrawl_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/internal/mem"
	"weft/livecrawl"
	"weft/livecrawl/fetch"
	"weft/web/warc"
)

// A hostile page is what a server answers that means harm or is broken.
var hostile = map[string]func(w net.Conn, r *rand.Rand){
	"nothing":           func(net.Conn, *rand.Rand) {},
	"reset":             reset,
	"half a status":     write("HTTP/1."),
	"half a header":     write("HTTP/1.1 200 OK\r\nContent-Ty"),
	"reset in a header": func(c net.Conn, _ *rand.Rand) { io.WriteString(c, "HTTP/1.1 200 OK\r\nX"); reset(c, nil) },
	"half a body":       write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<a href=/>half"),
	"reset in a body": func(c net.Conn, _ *rand.Rand) {
		io.WriteString(c, page200+"Content-Length: 99\r\n\r\n<p>")
		reset(c, nil)
	},
	"a length too short": write(page200 + "Content-Length: 3\r\n\r\n<p>more than that HTTP/1.1 200 OK\r\n\r\n"),
	"a negative length":  write(page200 + "Content-Length: -5\r\n\r\nx"),
	"a huge length":      write(page200 + "Content-Length: 99999999999999999999999\r\n\r\nx"),
	"a length of words":  write(page200 + "Content-Length: many\r\n\r\nx"),
	"two lengths":        write(page200 + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxy"),
	"length and chunks":  write(page200 + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"),
	"bad chunks":         write(page200 + "Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n"),
	"a huge chunk":       write(page200 + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx"),
	"a negative chunk":   write(page200 + "Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n"),
	"half a chunk":       write(page200 + "Transfer-Encoding: chunked\r\n\r\n10\r\nonly"),
	"chunks of a byte":   write(page200 + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1\r\nx\r\n", 50_000) + "0\r\n\r\n"),
	"endless trailers":   endless(page200+"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n", "T: x\r\n"),
	"an endless header":  endless("HTTP/1.1 200 OK\r\n", "X-Filling: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n"),
	"an endless field":   endless("HTTP/1.1 200 OK\r\nX: ", strings.Repeat("a", 1000)),
	"an endless status":  endless("HTTP/1.1 200 ", strings.Repeat("O", 1000)),
	"endless 1xx":        endless("", "HTTP/1.1 102 Processing\r\n\r\n"),
	"endless chunk size": endless(page200+"Transfer-Encoding: chunked\r\n\r\n", strings.Repeat("0", 1000)),
	"garbage":            func(c net.Conn, r *rand.Rand) { c.Write(randomBytes(r, 3000)) },
	"another protocol":   write("SSH-2.0-OpenSSH_9.2\r\n"),
	"no status":          write("HTTP/1.1 OK\r\n\r\n"),
	"status 999":         write("HTTP/1.1 999 Odd\r\nContent-Type: text/html\r\n\r\n<a href=/>"),
	"status 000":         write("HTTP/1.1 000 Odd\r\n\r\n"),
	"status 101":         write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
	"HTTP/0.9":           write("<html><a href=/>old</a>"),
	"fields of garbage": func(c net.Conn, r *rand.Rand) {
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\n%s: %s\r\nContent-Type: text/html\r\n\r\n<p>", randomBytes(r, 20), randomBytes(r, 50))
	},
	"zero bytes":      write("HTTP/1.1 200 OK\r\nX\x00: a\x00b\r\nContent-Type: text/html\x00\r\n\r\n\x00<a href='/\x00x'>\x00"),
	"invalid UTF-8":   write(page200 + "\r\n<title>\xff\xfe\xc0\x80</title><a href='/\xff\xc0?\xed\xa0\x80'>\xf8</a>"),
	"wrong charset":   write("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=klingon\r\n\r\n<a href='/?q=\xe9'>"),
	"a bad Location":  write("HTTP/1.1 302 Found\r\nLocation: http://\xff:99999/\x01\r\n\r\n"),
	"a long Location": write("HTTP/1.1 302 Found\r\nLocation: /" + strings.Repeat("a/", 100_000) + "\r\n\r\n"),
	"a cut gzip": func(c net.Conn, _ *rand.Rand) {
		z := gzipped(strings.Repeat("<p>text", 5000))
		fmt.Fprintf(c, "%sContent-Encoding: gzip\r\n\r\n%s", page200, z[:len(z)/2])
	},
	"gzip of garbage": func(c net.Conn, r *rand.Rand) {
		fmt.Fprintf(c, "%sContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08%s", page200, randomBytes(r, 500))
	},
	"gzip in gzip": func(c net.Conn, _ *rand.Rand) {
		fmt.Fprintf(c, "%sContent-Encoding: gzip, gzip\r\n\r\n%s", page200, gzipped(gzipped("<a href=/>")))
	},
	"an odd encoding":  write(page200 + "Content-Encoding: pigeon\r\n\r\n<a href=/>"),
	"a gzip bomb":      func(c net.Conn, _ *rand.Rand) { fmt.Fprintf(c, "%sContent-Encoding: gzip\r\n\r\n%s", page200, bomb()) },
	"a million links":  endlessFor(page200+"\r\n", 2000, strings.Repeat("<a href=/nothing#x>", 500)),
	"deep nesting":     write(page200 + "\r\n" + strings.Repeat("<div><b>", 200_000) + "<a href=/>"),
	"one long tag":     write(page200 + "\r\n<a " + strings.Repeat("x=y ", 300_000) + "href=/>"),
	"an open comment":  write(page200 + "\r\n<!--" + strings.Repeat(" <a href=/no>", 100_000)),
	"trickling header": trickle("HTTP/1.1 200 OK\r\nX: "),
	"trickling body":   trickle(page200 + "\r\n<p>"),
	"a huge page":      endlessFor(page200+"\r\n", 1<<10, strings.Repeat("<p>All work and no play makes Jack a dull boy.", 1400)), // 64 MB, cut off at 8
	"redirects":        nil,                                                                                                       // see serve
}

const page200 = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"

func write(s string) func(net.Conn, *rand.Rand) {
	return func(c net.Conn, _ *rand.Rand) { io.WriteString(c, s) }
}

func reset(c net.Conn, _ *rand.Rand) {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
}

// endless writes until the other side has had enough.
func endless(first, again string) func(net.Conn, *rand.Rand) { return endlessFor(first, 1<<30, again) }

func endlessFor(first string, times int, again string) func(net.Conn, *rand.Rand) {
	return func(c net.Conn, _ *rand.Rand) {
		_, err := io.WriteString(c, first)
		for i := 0; err == nil && i < times; i++ {
			_, err = io.WriteString(c, again)
		}
	}
}

func trickle(first string) func(net.Conn, *rand.Rand) {
	return func(c net.Conn, _ *rand.Rand) {
		_, err := io.WriteString(c, first)
		for err == nil {
			time.Sleep(50 * time.Millisecond)
			_, err = io.WriteString(c, "x")
		}
	}
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return b
}

// bomb is a megabyte that unpacks to a thousand.
func bomb() string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	zeros := bytes.Repeat([]byte("<p>     "), 1<<17)
	for range 1000 {
		z.Write(zeros)
	}
	z.Close()
	return b.String()
}

// serveHostile serves each hostile page among good ones, over and over: /N/NAME.
func serveHostile(t testing.TB, rounds int) (seed string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var index strings.Builder
	for i := range rounds {
		for name := range hostile {
			fmt.Fprintf(&index, "<a href='/%d/%s'>x</a><a href='/good/%d/%s'>x</a>\n", i, name, i, name)
		}
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				answerHostile(c, index.String())
			}()
		}
	}()
	return "http://" + l.Addr().String() + "/"
}

// answerHostile answers one request and hangs up.
func answerHostile(c net.Conn, index string) {
	buf := make([]byte, 4096)
	n, err := c.Read(buf)
	if err != nil {
		return
	}
	_, path, _ := strings.Cut(string(buf[:n]), " ")
	path, _, _ = strings.Cut(path, " HTTP/")
	path = strings.ReplaceAll(path, "%20", " ")
	name := path[strings.LastIndexByte(path, '/')+1:]
	switch page, bad := hostile[name]; {
	case path == "/":
		fmt.Fprintf(c, "%sContent-Length: %d\r\n\r\n%s", page200, len(index), index)
	case path == "/robots.txt":
		io.WriteString(c, "HTTP/1.1 404 x\r\n\r\n")
	case strings.HasPrefix(path, "/good"):
		fmt.Fprintf(c, "%s\r\n<p>good", page200)
	case strings.HasPrefix(path, "/redirects"), name == "redirects":
		i, _ := strconv.Atoi(name)
		fmt.Fprintf(c, "HTTP/1.1 302 x\r\nLocation: /redirects/%d\r\n\r\n", i+1)
	case bad:
		page(c, rand.New(rand.NewPCG(uint64(len(path)), 5)))
	}
}

// hostileOptions are such that nothing takes long.
func hostileOptions(dir string) livecrawl.Options {
	o := options(dir)
	o.Politeness = fetch.Politeness{Connections: 8, Tries: 1}
	o.Net.Workers = 8
	o.Net.HeaderTimeout, o.Net.TotalTimeout = 2*time.Second, 4*time.Second
	o.Net.MaxBody = 8 << 20
	return o
}

// The crawl goes on and ends, all good pages are fetched, and what was written is clean.
func TestHostileServer(t *testing.T) {
	long(t)
	seed := serveHostile(t, 1)
	dir := filepath.Join(t.TempDir(), "c")
	r := crawl(t, config(seed), hostileOptions(dir))
	if r.Unanswered.Hosts != 1 || r.Unanswered.Pages > len(hostile)/2 || r.Learnt < uint64(2*len(hostile)) {
		t.Errorf("got %q, %+v", r.Why, r.Counts)
	}
	log := string(read(t, dir, "log", "crawl.log"))
	for name := range hostile {
		url := seed + "good/0/" + strings.ReplaceAll(name, " ", "%20") + " "
		if !strings.Contains(log, url) {
			t.Errorf("%s was not fetched", url)
		}
	}
	checkArchive(t, dir)
	checkStrictly(t, dir)
	sameImport(t, dir)
}

// checkStrictly reads each member of the archive on its own: it is whole, and holds one record.
func checkStrictly(t *testing.T, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		rd := bytes.NewReader(read(t, path))
		z, err := gzip.NewReader(rd)
		for err == nil {
			z.Multistream(false)
			var member []byte
			if member, err = io.ReadAll(z); err != nil {
				break
			}
			one := warc.NewReader(bytes.NewReader(member), warc.Options{})
			if _, err = one.Next(); err != nil {
				break
			}
			if _, err = one.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("%s: a member with more than a record: %v", path, err)
			}
			err = z.Reset(rd)
		}
		if !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// hostileEnv makes the test binary a crawler of a hostile server that tells its memory.
const hostileEnv = "WEFT_TEST_HOSTILE"

type hostileResult struct {
	Learnt uint64
	Peak   int64 // anonymous memory, of several looks a second
}

func hostileChild(dir string) int {
	o := hostileOptions(dir)
	j, err := livecrawl.Create(config(os.Getenv("WEFT_TEST_SEED")), o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var peak int64
	done := make(chan struct{})
	end := make(chan struct{})
	go func() {
		defer close(end)
		for {
			peak = max(peak, mem.Anonymous())
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}()
	r, err := j.Run(context.Background())
	close(done)
	<-end
	if err = errors.Join(err, j.Close()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if err := json.NewEncoder(os.Stdout).Encode(hostileResult{r.Learnt, peak}); err != nil {
		return 1
	}
	return 0
}

// Memory does not grow with how much harm is done: what eight pages at a time may need is the bound. WEFT_HOSTILE is
// how often each hostile page is served.
func TestMemoryOfAHostileServer(t *testing.T) {
	long(t)
	rounds, err := strconv.Atoi(os.Getenv("WEFT_HOSTILE"))
	if err != nil {
		rounds = 1
	}
	cmd := exec.Command(os.Args[0]) //nolint:gosec // this test
	cmd.Env = append(os.Environ(), hostileEnv+"="+filepath.Join(t.TempDir(), "c"), "WEFT_TEST_SEED="+serveHostile(t, rounds))
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	var r hostileResult
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rounds: %d pages, at most %s", rounds, r.Learnt, mem.Format(r.Peak))
	if r.Peak > 640<<20 && !raceEnabled {
		t.Errorf("the crawl took %s", mem.Format(r.Peak))
	}
}
