package livecrawl_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/crawl/shared/sharedtest"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
)

// A web of many hosts at one server, which notes when a host gets two requests at once.
type hostWeb struct {
	*httptest.Server
	pages map[string]string // bodies by host and path; "to URL" redirects

	mu      sync.Mutex
	asked   map[string]int // pages, by host and path
	under   map[string]int // requests under way, by host
	overlap []string
	broken  map[string]string // hosts that fail: "503", or "closes"
	stall   func(page string) // if not nil, called during each request for a page
	endless bool              // below /cal/ there is always a further page
	// robotsAt is the host to which the robots.txt of all hosts redirects; "" for none.
	robotsAt string
	mapped   bool // hosts name a sitemap of the next host; images are of the next host, too
}

func newHostWeb(t *testing.T, r *rand.Rand, hosts, pages int) *hostWeb {
	w := &hostWeb{pages: map[string]string{}, asked: map[string]int{}, under: map[string]int{}, broken: map[string]string{}}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	for h := range hosts {
		for p := range pages {
			w.pages[w.page(h, p)] = w.draw(r, h, p, hosts, pages)
		}
	}
	return w
}

func (w *hostWeb) port() string {
	u, err := url.Parse(w.URL)
	if err != nil {
		panic(err)
	}
	return u.Port()
}

// page names a page of a host, as asked and pages do.
func (w *hostWeb) page(host, n int) string {
	if n == 0 {
		return fmt.Sprintf("h%d.test:%s/", host, w.port())
	}
	return fmt.Sprintf("h%d.test:%s/p%c%c.html", host, w.port(), 'a'+n%26, 'a'+n/26)
}

// draw makes a page: it links to two pages of its host, to some other pages, and to one that is absent.
func (w *hostWeb) draw(r *rand.Rand, host, n, hosts, pages int) string {
	if n > 0 && r.IntN(10) == 0 {
		return "to http://" + w.page(r.IntN(hosts), r.IntN(pages))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><title>%d of %d</title>", n, host)
	link := func(page string) { fmt.Fprintf(&b, "<a href=http://%s>on</a>\n", page) }
	for _, to := range []int{2*n + 1, 2*n + 2} {
		if to < pages {
			link(w.page(host, to))
		}
	}
	for range 2 {
		link(w.page(r.IntN(hosts), r.IntN(pages)))
	}
	if n == 0 {
		link(w.page((host+1)%hosts, 0))
		link(fmt.Sprintf("h%d.test:%s/absent", host, w.port()))
	}
	for range 60 {
		fmt.Fprintf(&b, " %c%c%c", 'a'+r.IntN(26), 'a'+r.IntN(26), 'a'+r.IntN(26))
	}
	return b.String()
}

func (w *hostWeb) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	page := r.Host + r.URL.Path
	if w.robotsAt != "" && r.URL.Path == "/robots.txt" {
		w.serveRobots(to, r)
		return
	}
	w.mu.Lock()
	if w.under[r.Host]++; w.under[r.Host] > 1 {
		w.overlap = append(w.overlap, page)
	}
	if r.URL.Path != "/robots.txt" {
		w.asked[page]++
	}
	body, ok := w.pages[page]
	broken, stall := w.broken[r.Host], w.stall
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.under[r.Host]--
	}()
	time.Sleep(time.Duration(rand.IntN(2000)) * time.Microsecond) // so that two requests at once can meet
	if stall != nil && r.URL.Path != "/robots.txt" {
		stall(page)
	}
	var day int
	if n, _ := fmt.Sscanf(r.URL.Path, "/cal/%d", &day); n == 1 && w.endless {
		ok, body = true, fmt.Sprintf("<title>day</title><a href=/cal/%d>next</a><a href=/cal/%d>later</a>", day+1, day+7)+strings.Repeat("nothing on this day ", 30)
	}
	if w.mapped && w.serveMap(to, r) {
		return
	}
	switch {
	case broken == "503":
		if r.URL.Path == "/robots.txt" {
			http.NotFound(to, r)
			return
		}
		to.WriteHeader(http.StatusServiceUnavailable)
	case broken == "closes":
		panic(http.ErrAbortHandler)
	case !ok:
		http.NotFound(to, r)
	case strings.HasPrefix(body, "to "):
		http.Redirect(to, r, body[3:], http.StatusFound)
	default:
		to.Header().Set("Content-Type", "text/html")
		fmt.Fprint(to, body)
	}
}

// serveRobots redirects to the robots.txt of one host, which allows all.
func (w *hostWeb) serveRobots(to http.ResponseWriter, r *http.Request) {
	if r.Host == w.robotsAt {
		fmt.Fprint(to, "User-agent: *\nAllow: /\n")
		return
	}
	http.Redirect(to, r, "http://"+w.robotsAt+"/robots.txt", http.StatusMovedPermanently)
}

