//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sites are the lives: eleven unlucky ones, and four without end.
func sites(seed uint64) []*site {
	all := append(unlucky(), endless()...)
	for i, s := range all {
		s.rand = rand.New(rand.NewPCG(seed, uint64(i))) //nolint:gosec // not negative
		s.whole, s.asked = map[string]int{}, map[string]bool{}
		if s.pages == 0 {
			s.pages = 300
		}
		if s.patience == "" {
			s.patience = "40s"
		}
		if s.names == nil {
			s.names = []string{s.name + ".test"}
		}
	}
	return all
}

func unlucky() []*site {
	return []*site{
		{name: "away", kills: 2, life: away},
		{name: "busy", fault: busy},
		{name: "robots", kills: 1, fault: robotsFail, pages: 150},
		{
			name: "tls", names: []string{"plain.test", "broken.test"}, tls: []string{"broken.test"}, pages: 100,
			args: []string{"--scope", "anywhere"}, links: []string{"http://broken.test/", "https://plain.test/", "https://plain.test/texts/7.html", "https://broken.test/", "https://broken.test/texts/9.html"},
			dead: []string{"https://plain.test/", "https://plain.test/texts/7.html", "https://broken.test/", "https://broken.test/texts/9.html"},
		},
		{name: "dns", names: []string{"comes.test", "goes.test"}, args: []string{"--scope", "anywhere"}, links: []string{"http://goes.test/"}, life: names, pages: 200},
		{name: "limit", names: []string{"one.limit.test", "two.limit.test"}, args: []string{"--scope", "anywhere"}, links: []string{"http://two.limit.test/"}, fault: limit(), pages: 100},
		{name: "torn", kills: 2, fault: torn},
		deadAmongGood(),
		{name: "slow", kills: 1, fault: slow, pages: 60},
		{name: "restarts", kills: 3, life: restarts},
		{
			name: "gone", names: []string{"gone.test", "late.test"}, args: []string{"--scope", "anywhere"}, links: []string{"http://late.test/"}, patience: "6s",
			kills: 1, life: gone, again: back,
		},
	}
}

// away is gone for seconds, in the middle.
func away(s *site) {
	time.Sleep(4 * time.Second)
	s.hosts[0].down()
	time.Sleep(12 * time.Second)
	s.up(0)
}

// gone is away for longer than anybody waits, and its neighbour has no name yet.
func gone(s *site) {
	s.bench.dns.set("late.test", s.hosts[1].ip, noSuchName)
	time.Sleep(5 * time.Second)
	s.hosts[0].down()
}

// back ends that.
func back(s *site) {
	s.bench.dns.set("late.test", s.hosts[1].ip, 0)
	s.up(0)
}

// busy responds 503 to a fifth of the requests.
func busy(s *site, rw http.ResponseWriter, _ *http.Request, _ []byte) bool {
	if !s.chance(0.2) {
		return false
	}
	http.Error(rw, "busy", http.StatusServiceUnavailable)
	return true
}

// robotsFail has no robots.txt but 503 at first, and again later.
func robotsFail(s *site, rw http.ResponseWriter, r *http.Request, _ []byte) bool {
	if r.URL.Path != "/robots.txt" || s.since() > 8*time.Second {
		return false
	}
	http.Error(rw, "no robots.txt today", http.StatusServiceUnavailable)
	return true
}

// names lets one name go for a while in which the DNS does not know it, and in which it fails.
func names(s *site) {
	for _, code := range []int{noSuchName, serverFails} {
		time.Sleep(3 * time.Second)
		for _, h := range s.hosts { // connections that are kept need no name
			h.down()
			s.bench.dns.set(h.name, h.ip, code)
		}
		time.Sleep(5 * time.Second)
		for i, h := range s.hosts {
			s.bench.dns.set(h.name, h.ip, 0)
			s.up(i)
		}
	}
}

// limit answers 429 to more than ten requests in a second from an address, whatever host they are for.
func limit() func(s *site, rw http.ResponseWriter, r *http.Request, _ []byte) bool {
	var last []time.Time
	return func(s *site, rw http.ResponseWriter, _ *http.Request, _ []byte) bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		last = slices.DeleteFunc(last, func(t time.Time) bool { return time.Since(t) > time.Second })
		if last = append(last, time.Now()); len(last) <= 10 {
			return false
		}
		rw.Header().Set("Retry-After", "1")
		http.Error(rw, "too many", http.StatusTooManyRequests)
		return true
	}
}

