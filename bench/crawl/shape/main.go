//go:build unix

// Command shape crawls pages whose URLs all have one shape: once from one page that lists all of them, and once
// from a sitemap. Each page has its own content, so no trap rule may cut any. It prints the numbers of served,
// fetched and cut pages, and the cost. Exit status 1 if a page was not fetched.
//
//	go build ./cmd/weft && go run ./bench/crawl/shape -weft ./weft -list 100000 -sitemap 50000
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// A site has n pages, which a page or a sitemap lists.
type site struct {
	url    string
	n      int
	listed bool
	asked  []atomic.Int32
	all    atomic.Int64
}

func main() {
	weft := flag.String("weft", "weft", "the program")
	list := flag.Int("list", 100_000, "pages that one page lists")
	sitemap := flag.Int("sitemap", 50_000, "pages that a sitemap names, 50,000 at most")
	flag.Parse()
	fmt.Println("from\tpages\tfetched\tcut\tnever asked for\tasked for twice\trequests\tCPU s\tpeak MiB\tseconds")
	ok := true
	for _, s := range []*site{{n: *list, listed: true}, {n: *sitemap}} {
		good, err := s.crawl(*weft, flag.Args())
		if err != nil {
			log.Fatal(err)
		}
		ok = ok && good
	}
	if !ok {
		os.Exit(1)
	}
}

func (s *site) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	s.all.Add(1)
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch {
	case r.URL.Path == "/robots.txt" && !s.listed:
		fmt.Fprintf(rw, "User-agent: *\nAllow: /\nSitemap: %s/sitemap.xml\n", s.url) //nolint:errcheck // the client sees it
	case r.URL.Path == "/sitemap.xml" && !s.listed:
		rw.Header().Set("Content-Type", "application/xml")
		rw.Write(s.each(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`, "<url><loc>", "</loc></url>\n", "</urlset>")) //nolint:errcheck // see above
	case r.URL.Path == "/" && s.listed:
		rw.Write(s.each("<!DOCTYPE html><title>All articles</title>", "<a href=", ">article</a>\n", "")) //nolint:errcheck // see above
	case r.URL.Path == "/":
		rw.Write([]byte("<!DOCTYPE html><title>Welcome</title><p>See the sitemap.")) //nolint:errcheck // see above
	default:
		s.article(rw, r)
	}
}

// each puts the URL of each page between two texts.
func (s *site) each(begin, before, behind, end string) []byte {
	b := bytes.NewBufferString(begin)
	for i := range s.n {
		fmt.Fprintf(b, "%s%s/article/%d%s", before, s.url, i, behind)
	}
	b.WriteString(end)
	return b.Bytes()
}

func (s *site) article(rw http.ResponseWriter, r *http.Request) {
	i, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/article/"))
	if err != nil || i < 0 || i >= s.n {
		http.NotFound(rw, r)
		return
	}
	s.asked[i].Add(1)
	words := rand.New(rand.NewPCG(uint64(i), 9)) //nolint:gosec // not negative
	b := fmt.Appendf(nil, "<!DOCTYPE html><title>article %d</title>\n<a href=/>all</a>\n", i)
	for range 80 {
		b = append(b, ' ')
		for range 3 + words.IntN(6) {
			b = append(b, byte('a'+words.IntN(26)))
		}
	}
	rw.Write(b) //nolint:errcheck // the client sees it
}

// crawl serves the site and crawls it.
func (s *site) crawl(weft string, more []string) (ok bool, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return false, err
	}
	defer l.Close() //nolint:errcheck // it was served
	s.url, s.asked = "http://"+l.Addr().String(), make([]atomic.Int32, s.n)
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go server.Serve(l) //nolint:errcheck // until the end
	tmp, err := os.MkdirTemp("", "shape")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // temporary
	dir := filepath.Join(tmp, "c")
	args := append([]string{"crawl", s.url + "/", "-o", dir, "--allow-private", "--delay", "0", "--connections", "8", "--quiet"}, more...)
	cmd := exec.Command(weft, args...) //nolint:gosec // the program under test
	cmd.Stderr = os.Stderr
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return false, err
	}
	return s.tell(dir, cmd.ProcessState, time.Since(begin))
}

func (s *site) tell(dir string, p *os.ProcessState, took time.Duration) (ok bool, err error) {
	data, err := os.ReadFile(filepath.Join(dir, "log", "crawl.log"))
	if err != nil {
		return false, err
	}
	fetched := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if f := strings.Fields(line); len(f) > 3 && f[1] == "200" && strings.Contains(f[3], "/article/") {
			fetched[f[3]] = true
		}
	}
	never, twice := 0, 0
	for i := range s.asked {
		switch n := s.asked[i].Load(); {
		case n == 0:
			never++
		case n > 1:
			twice++
		}
	}
	cut, _ := os.ReadFile(filepath.Join(dir, "cut.tsv")) // absent if nothing was cut
	cpu := p.UserTime() + p.SystemTime()
	use, _ := p.SysUsage().(*syscall.Rusage)
	fmt.Printf("%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t%d\t%.0f\n", map[bool]string{true: "a page", false: "a sitemap"}[s.listed], s.n, len(fetched), bytes.Count(cut, []byte("\n")),
		never, twice, s.all.Load(), cpu.Seconds(), use.Maxrss/1024, took.Seconds())
	return len(fetched) == s.n && never == 0, nil
}
