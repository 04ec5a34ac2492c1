package robots

import (
	"strconv"
	"strings"
)

// An Outcome is what fetching a robots.txt came to.
type Outcome uint8

// The outcomes.
const (
	Parsed      Outcome = iota // there is one, and its rules hold
	Unavailable                // there is none: everything may be fetched
	Unreachable                // nobody knows: nothing may be fetched, for the time being
)

// MaxRedirects is how many redirects in a row are followed to a robots.txt, to other hosts, too; what is found holds for the
// host that was asked first (section 2.3.1.2).
const MaxRedirects = 5

// An Answer is how a request for /robots.txt ended, redirects followed.
type Answer struct {
	Status int    // of HTTP; 0 if no response came, be it for the network, DNS or TLS
	Body   []byte // of a 2xx response, decompressed; no more than [MaxSize] and one byte are looked at
}

// Decide returns the rules that hold after an answer (RFC 9309, section 2.3.1): of 2xx what is written; of 3xx, which is what
// is left after [MaxRedirects] or in a loop, and of 4xx that everything is allowed; of 5xx, of no response and of whatever
// is no status that nothing is. Unlike the RFC, and like Google, we take 429 Too Many Requests for one of the latter: who
// asks for fewer requests does not invite a crawl. While a site is unreachable, a crawler may go by rules that it has kept.
func Decide(a Answer, o Options) (*Rules, Outcome) {
	switch {
	case 200 <= a.Status && a.Status < 300:
		return Parse(a.Body, o), Parsed
	case 300 <= a.Status && a.Status < 500 && a.Status != 429:
		return nil, Unavailable
	}
	return disallowAll, Unreachable
}

// Bounds of what Lifetime returns, in seconds.
const (
	MaxLifetime = 24 * 3600 // section 2.4
	MinLifetime = 5 * 60    // for what is not to be stored: a crawler does not ask before each page
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