// torn breaks off a third of its responses, before or somewhere in the body. (If a response breaks off three times
// at one byte, its length is assumed to be wrong, and the page is kept as it is, with a mark.)
func torn(s *site, rw http.ResponseWriter, _ *http.Request, page []byte) bool {
	if !s.chance(0.3) {
		return false
	}
	if s.chance(0.7) {
		rw.Header().Set("Content-Length", strconv.Itoa(len(page)))
		rw.Write(page[:len(page)/4+int(s.upTo(time.Duration(len(page)/2)))]) //nolint:errcheck // it breaks off
		rw.(http.Flusher).Flush()                                            //nolint:forcetypeassert // a server of net/http
		time.Sleep(2 * time.Millisecond)
	}
	breakOff(rw) //nolint:errcheck // it breaks off
	return true
}

// deadAmongGood links to hosts that never answer and names that do not exist.
func deadAmongGood() *site {
	s := &site{name: "dead", names: []string{"good.test", "fine.test"}, args: []string{"--scope", "anywhere"}, links: []string{"http://fine.test/"}}
	for i := range 15 {
		s.dead = append(s.dead, fmt.Sprintf("http://nobody-%d.test/", i), fmt.Sprintf("http://127.9.200.%d/here", i+1))
	}
	s.links = append(s.links, s.dead...)
	return s
}

// slow takes a moment for each answer, and seconds for some.
func slow(s *site, _ http.ResponseWriter, _ *http.Request, _ []byte) bool {
	wait := 200 * time.Millisecond
	if s.chance(0.05) {
		wait = 3 * time.Second
	}
	time.Sleep(wait)
	return false
}

// restarts is up for a second or two, and down for less.
func restarts(s *site) {
	for range 15 {
		time.Sleep(time.Second + s.upTo(time.Second))
		s.hosts[0].down()
		time.Sleep(200*time.Millisecond + s.upTo(time.Second))
		s.up(0)
	}
}

// endless are sites with 60 pages of their own, and more without end that say nothing new.
func endless() []*site {
	return []*site{
		{name: "calendar", pages: 60, links: []string{"/calendar/2020/1/"}, endless: calendar},
		{name: "sessions", pages: 60, links: []string{"/shop/list?sid=0123456789abcdef0123456789abcdef"}, endless: sessions},
		{name: "sorts", pages: 60, links: []string{"/table?sort=name&dir=up&from=0"}, endless: sorts},
		{name: "repeats", pages: 60, links: []string{"/a/b/"}, endless: repeats},
	}
}

func calendar(path, _ string) (string, bool) {
	var year, month int
	if n, err := fmt.Sscanf(path, "/calendar/%d/%d/", &year, &month); n != 2 || err != nil {
		return "", false
	}
	t := time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	var b strings.Builder
	fmt.Fprintf(&b, "<title>%s</title><p>No events in %s.", t.Format("January 2006"), t.Format("January 2006"))
	for _, to := range []time.Time{t.AddDate(0, 1, 0), t.AddDate(0, -1, 0), t.AddDate(1, 0, 0)} {
		fmt.Fprintf(&b, " <a href=/calendar/%d/%d/>%s</a>", to.Year(), to.Month(), to.Format("January 2006"))
	}
	return b.String(), true
}

func sessions(path, query string) (string, bool) {
	q, err := url.ParseQuery(query)
	if err != nil || path != "/shop/list" || q.Get("sid") == "" {
		return "", false
	}
	next := fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())
	return fmt.Sprintf("<title>Shop</title><p>Chairs and tables. <a href='/shop/list?sid=%s'>again</a> <a href='/shop/list?sid=%s'>and again</a>", next, next[16:]+next[:16]), true
}

func sorts(path, query string) (string, bool) {
	if _, err := url.ParseQuery(query); err != nil || path != "/table" {
		return "", false
	}
	var b strings.Builder
	b.WriteString("<title>Table</title><p>Copper, iron, tin, zinc.")
	for i, p := range []string{"sort", "dir", "from", "view", "group", "page"} {
		fmt.Fprintf(&b, " <a href='/table?%s&%s=%d'>%s</a>", strings.ReplaceAll(query, "&", "&amp;"), p, i, p)
	}
	return b.String(), true
}

func repeats(path, _ string) (string, bool) {
	if !strings.HasPrefix(path, "/a/") {
		return "", false
	}
	return "<title>Folder</title><p>Some files. <a href=a/b/>b</a> <a href=b/>deeper</a> <a href=c/a/>c</a>", true
}
