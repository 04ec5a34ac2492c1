package live

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// aProxy is a plain proxy that serves http itself and connects https to one port of this machine, for those who know
// the password.
func aProxy(t *testing.T, tlsPort string, seen *atomic.Value) string {
	t.Helper()
	return rawServer(t, func(c net.Conn, r *http.Request) bool {
		seen.Store(fmt.Sprintf("%s %s %s %s", r.Method, r.RequestURI, r.Host, r.Header.Get("Proxy-Authorization")))
		if r.Header.Get("Proxy-Authorization") != "Basic dTpwOndk" {
			_, _ = io.WriteString(c, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
			return true
		}
		if r.Method != http.MethodConnect {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nby proxy")
			return true
		}
		to, err := net.Dial("tcp", "127.0.0.1:"+tlsPort)
		if err != nil {
			return false
		}
		defer to.Close()
		_, _ = io.WriteString(c, "HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n")
		go func() { _, _ = io.Copy(c, to) }()
		_, _ = io.Copy(to, c)
		return false
	})
}

func TestProxy(t *testing.T) {
	ca, roots := newAuthority(t)
	for _, h2 := range []bool{false, true} {
		port := tlsServer(t, ca.issue(t, "example.org", time.Now().Add(time.Hour)), http.HandlerFunc(hello), h2)
		var seen atomic.Value
		proxy := strings.TrimPrefix(aProxy(t, port, &seen), "http://")
		o := public("2606:4700::1") // which is only looked at, and not connected to
		o.Proxy, o.Roots, o.HTTP2 = "http://u:p%3Awd@"+proxy, roots, h2
		c := newClient(t, o)
		var a Answer
		for i := range 2 {
			get(t, c, "http://example.org/a?b", &a)
			if got := seen.Load(); got != "GET http://example.org/a?b example.org Basic dTpwOndk" || string(a.Body()) != "by proxy" {
				t.Errorf("http: the proxy saw %q, said %q", got, a.Body())
			}
			if a.IP.IsValid() || strings.Contains(string(a.Request), "Proxy") || !strings.HasPrefix(string(a.Request), "GET /a?b HTTP/1.1\r\nHost: example.org\r\n") {
				t.Errorf("http: request %q, address %s", a.Request, a.IP)
			}
			get(t, c, "https://example.org/", &a)
			if got := seen.Load(); i == 0 && got != "CONNECT example.org:443 example.org:443 Basic dTpwOndk" || string(a.Body()) != "hello example.org" || (a.Proto == "h2") != h2 {
				t.Errorf("https: the proxy saw %q, the server said %q by %s", got, a.Body(), a.Proto)
			}
		}
		if n, _ := idle(c); n != 2 {
			t.Errorf("%d connections are kept, want 2", n)
		}
		if where, err := c.Locate(context.Background(), "http://example.org/"); err != nil || where.IsValid() {
			t.Errorf("locate: %s, %v", where, err)
		}
		o.Proxy = proxy
		wantCause(t, newClient(t, o), "https://example.org/", CauseProxy, "407", "example.org:443")
	}
}

// Behind a proxy special addresses are refused as far as they can be known here, and the proxy is not asked for them.
func TestBehindProxy(t *testing.T) {
	var asked atomic.Int64
	proxy := rawServer(t, func(c net.Conn, _ *http.Request) bool {
		asked.Add(1)
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nby proxy")
		return true
	})
	looked := map[string]int{}
	lookup := func(_ context.Context, host string) ([]netip.Addr, error) { // one after the other
		looked[host]++
		switch host {
		case "intern.example.org":
			return []netip.Addr{netip.MustParseAddr("10.1.2.3")}, nil
		case "half.example.org":
			return []netip.Addr{netip.MustParseAddr("9.9.9.9"), netip.MustParseAddr("::ffff:169.254.169.254")}, nil
		case "metadata.example.org":
			return []netip.Addr{netip.MustParseAddr("168.63.129.16")}, nil
		case "public.example.org":
			return []netip.Addr{netip.MustParseAddr("9.9.9.9")}, nil
		case "unknown.example.org":
			return nil, &net.DNSError{Err: "no such host", IsNotFound: true}
		}
		return nil, &net.DNSError{Err: "server misbehaving", IsTemporary: true}
	}
	o := public()
	o.Lookup, o.Proxy = lookup, proxy
	c := newClient(t, o)
	for _, host := range []string{
		"127.0.0.1", "127.1", "0x7f.1", "0177.0.0.1", "2130706433", "0x7f000001", "127.0.0.1.", "%31%32%37.0.0.1", "１２７.0.0.1", "0", "0.0.0.0", "10.0.0.1", "169.254.169.254", "192.168.257",
		"[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[fd00::1]", "[fe80::1]", "[64:ff9b::10.0.0.1]", "[2002:7f00:1::]", "[::]",
		"localhost", "LOCALHOST.", "a.localhost", "a.localhost.", "loc%61lhost", "printer.local", "metadata.google.internal", "router.lan", "nas.home.arpa", "wiki.corp", "wiki.intranet",
		"intranet", "intranet.", "localhost.localdomain", "intern.example.org", "INTERN.example.org.", "half.example.org", "metadata.example.org",
	} {
		for _, scheme := range []string{"http", "https"} {
			wantCause(t, c, scheme+"://"+host+"/", CausePrivate)
		}
		if where, err := c.Locate(t.Context(), "http://"+host+"/"); CauseOf(err) != CausePrivate {
			t.Errorf("locate %s: %s, %v", host, where, err)
		}
	}
	if asked.Load() > 0 {
		t.Fatalf("the proxy was asked %d times", asked.Load())
	}
	var a Answer
	for _, host := range []string{"public.example.org", "unknown.example.org", "9.9.9.9", "notlocal.example.org", "local.example.org", "xlocalhost.example.org", "a.onion", "b.example.org", "c.example.org", "d.example.org"} {
		get(t, c, "http://"+host+"/", &a)
		if string(a.Body()) != "by proxy" {
			t.Errorf("%s: got %q", host, a.Body())
		}
	}
	if looked["a.onion"] > 0 || looked["9.9.9.9"] > 0 {
		t.Errorf("looked up were %v", looked)
	}
	if n := len(looked); n != 5+besideDeaf {
		t.Errorf("%d names were looked up, want no more after %d without an answer: %v", n, besideDeaf, looked)
	}
	o.AllowPrivate = true
	clear(looked)
	get(t, newClient(t, o), "http://intern.example.org/", &a)
	if len(looked) > 0 || string(a.Body()) != "by proxy" {
		t.Errorf("where special addresses are allowed: got %q, looked up %v", a.Body(), looked)
	}
}

// A resolver that does not answer takes little of the time of a request through a proxy.
func TestBehindProxyWithoutDNS(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, asked := new(beside), 0
		r, err := newResolver(&Options{Lookup: func(ctx context.Context, _ string) ([]netip.Addr, error) {
			asked++
			<-ctx.Done()
			return nil, ctx.Err()
		}})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for i := range 20 {
			tg, err := parseTarget(fmt.Sprintf("http://h%d.example.org/", i))
			if err != nil {
				t.Fatal(err)
			}
			if err := b.refuse(t.Context(), r, &tg); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(began); asked != besideDeaf || took != besideDeaf*besideWait {
			t.Errorf("%d lookups in %s", asked, took)
		}
	})
}

