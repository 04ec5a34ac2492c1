package robots

import "testing"

// RFC 9309, section 2.3.1, status by status.
func TestDecide(t *testing.T) {
	body := []byte("user-agent: *\ndisallow: /x")
	for _, c := range []struct {
		status  int
		outcome Outcome
		a, x    bool // whether /a and /x may be fetched
	}{
		{200, Parsed, true, false},
		{206, Parsed, true, false},
		{301, Unavailable, true, true},
		{304, Unavailable, true, true},
		{400, Unavailable, true, true},
		{401, Unavailable, true, true},
		{403, Unavailable, true, true},
		{404, Unavailable, true, true},
		{410, Unavailable, true, true},
		{429, Unreachable, false, false},
		{500, Unreachable, false, false},
		{503, Unreachable, false, false},
		{0, Unreachable, false, false},
		{100, Unreachable, false, false},
		{999, Unreachable, false, false},
	} {
		r, outcome := Decide(Answer{Status: c.status, Body: body}, Options{})
		if a, x := r.Allowed("bot", "/a"), r.Allowed("bot", "/x"); outcome != c.outcome || a != c.a || x != c.x {
			t.Errorf("%d: got %v, /a %v, /x %v, want %v, %v, %v", c.status, outcome, a, x, c.outcome, c.a, c.x)
		}
		if !r.Allowed("bot", "/robots.txt") || len(r.Sitemaps()) != 0 {
			t.Errorf("%d: robots.txt is not allowed, or there are sitemaps", c.status)
		}
	}
}

func TestLifetime(t *testing.T) {
	for _, c := range []struct {
		outcome Outcome
		header  string
		want    int64
	}{
		{Parsed, "", 86400},
		{Unavailable, "", 86400},
		{Unreachable, "max-age=86400", 3600},
		{Parsed, "max-age=3600", 3600},
		{Parsed, "public, Max-Age=\"7200\"", 7200},
		{Parsed, "max-age=999999", 86400},
		{Parsed, "max-age=0", MinLifetime},
		{Parsed, "no-cache, max-age=7200", MinLifetime},
		{Parsed, "No-Store", MinLifetime},
		{Parsed, "max-age=-1, max-age=x, max-age", 86400},
		{Parsed, "s-maxage=60, private", 86400},
	} {
		if got := Lifetime(c.outcome, c.header); got != c.want {
			t.Errorf("%v, %q: got %d, want %d", c.outcome, c.header, got, c.want)
		}
	}
}