// serveMap answers for robots.txt, which names a sitemap of the next host, for the sitemap, which names a page that no
// other links to, and for an image, which redirects to the next host.
func (w *hostWeb) serveMap(to http.ResponseWriter, r *http.Request) bool {
	var host int
	if _, err := fmt.Sscanf(r.Host, "h%d.test:", &host); err != nil {
		return false
	}
	base := func(host int) string { return "http://" + strings.TrimSuffix(w.page(host%8, 0), "/") }
	switch r.URL.Path {
	case "/robots.txt":
		fmt.Fprintf(to, "Sitemap: %s/map.xml\n", base(host+1))
	case "/map.xml":
		fmt.Fprintf(to, "<?xml version='1.0'?><urlset><url><loc>%s/hidden</loc></url></urlset>", base(host))
	case "/hidden":
		to.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(to, "<title>hidden</title><img src=%s/image.png> some words of host %d that nobody else says", base(host+3), host)
	case "/image.png":
		http.Redirect(to, r, base(host+1)+"/far.png", http.StatusFound)
	case "/far.png":
		to.Header().Set("Content-Type", "image/png")
		fmt.Fprint(to, "an image")
	default:
		return false
	}
	return true
}

// check holds that each page was asked for once, no host twice at once, and all that want has.
func (w *hostWeb) check(t *testing.T, want map[string]int) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.overlap) > 0 {
		t.Errorf("%d requests came while their host had another: %q", len(w.overlap), w.overlap[:min(len(w.overlap), 5)])
	}
	for page, n := range w.asked {
		if n != 1 {
			t.Errorf("%s was asked for %d times", page, n)
		}
	}
	if got, want := slices.Sorted(maps.Keys(w.asked)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, want) {
		t.Errorf("%d pages were asked for, want %d: %q, want %q", len(got), len(want), got, want)
	}
}

// stallBy has a function called during each further request for a page.
func (w *hostWeb) stallBy(stall func(page string)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stall = stall
}

// forget forgets what was asked, and returns it.
func (w *hostWeb) forget() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	was := w.asked
	w.asked, w.overlap = map[string]int{}, nil
	return was
}

func (w *hostWeb) config() folder.Config {
	c := config("http://" + w.page(0, 0))
	c.Scope.Area = "anywhere"
	return c
}

// sharedOptions are options of a crawl of a hostWeb.
func sharedOptions(dir string, s *livecrawl.Sharing) livecrawl.Options {
	o := options(dir)
	o.Sharing = s
	o.Net.Lookup = func(_ context.Context, host string) ([]netip.Addr, error) {
		if strings.HasSuffix(host, ".test") {
			return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}, nil
		}
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return o
}

// crawlShared runs crawls with one frontier at once, and returns their results.
func crawlShared(t *testing.T, w *hostWeb, s *livecrawl.Sharing, change func(*folder.Config, *livecrawl.Options), dirs ...string) []livecrawl.Result {
	t.Helper()
	var group sync.WaitGroup
	results := make([]livecrawl.Result, len(dirs))
	for i, dir := range dirs {
		c, o := w.config(), sharedOptions(dir, s)
		c.Frontier = "memory:"
		if change != nil {
			change(&c, &o)
		}
		j, err := livecrawl.Create(c, o)
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			var err error
			if results[i], err = j.Run(t.Context()); err != nil {
				t.Error(err)
			}
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	return results
}

// Two and three crawls with one frontier fetch what one crawl does: each page once, and no host is asked twice at once.
func TestSharedFrontier(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 9, 14)
	dir := t.TempDir()
	alone := crawl(t, w.config(), sharedOptions(filepath.Join(dir, "alone"), nil))
	want := w.forget()
	for _, n := range []int{1, 2, 3} {
		var dirs []string
		for i := range n {
			dirs = append(dirs, filepath.Join(dir, fmt.Sprintf("%d of %d", i, n)))
		}
		s := &livecrawl.Sharing{Service: sharedtest.New(time.Now)}
		fetched := uint64(0)
		for i, r := range crawlShared(t, w, s, nil, dirs...) {
			if !r.Done {
				t.Errorf("crawl %d of %d ended as: %s", i, n, r.Why)
			}
			fetched += r.Fetched
			if v := verify(t, dirs[i]); len(v.Damage) > 0 {
				t.Errorf("crawl %d of %d is damaged: %+v", i, n, v.Damage)
			}
		}
		if fetched != alone.Fetched {
			t.Errorf("%d crawls fetched %d pages, want %d", n, fetched, alone.Fetched)
		}
		w.check(t, want)
		w.forget()
	}
}

// A robots.txt that redirects to another host is read there, whoever holds that host: without it no page of its own host
// could be fetched. It is the only request to a host that a crawl does not hold.
func TestSharedRobotsElsewhere(t *testing.T) {
	w := newHostWeb(t, drawn.Rand(t), 6, 8)
	w.robotsAt = "h0.test:" + w.port()
	dir := t.TempDir()
	crawl(t, w.config(), sharedOptions(filepath.Join(dir, "alone"), nil))
	want := w.forget()
	for _, r := range crawlShared(t, w, &livecrawl.Sharing{Service: sharedtest.New(time.Now)}, nil, filepath.Join(dir, "1"), filepath.Join(dir, "2")) {
		if !r.Done || r.Excluded > 0 {
			t.Errorf("it ended as: %s, and excluded %d pages", r.Why, r.Excluded)
		}
	}
	w.check(t, want)
}
