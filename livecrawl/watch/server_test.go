package watch

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
)

// newServer makes the server of a crawl that stands still, without listening.
func newServer(t *testing.T, s sample) *server {
	w := &Watcher{crawl: &fakeCrawl{s: s}, about: s.about}
	w.last = s
	for i := range 60 {
		w.history.add(point{s.now.Add(time.Duration(i-60) * time.Second), uint64(100 + 7*i + i%3), uint64(2e6 + 150_000*i), uint64(500 + 9*i), uint64(400 + i)})
	}
	l, err := Listen(":0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return &server{watcher: w, listener: l, token: "secret", name: "crawler.example"}
}

// get asks a server by its handler.
func get(t *testing.T, s *server, path string) string {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	r.Host = "127.0.0.1:80"
	w := httptest.NewRecorder()
	s.handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

var nonce = regexp.MustCompile(`nonce="[A-Z0-9]+"`)

func TestPage(t *testing.T) {
	text := get(t, newServer(t, busySample()), "/")
	body := nonce.ReplaceAllString(text, "nonce")
	golden(t, "page.html", body)
	if strings.Contains(text, "<script>alert") || strings.Contains(text, "\x1b") {
		t.Error("what the Web wants stands in the page as it came")
	}
	for _, link := range regexp.MustCompile(`(?i)(href|src|action|formaction|url)\s*=\s*"?([^">\s]*)`).FindAllStringSubmatch(body, -1) {
		if to := link[2]; to != "data:," && to != "/status.json" && to != "/metrics" && to != "/pause" && to != "/resume" && to != "/stop" {
			t.Errorf("the page leads to %q", link[0])
		}
	}
	for _, s := range []sample{earlySample(), endingSample()} {
		if text := get(t, newServer(t, s), "/"); !strings.Contains(text, newViewOf(s).State) {
			t.Errorf("the page does not say %s", newViewOf(s).State)
		}
	}
}

func newViewOf(s sample) Standing { return newView(&s) }

func TestStatusJSON(t *testing.T) {
	text := get(t, newServer(t, busySample()), "/status.json")
	golden(t, "status.json", text)
	var r struct {
		Status  struct{ Fetched uint64 }
		History History
		View    Standing
	}
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	if r.Status.Fetched != 444 || len(r.History.Seconds) != 59 || r.View.State != running {
		t.Errorf("got %+v", r)
	}
	get(t, newServer(t, earlySample()), "/status.json") // with an infinite size
}

func TestMetrics(t *testing.T) {
	for _, s := range []sample{busySample(), earlySample(), endingSample()} {
		text := get(t, newServer(t, s), "/metrics")
		problems, err := promlint.New(strings.NewReader(text)).Lint()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range problems {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
		if s.Fetched == 444 {
			ours := regexp.MustCompile(`(?m)^(# (HELP|TYPE) )?weft_.*\n`).FindAllString(text, -1)
			golden(t, "metrics.txt", strings.Join(ours, ""))
		}
		if !strings.Contains(text, "\ngo_goroutines ") {
			t.Error("nothing of the process")
		}
	}
}

// post sends a form with header fields.
func post(t *testing.T, to string, form url.Values, fields ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(fields); i += 2 {
		if fields[i] == "Host" {
			r.Host = fields[i+1]
		}
		r.Header.Set(fields[i], fields[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(body)
}

// Only the page itself changes anything.
func TestActions(t *testing.T) {
	l, err := Listen("0")
	if err != nil {
		t.Fatal(err)
	}
	c := &fakeCrawl{s: busySample()}
	var gaveUp atomic.Int32
	w := Start(c, Options{Quiet: true, Listener: l, GiveUp: func() { gaveUp.Add(1) }, Patience: time.Hour})
	defer w.Close()
	at := strings.TrimSuffix(l.URL(), "/")
	good := url.Values{"token": {w.server.token}}
	for _, x := range []struct {
		name   string
		form   url.Values
		fields []string
		want   int
	}{
		{"no token", nil, []string{"Origin", at}, http.StatusForbidden},
		{"wrong token", url.Values{"token": {"x"}}, []string{"Origin", at, "Sec-Fetch-Site", "same-origin"}, http.StatusForbidden},
		{"cross-site", good, []string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{"same-site", good, []string{"Sec-Fetch-Site", "same-site"}, http.StatusForbidden},
		{"foreign origin", good, []string{"Origin", "http://evil.example"}, http.StatusForbidden},
		{"opaque origin", good, []string{"Origin", "null"}, http.StatusForbidden},
		{"a longer name", good, []string{"Host", w.server.name + ".attacker.example", "Origin", "http://" + w.server.name + ".attacker.example"}, http.StatusMisdirectedRequest},
		{"no origin", good, nil, http.StatusForbidden},
		{"rebound name", good, []string{"Host", "evil.example", "Origin", "http://evil.example"}, http.StatusMisdirectedRequest},
		{"huge", url.Values{"x": {strings.Repeat("x", 1<<20)}, "token": good["token"]}, nil, http.StatusForbidden},
	} {
		for _, action := range []string{"/pause", "/resume", "/stop"} {
			if code, body := post(t, at+action, x.form, x.fields...); code != x.want {
				t.Errorf("%s, %s: got %d %s, want %d", x.name, action, code, body, x.want)
			}
		}
	}
	for _, action := range []string{"/pause", "/resume", "/stop"} {
		a, err := http.Get(at + action)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("GET %s: %d", action, a.StatusCode)
		}
	}
	if c.paused() || c.stopped() > 0 {
		t.Fatal("somebody else paused or stopped the crawl")
	}
	ask := func(action string, want int) {
		t.Helper()
		if code, body := post(t, at+action, good, "Origin", at, "Sec-Fetch-Site", "same-origin"); code != want {
			t.Errorf("%s: got %d %s, want %d", action, code, body, want)
		}
	}
	ask("/pause", http.StatusSeeOther)
	if !c.paused() {
		t.Error("not paused")
	}
	ask("/resume", http.StatusSeeOther)
	if c.paused() {
		t.Error("still paused")
	}
	c.mu.Lock()
	c.stored = true
	c.mu.Unlock()
	ask("/pause", http.StatusConflict)
	ask("/stop", http.StatusSeeOther)
	if c.stopped() != 1 || !w.Stopped() || gaveUp.Load() != 0 {
		t.Error("not stopped, or given up at once")
	}
	ask("/stop", http.StatusSeeOther)
	ask("/stop", http.StatusSeeOther)
	if gaveUp.Load() != 1 {
		t.Errorf("given up %d times", gaveUp.Load())
	}
	http.DefaultClient.CloseIdleConnections()
}

// Patience ends by itself.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var gaveUp atomic.Int32
		w := &Watcher{crawl: &fakeCrawl{s: busySample()}, o: Options{GiveUp: func() { gaveUp.Add(1) }, Patience: 10 * time.Second}}
		w.Stop("enough")
		time.Sleep(9 * time.Second)
		if gaveUp.Load() != 0 {
			t.Error("given up early")
		}
		time.Sleep(2 * time.Second)
		if gaveUp.Load() != 1 {
			t.Error("not given up")
		}
	})
}

// A server knows its own names exactly, and no name that only begins or ends with one.
func TestNames(t *testing.T) {
	local := newServer(t, busySample())
	open := newServer(t, busySample())
	open.listener = listenAt(t, "0.0.0.0:0")
	named := newServer(t, busySample())
	named.listener = listenAt(t, "LocalHost:0")
	named.name = ""
	for host, want := range map[string][3]bool{ // of a server on loopback, on any address, and by a name
		"127.0.0.1:80": {true, true, true}, "127.8.7.6": {true, true, true}, "[::1]:80": {true, true, true}, "[::1]": {true, true, true}, "[::ffff:127.0.0.1]": {true, true, true},
		"localhost:8080": {true, true, true}, "LOCALHOST": {true, true, true}, "localhost.": {true, true, true}, "localhost.:80": {true, true, true}, "localhost:": {true, true, true},
		"crawler.example:80": {true, true, false}, "Crawler.Example.": {true, true, false}, "crawler.example": {true, true, false},
		"192.0.2.7:80": {false, true, false}, "[2001:db8::7]": {false, true, false}, "[2001:DB8::7]:80": {false, true, false}, "0.0.0.0": {false, true, false},
		"crawler.example.lan": {}, "crawler.example.attacker.example": {}, "crawler.example.attacker.example:8080": {}, "crawler": {}, "crawler.example2": {}, "evil.example": {},
		"localhost.evil.example": {}, "notlocalhost": {}, "127.0.0.1.evil.example": {}, "127.0.0.1.nip.io": {}, "": {}, ".": {}, ":80": {}, "localhost..": {}, ".localhost": {},
		"evil@localhost": {}, "localhost@evil.example": {}, "localhost:80@evil.example": {}, "localhost:80x": {}, "localhost:-1": {}, "localhost/": {}, "localhost:80:80": {},
		"127.1": {}, "2130706433": {}, "0x7f.1": {}, "0177.0.0.1": {}, "[::1": {}, "::1": {}, "[::1]x": {}, "[fe80::1%25eth0]": {}, "[127.0.0.1]": {}, "[localhost]": {}, "loc%61lhost": {},
		"localhost evil": {}, "\u212aocalhost": {},
	} {
		for i, s := range []*server{local, open, named} {
			if got := s.knows(host); got != want[i] {
				t.Errorf("server %d, %q: got %v", i, host, got)
			}
		}
	}
	for _, name := range []string{"evil.example", "crawler.example.attacker.example"} {
		r := httptest.NewRequest(http.MethodGet, "http://"+name+"/", http.NoBody)
		w := httptest.NewRecorder()
		local.handler().ServeHTTP(w, r)
		if w.Code != http.StatusMisdirectedRequest {
			t.Errorf("%s reads the page: %d", name, w.Code)
		}
		w = httptest.NewRecorder()
		open.handler().ServeHTTP(w, r)
		if w.Code != http.StatusOK || strings.Contains(w.Body.String(), `value="secret"`) {
			t.Errorf("%s: %d, or it reads the token", name, w.Code)
		}
	}
}

func listenAt(t *testing.T, address string) *Listener {
	t.Helper()
	l, err := Listen(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// What changes the crawl comes from a page of the host that it is sent to.
func TestFromHere(t *testing.T) {
	for _, x := range []struct {
		origin []string
		site   string
		want   bool
	}{
		{[]string{"http://127.0.0.1:80"}, "same-origin", true},
		{[]string{"http://127.0.0.1:80"}, "", true},
		{[]string{"null"}, "same-origin", true},
		{nil, "same-origin", true},
		{[]string{"https://127.0.0.1:80"}, "", true}, // behind a proxy that speaks TLS
		{nil, "", false},
		{nil, "none", false},
		{nil, "cross-site", false},
		{[]string{"null"}, "", false},
		{[]string{""}, "", false},
		{[]string{"http://127.0.0.1:81"}, "", false},
		{[]string{"http://127.0.0.1"}, "", false},
		{[]string{"http://evil.example"}, "same-origin", false},
		{[]string{"ftp://127.0.0.1:80"}, "", false},
		{[]string{"http://x@127.0.0.1:80"}, "", false},
		{[]string{"http://127.0.0.1:80/"}, "", false},
		{[]string{"http://127.0.0.1:80.evil.example"}, "", false},
		{[]string{"http://127.0.0.1:80", "http://evil.example"}, "", false},
		{[]string{"http://127.0.0.1:80"}, "same-site", false},
	} {
		r := httptest.NewRequest(http.MethodPost, "/stop", http.NoBody)
		r.Host = "127.0.0.1:80"
		r.Header["Origin"] = x.origin
		if x.site != "" {
			r.Header.Set("Sec-Fetch-Site", x.site)
		}
		if got := FromHere(r); got != x.want {
			t.Errorf("%q, %q: got %v", x.origin, x.site, got)
		}
	}
}

// TestListenTwice says what to do about a port that another program has.
func TestListenTwice(t *testing.T) {
	l, err := Listen("0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if again, err := Listen(l.Addr().String()); err == nil || !strings.Contains(err.Error(), "port 0 takes a free port") {
		again.Close()
		t.Errorf("got %v", err)
	}
}

func TestListen(t *testing.T) {
	taken, err := Listen("")
	if err == nil {
		taken.Close()
		t.Error("an empty address is taken")
	}
	for _, bad := range []string{"nonsense", "a:b:c", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:99999", ":-1", "http://127.0.0.1:80/", "70000"} {
		if l, err := Listen(bad); err == nil || !strings.Contains(err.Error(), "want HOST:PORT") {
			t.Errorf("%s: got %v", bad, err)
			l.Close()
		}
	}
	for address, want := range map[string]string{":0": "http://127.0.0.1:", "0": "http://127.0.0.1:", "localhost:0": "http://localhost:", "0.0.0.0:0": "http://localhost:"} {
		l, err := Listen(address)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(l.URL(), want) || l.Open() != strings.HasPrefix(address, "0.0.0.0") {
			t.Errorf("%s: %s, open: %v", address, l.URL(), l.Open())
		}
		_, port, _ := net.SplitHostPort(l.Addr().String())
		for _, other := range l.OtherURLs() {
			at, err := url.Parse(other)
			if err != nil || !strings.HasPrefix(address, "0.0.0.0") || at.Port() != port || !l.Knows(at.Host, "") {
				t.Errorf("%s: another machine opens %s, %v", address, other, err)
			} else if c, err := net.Dial("tcp", at.Host); err != nil {
				t.Errorf("%s does not answer: %v", other, err)
			} else {
				c.Close()
			}
		}
		if again, err := Listen(l.Addr().String()); err == nil {
			t.Errorf("%s was taken twice", l.Addr())
			again.Close()
		}
		l.Close()
	}
}
