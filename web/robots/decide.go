package robots

import (
	"strconv"
	"strings"
)

// An Outcome is the result of fetching a robots.txt.
type Outcome uint8

// The outcomes.
const (
	Parsed      Outcome = iota // there is one, and its rules hold
	Unavailable                // there is none: everything may be fetched
	Unreachable                // unknown: nothing may be fetched for now
)

// MaxRedirects is the number of redirects in a row that are followed to a robots.txt, also to other hosts. The
// file found holds for the host of the first request (section 2.3.1.2).
const MaxRedirects = 5

// An Answer is the final response to a request for /robots.txt, after redirects.
type Answer struct {
	Status int    // of HTTP; 0 if no response came, be it for the network, DNS or TLS
	Body   []byte // of a 2xx response, decompressed; only the first [MaxSize] bytes and one more are read
}

// Decide returns the rules that hold after a response (RFC 9309, section 2.3.1):
//
//   - 2xx: the rules in the file;
//   - 3xx (after [MaxRedirects], or in a loop) and 4xx: everything is allowed;
//   - 5xx, no response, and invalid statuses: nothing is allowed.
//
// Unlike the RFC, and like Google, weft treats 429 Too Many Requests like 5xx: a server that wants fewer requests
// does not invite a crawl. While a site is unreachable, a crawler may use the rules that it has kept.
func Decide(a Answer, o Options) (*Rules, Outcome) {
	switch {
	case 200 <= a.Status && a.Status < 300:
		return Parse(a.Body, o), Parsed
	case 300 <= a.Status && a.Status < 500 && a.Status != 429:
		return nil, Unavailable
	}
	return disallowAll, Unreachable
}

// Limits of the result of Lifetime, in seconds.
const (
	MaxLifetime = 24 * 3600 // section 2.4
	MinLifetime = 5 * 60    // for responses that must not be stored: a crawler does not ask before each page
)

// Lifetime returns for how many seconds an outcome holds. It is 24 hours, or the max-age of the response's Cache-Control
// header between [MinLifetime] and [MaxLifetime]; no-store and no-cache are MinLifetime. Of something Unreachable it is
// an hour: then it is requested again. Several header fields are joined by a comma. Expires and Age are left aside.
func Lifetime(o Outcome, cacheControl string) int64 {
	if o == Unreachable {
		return 3600
	}
	life := int64(MaxLifetime)
	for item := range strings.SplitSeq(cacheControl, ",") {
		name, value, _ := strings.Cut(trim(item), "=")
		switch strings.ToLower(trim(name)) {
		case "no-store", "no-cache":
			return MinLifetime
		case "max-age":
			age, err := strconv.ParseUint(strings.Trim(value, blanks+`"`), 10, 31)
			if err == nil {
				life = min(life, max(int64(age), MinLifetime))
			}
		}
	}
	return life
}