func TestProxyThatFails(t *testing.T) {
	o := public()
	for name, tc := range map[string]struct {
		text  string
		cause Cause
		word  string
	}{
		"nonsense":    {"hello\r\n\r\n", CauseProxy, "hello"},
		"closed":      {"", CauseProxy, "EOF"},
		"large":       {"HTTP/1.1 200 OK\r\n" + strings.Repeat("X: y\r\n", 500), CauseProxy, "1024"},
		"bad gateway": {"HTTP/1.1 502 Bad Gateway\r\n\r\n", CauseProxy, "502"},
	} {
		o.Proxy, o.MaxHeader = rawServer(t, says(tc.text, false)), 1024
		t.Run(name, func(t *testing.T) { wantCause(t, newClient(t, o), "https://example.org/", tc.cause, tc.word) })
	}
	o.Proxy = "http://127.0.0.1:1"
	wantCause(t, newClient(t, o), "http://example.org/", CauseProxy, "127.0.0.1:1", "refused")
}

func TestProxyFromEnvironment(t *testing.T) {
	var seen atomic.Value
	proxy := aProxy(t, "", &seen)
	direct := rawServer(t, says(exact["length"], false))
	t.Setenv("http_proxy", strings.Replace(proxy, "http://", "http://u:p%3Awd@", 1))
	t.Setenv("no_proxy", "direct.example")
	o := quick()
	port := direct[strings.LastIndexByte(direct, ':')+1:]
	o.FromEnvironment, o.Resolve = true, []string{"direct.example:" + port + ":127.0.0.1"}
	c := newClient(t, o)
	var a Answer
	get(t, c, "http://example.org/", &a)
	if string(a.Body()) != "by proxy" {
		t.Errorf("http_proxy: %q", a.Body())
	}
	get(t, c, "http://direct.example:"+port, &a)
	if string(a.Body()) != "hello" {
		t.Errorf("no_proxy: %q", a.Body())
	}
	t.Setenv("http_proxy", "socks5://127.0.0.1:1")
	if _, err := NewClient(o); err == nil || !strings.Contains(err.Error(), "socks5") {
		t.Errorf("a proxy of another kind: %v", err)
	}
}

