package live

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/publicsuffix"
)

// Limits of the cookies that servers can make weft keep and send.
const (
	maxCookies      = 50 // of a response
	maxCookieSize   = 4 << 10
	maxCookieHeader = 16 << 10
	maxCookieBytes  = 64 << 20 // of the jar, roughly
)

// A jar keeps cookies as browsers do, by the public suffix list. When it is full it is emptied.
type jar struct {
	mu    sync.Mutex
	jar   *cookiejar.Jar
	size  int
	given []Cookie // that it begins with, also when it was emptied
}

func newJar(given []Cookie) *jar {
	j := &jar{given: given}
	j.clear()
	return j
}

func (j *jar) clear() {
	j.jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // never fails
	j.size = 0
	for i := range j.given {
		c := &j.given[i]
		j.jar.SetCookies(&c.url, []*http.Cookie{&c.cookie})
	}
}

// header returns the value of the Cookie field for a target; "" without cookies.
func (j *jar) header(t *target) string {
	j.mu.Lock()
	held := j.jar
	j.mu.Unlock()
	var b strings.Builder
	for _, c := range held.Cookies(t.cookieURL()) {
		pair := c.Name + "=" + c.Value
		if b.Len()+len(pair) > maxCookieHeader || !plainText(pair) {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(pair)
	}
	return b.String()
}

// learn stores the cookies of a response.
func (j *jar) learn(t *target, a *Answer) {
	var cookies []*http.Cookie
	size := 0
	for line := range a.Fields("Set-Cookie") {
		if len(line) > maxCookieSize || len(cookies) == maxCookies {
			continue
		}
		if c, err := http.ParseSetCookie(line); err == nil {
			cookies = append(cookies, c)
			size += len(line) + 200
		}
	}
	if len(cookies) == 0 {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.size += size; j.size > maxCookieBytes {
		j.clear()
	}
	j.jar.SetCookies(t.cookieURL(), cookies)
}

// cookieURL is the URL as the jar wants it.
func (t *target) cookieURL() *url.URL {
	path, _, _ := strings.Cut(t.path, "?")
	return &url.URL{Scheme: t.scheme(), Host: t.authority, Path: path}
}
