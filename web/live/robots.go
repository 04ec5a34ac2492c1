package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"weft/internal/inert"
	"weft/web/robots"
	"weft/web/warc"
	"weft/web/weburl"
)

// A Fetch requests a URL, as [Client.Get] does. The Fetch of a crawl also records the exchange and waits for its
// turn. An error with a Cause, except CauseCancelled and CauseLocal, means that robots.txt is unreachable. Ask
// returns any other error to its caller unchanged.
type Fetch func(ctx context.Context, url string, a *Answer) error

// RobotsOptions say how robots.txt is kept. The zero value, with an Agent, is RFC 9309.
type RobotsOptions struct {
	Agent  string // the User-Agent, or the product token with which it begins; required
	Ignore bool   // everything is allowed, and nothing fetched
	Google bool   // read as Google does, see robots.Options

	MaxBytes int64 // of all that is kept, 64 MiB: those asked for least recently are forgotten

	// Retry is the first delay before an unreachable robots.txt is requested again, a minute. Each further delay
	// doubles, up to an hour. After Tries fetches in a row, 5, the verdict is final. Further requests follow, for
	// the sake of later pages.
	Retry time.Duration
	Tries int
}

// A Verdict is the decision of robots.txt about a page.
type Verdict struct {
	Allowed bool
	// Reason is why a page is not allowed: "robots: Disallow /private", or "robots: unreachable" with the error.
	Reason string

	// Later reports that the decision is not known because robots.txt is unreachable: ask again, at Again at the
	// earliest. If neither Allowed nor Later is set, the page must be left out. If Err is set too, robots.txt
	// stayed unreachable and the page has failed.
	Later bool
	Again time.Time
	Err   error // why robots.txt is unreachable, also if old rules are kept

	Unread bool // robots.txt could not be read, and no older one is known

	CrawlDelay time.Duration // -1 if there is none
	Sitemaps   []string      // as they stand in the file, up to 64 KiB; the keeper's own
}

// Robots keeps what robots.txt files say, one for each scheme, host and port. It is safe for concurrent use.
type Robots struct {
	fetch Fetch
	opts  RobotsOptions
	token string

	mu   sync.Mutex
	kept kept
}

// NewRobots returns a keeper. The error says that the agent has no product token.
func NewRobots(fetch Fetch, o RobotsOptions) (*Robots, error) {
	token := ProductToken(o.Agent)
	if token == "" && !o.Ignore {
		return nil, fmt.Errorf("robots.txt: user agent %q does not begin with a product token, letters, \"-\" and \"_\"", o.Agent)
	}
	o.MaxBytes = cmp.Or(o.MaxBytes, 64<<20)
	o.Retry = cmp.Or(o.Retry, time.Minute)
	o.Tries = cmp.Or(o.Tries, 5)
	return &Robots{fetch: fetch, opts: o, token: token, kept: newKept(o.MaxBytes)}, nil
}

// ProductToken returns the letters, "-" and "_" that a User-Agent begins with (RFC 9309, section 2.2.1): by these groups of
// a robots.txt are chosen.
func ProductToken(agent string) string {
	end := strings.IndexFunc(agent, func(c rune) bool {
		return (c|0x20 < 'a' || c|0x20 > 'z') && c != '-' && c != '_'
	})
	if end < 0 {
		return agent
	}
	return agent[:end]
}

// Ask reports whether a page may be fetched. If its robots.txt is not known, or has expired, Ask fetches it first
// and follows up to robots.MaxRedirects redirects. Other calls for the same site wait meanwhile. The error is the
// error of the context, of an invalid URL, or an error of the caller from Fetch.
func (r *Robots) Ask(ctx context.Context, url string) (Verdict, error) {
	t, err := parseTarget(url)
	if err != nil {
		return Verdict{}, err
	}
	if r.opts.Ignore {
		return Verdict{Allowed: true, CrawlDelay: -1}, nil
	}
	for {
		s, wait := r.claim(t.site)
		if wait == nil && s.busy == nil {
			return r.verdict(s, t.path), nil
		}
		if wait == nil {
			return r.renew(ctx, s, t.path)
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return Verdict{}, cancelled(ctx)
		}
	}
}

// claim returns a copy of a site's state. If the state has expired, busy is set and the caller must renew it. If
// another call already renews it, the caller must wait.
func (r *Robots) claim(key string) (s site, wait <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.kept.get(key)
	switch {
	case p.busy != nil:
		return site{}, p.busy
	case time.Now().Before(p.until):
		return *p, nil
	}
	p.busy = make(chan struct{})
	return *p, nil
}

// renew fetches the robots.txt of a site that the caller has claimed.
func (r *Robots) renew(ctx context.Context, s site, path string) (Verdict, error) {
	err := r.read(ctx, &s)
	busy := s.busy
	s.busy = nil
	r.mu.Lock()
	r.kept.set(s)
	r.mu.Unlock()
	close(busy)
	if err != nil {
		return Verdict{}, err
	}
	return r.verdict(s, path), nil
}