func TestCookies(t *testing.T) {
	url := rawServer(t, func(c net.Conn, r *http.Request) bool {
		set := ""
		switch r.URL.Path {
		case "/set":
			set = "Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; Path=/sub\r\nSet-Cookie: bad\xff=\"\x01\r\nSet-Cookie: c=3; Domain=example\r\n" +
				"Set-Cookie: d=4; Domain=site.example\r\nSet-Cookie: s=5; Secure\r\n"
		case "/many":
			set = strings.Repeat("Set-Cookie: x=y; Path=/z\r\n", 100) + "Set-Cookie: late=1\r\nSet-Cookie: long=" + strings.Repeat("l", 5000) + "\r\n"
		}
		got := r.Header.Get("Cookie")
		_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n%s", set, len(got), got)
		return true
	})
	port := url[strings.LastIndexByte(url, ':')+1:]
	o := quick()
	o.Cookies, o.Resolve = true, []string{"*:" + port + ":127.0.0.1"}
	c := newClient(t, o)
	var a Answer
	at := func(host, path string) string {
		get(t, c, "http://"+host+":"+port+path, &a)
		return string(a.Body())
	}
	for _, step := range []struct{ host, path, want string }{
		{"www.site.example", "/set", ""},
		{"www.site.example", "/", "a=1; d=4"},
		{"www.site.example", "/sub/page", "b=2; a=1; d=4"},
		{"www2.site.example", "/", "d=4"},
		{"other.example", "/", ""},
		{"www.site.example", "/many", "a=1; d=4"},
		{"www.site.example", "/", "a=1; d=4"},
	} {
		if got := at(step.host, step.path); got != step.want {
			t.Errorf("%s%s got cookies %q, want %q", step.host, step.path, got, step.want)
		}
	}
	c.jar.size = maxCookieBytes
	at("www.site.example", "/set")
	if got := at("www2.site.example", "/"); got != "d=4" || c.jar.size > 10_000 {
		t.Errorf("a full jar was not emptied: %q, %d bytes", got, c.jar.size)
	}
	if got, err := http.ReadRequest(bufio.NewReader(strings.NewReader(string(a.Request)))); err != nil || got.Header.Get("Cookie") != "d=4" {
		t.Errorf("recorded request %q: %v", a.Request, err)
	}
}