// verdict judges a path.
func (r *Robots) verdict(s site, path string) Verdict {
	v := Verdict{Allowed: true, CrawlDelay: -1, Sitemaps: s.sitemaps, Err: s.err}
	if s.err != nil && !s.known {
		v.Unread, v.Allowed = true, path == "/robots.txt"
		v.Later = !v.Allowed && s.tries < r.opts.Tries && temporary(s.err)
		v.Again = s.until
		v.Reason = inert.First("robots: unreachable: "+s.err.Error(), maxReason)
		return v
	}
	if ms, ok := s.policy.DelayMillis(); ok {
		v.CrawlDelay = time.Duration(ms) * time.Millisecond
	}
	if !s.policy.Allowed(path) {
		v.Allowed, v.Reason = false, inert.First("robots: "+s.policy.Rule(path), maxReason)
	}
	return v
}

// temporary reports whether it makes sense to ask for a robots.txt again.
func temporary(err error) bool {
	cause := CauseOf(err)
	return cause == NoCause || cause.Temporary()
}

// maxReason bounds the reason of a verdict, which can quote a file.
const maxReason = 200

// A reading holds the buffers for reading a robots.txt.
type reading struct {
	answer   Answer
	response warc.Response
}

var readings = sync.Pool{New: func() any {
	return &reading{answer: Answer{Limit: robots.MaxSize + 1}, response: warc.Response{MaxBody: robots.MaxSize + 1}}
}}

// read fetches a robots.txt and stores the outcome in s. After an error of the caller or of the context, s is
// unchanged.
func (r *Robots) read(ctx context.Context, s *site) error {
	rd := readings.Get().(*reading)
	defer func() {
		rd.answer.Release()
		readings.Put(rd)
	}()
	answer, cacheControl, reason, err := r.follow(ctx, s.key+"/robots.txt", rd)
	if err != nil {
		return err
	}
	rules, outcome := robots.Decide(answer, robots.Options{Google: r.opts.Google})
	life := time.Duration(robots.Lifetime(outcome, cacheControl)) * time.Second
	if outcome != robots.Unreachable {
		s.policy, s.sitemaps = rules.For(r.token), keepSitemaps(rules)
		s.known, s.err, s.tries, s.until = true, nil, 0, time.Now().Add(life)
		return nil
	}
	s.err = reason
	s.until = time.Now().Add(min(life, r.opts.Retry<<min(s.tries, 12)))
	s.tries++
	return nil
}

// errStatusOf says that a robots.txt was answered with a status that tells nothing.
var errStatusOf = errors.New("the response for robots.txt has status")

// follow requests a robots.txt and follows its redirects. It returns the reason if the response is of no use.
func (r *Robots) follow(ctx context.Context, url string, rd *reading) (a robots.Answer, cacheControl string, reason, err error) {
	for hops := 0; ; hops++ {
		err := r.fetch(ctx, url, &rd.answer)
		switch cause := CauseOf(err); {
		case err != nil && (cause == NoCause || cause == CauseCancelled || cause == CauseLocal):
			return a, "", nil, err
		case err != nil:
			return a, "", err, nil
		}
		a.Status = rd.answer.Status
		if to := location(&rd.answer); to != "" && hops < robots.MaxRedirects {
			url = to
			continue
		}
		break
	}
	cacheControl = strings.Join(slices.Collect(rd.answer.Fields("Cache-Control")), ",")
	if a.Status/100 != 2 {
		return a, cacheControl, fmt.Errorf("%w %d", errStatusOf, a.Status), nil
	}
	if cutOff := rd.answer.Truncated; cutOff == TruncatedTime || cutOff == TruncatedDisconnect {
		return robots.Answer{}, "", fail(CauseReset, "robots.txt is incomplete (%s)", cutOff), nil
	}
	if err := rd.response.Parse(rd.answer.Response); err != nil {
		return robots.Answer{}, "", &Error{Cause: CauseProtocol, Err: err}, nil
	}
	if rd.response.BrokeOff && rd.answer.Truncated == "" {
		return robots.Answer{}, "", fail(CauseReset, "robots.txt is incomplete (its content coding breaks off)"), nil
	}
	a.Body = rd.response.Body
	return a, cacheControl, nil, nil
}

// location returns the target of a redirect, "" if the response is not a redirect.
func location(a *Answer) string {
	switch a.Status {
	case 301, 302, 303, 307, 308:
		to, err := weburl.Resolve(a.URL, a.Location())
		if err == nil && a.Location() != "" && strings.HasPrefix(to, "http") {
			bare, _ := weburl.CutUserinfo([]byte(to))
			return string(bare)
		}
	}
	return ""
}
