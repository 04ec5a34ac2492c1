package watch

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weft/crawl/polite"
	"weft/internal/digits"
	"weft/internal/inert"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/livecrawl/memo"
	"weft/web/live"
)

// A Standing is the state of a crawl as text, for all views.
type Standing struct {
	Crawl   string  `json:"crawl"` // the name of its folder
	What    string  `json:"what"`  // where it began, and how it continues
	State   string  `json:"state"` // running, paused or ending
	Why     string  `json:"why"`   // it ends
	Elapsed string  `json:"elapsed"`
	Share   float64 `json:"share"` // that is done; less than 0 if that cannot be said
	Goal    string  `json:"goal"`
	Left    string  `json:"left"`

	Pages  []Figure `json:"pages"`
	Rates  []Figure `json:"rates"`
	States []Figure `json:"states"`
	Errors []Figure `json:"errors"` // the most frequent first
	Rules  []Figure `json:"rules"`
	Waits  string   `json:"waits"` // what it waits for
	News   string   `json:"news"`  // the last message
	Trust  []Figure `json:"trust"` // how far the ranking can be trusted
	Hosts  []Figure `json:"hosts"`
	Slow   []Host   `json:"slow"` // that will take longest
	Busy   []Figure `json:"busy"` // pages by the time that they take
	Memory string   `json:"memory"`
	Ends   string   `json:"ends"` // what ends the crawl

	CanPause bool `json:"can_pause"`
}

// A Figure is a number with its name.
type Figure struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Host is one whose pages will take long.
type Host struct {
	Name     string `json:"name"`
	Waiting  string `json:"waiting"`
	Busy     string `json:"busy"`
	Delay    string `json:"delay"`
	Next     string `json:"next"`
	Took     string `json:"took"`
	Left     string `json:"left"`
	Failures string `json:"failures"`
}

// A sample is how a crawl stood at a time.
type sample struct {
	livecrawl.Status
	now   time.Time
	about livecrawl.About
	first memo.Counts
	// wide says that names may have all characters that show, as on a page; a terminal counts columns, and gets ASCII.
	wide bool
}

// show makes a text from outside harmless.
func (s *sample) show(text string) string {
	if s.wide {
		return inert.Text(text)
	}
	return inert.ASCII(text)
}

// States of a run.
const (
	running = "running"
	paused  = "paused"
	ending  = "ending"
)

// shown is how many errors, rules, hosts and pages are named at most.
const shown = 5

// newView puts a status into words.
func newView(s *sample) Standing {
	v := Standing{
		Crawl: s.show(filepath.Base(s.about.Dir)), What: whatOf(s), State: running, Why: s.show(s.Why), Elapsed: digits.Duration(s.Elapsed), Memory: digits.Size(s.Memory),
		Ends: s.show(endsOf(s)), CanPause: s.about.Web == folder.Live,
	}
	switch {
	case s.Why != "":
		v.State = ending
	case s.Paused:
		v.State = paused
	}
	v.Pages = []Figure{{"fetched", digits.Grouped(s.Fetched)}, {"known", digits.Grouped(s.Known)}, {"not requested", digits.Grouped(s.Waiting)}}
	v.Rates = []Figure{
		{"pages/s now", rate(s.PageRate)},
		{"mean", rate(s.mean())},
		{"received", digits.Size(int64(min(s.Bytes, 1<<62)))}, //nolint:gosec // bounded
		{"now", digits.Size(int64(s.ByteRate)) + "/s"},
	}
	v.States = some([]count{
		{"redirected", s.Redirected},
		{"failed", s.Failed},
		{"excluded", s.Excluded},
		{"cut", s.Cut},
		{"absent", s.Absent},
		{"left out", s.LeftOut},
		{"near duplicates", s.Near},
		{"soft 404", s.Soft404},
	})
	var errs, rules []count
	for status, n := range s.Statuses {
		switch {
		case status == leftOut:
		case isRule(status):
			rules = append(rules, count{live.StatusName(status), n})
		case status < 0 || status >= 400:
			errs = append(errs, count{live.StatusName(status), n})
		}
	}
	for rule, n := range s.Rules {
		rules = append(rules, count{s.show(rule), n})
	}
	v.Errors, v.Rules = some(most(errs)), some(most(rules))
	v.Trust, v.Waits, v.News = s.trustFigures(), s.waits(), s.news()
	v.setHosts(s)
	v.setGoal(s)
	return v
}

// waits names the thing for which a crawl waits.
func (s *sample) waits() string {
	var parts []string
	if f := s.Frontier; f != nil {
		parts = append(parts, f.String())
	}
	if u := s.Unanswered; u.Pages > 0 {
		text := s.show(u.String())
		switch d := u.Next.Sub(s.now); {
		case u.Next.IsZero():
		case d > 0 && u.Host != "" && u.Hosts > 1:
			text += fmt.Sprintf(", %s, next request in %s", s.show(u.Host), digits.Duration(d))
		case d > 0 && u.Host != "":
			text += fmt.Sprintf(" (%s), next request in %s", s.show(u.Host), digits.Duration(d))
		case d > 0:
			text += ", next request in " + digits.Duration(d)
		default:
			text += ", next request now"
		}
		parts = append(parts, text)
	}
	if h, ok := s.backingOff(); ok {
		parts = append(parts, fmt.Sprintf("%s of %s, which failed, next request in %s", digits.Plural(h.Items, "page"), s.show(h.Host), digits.Duration(h.Next.Sub(s.now))))
	}
	return strings.Join(parts, "; ")
}

// leastBackOff is how long a host that failed must rest to be named.
const leastBackOff = 2 * time.Second

// backingOff returns, if nothing is being fetched and all that is queued is of hosts that failed, the host that is asked
// next.
func (s *sample) backingOff() (next polite.HostStats, ok bool) {
	if len(s.Busy) > 0 || s.Queue.Turns > 0 || s.Queue.Items == 0 {
		return next, false
	}
	items := 0
	for _, h := range s.Slowest {
		if h.Failures == 0 || h.Next.Sub(s.now) < leastBackOff {
			return next, false
		}
		if items += h.Items; next.Host == "" || h.Next.Before(next.Next) {
			next = h
		}
	}
	return next, items == s.Queue.Items
}

// nextTry returns when a page is requested again, if nothing is left but such pages.
func (s *sample) nextTry() (time.Time, bool) {
	h, backing := s.backingOff()
	switch {
	case s.Learnt == 0:
		return time.Time{}, false
	case backing && (s.Unanswered.Next.IsZero() || h.Next.Before(s.Unanswered.Next)):
		return h.Next, true
	case backing, s.onlyWaits():
		return s.Unanswered.Next, true
	}
	return time.Time{}, false
}

// onlyWaits reports whether only pages that wait for their next try are left.
func (s *sample) onlyWaits() bool {
	return s.Unanswered.Pages > 0 && s.Waiting == 0 && len(s.Busy) == 0 && s.Queue.Turns == 0
}

// freshFor is how long a message is news.
const freshFor = time.Minute + time.Second

// news returns the last message, if it is recent.
func (s *sample) news() string {
	n := len(s.Told)
	if n == 0 || s.now.Sub(s.Told[n-1].Time) > freshFor {
		return ""
	}
	return s.show(s.Told[n-1].Text)
}

// whatOf says where a crawl began and how it continues.
func whatOf(s *sample) string {
	b := new(strings.Builder)
	if len(s.about.Seeds) > 0 {
		b.WriteString(s.show(s.about.Seeds[0]))
	}
	if n := len(s.about.Seeds) - 1; n > 0 {
		fmt.Fprintf(b, " and %s more", digits.Grouped(uint64(n)))
	}
	if s.about.Web != folder.Live {
		fmt.Fprintf(b, " of the %s", s.about.Web)
	}
	return strings.TrimSpace(b.String()) + ", " + s.Strategy
}

func endsOf(s *sample) string {
	list := s.about.Limits.List()
	if len(list) == 0 {
		return "when nothing is left"
	}
	return "when nothing is left, or at " + strings.Join(list, " or ")
}

// setHosts lists hosts, and the pages that are being fetched.
func (v *Standing) setHosts(s *sample) {
	v.Hosts = []Figure{{"met", digits.Grouped(uint64(max(s.Hosts, 0)))}} //nolint:gosec // not negative
	if s.about.Web != folder.Live {
		return
	}
	q := &s.Queue
	for _, f := range []struct {
		name string
		n    int
	}{{"busy", q.Turns}, {"ready", q.Ready}, {"in their delays", q.Timed}, {"pages queued", q.Items}, {"idle workers", q.Workers}} {
		v.Hosts = append(v.Hosts, Figure{f.name, digits.Grouped(uint64(max(f.n, 0)))}) //nolint:gosec // not negative
	}
	for _, h := range s.Slowest[:min(len(s.Slowest), shown)] {
		next := "now"
		if d := h.Next.Sub(s.now); d > 0 {
			next = "in " + digits.Duration(d)
		}
		v.Slow = append(v.Slow, Host{
			Name: s.show(h.Host), Waiting: digits.Grouped(uint64(max(h.Items, 0))), Busy: fmt.Sprint(h.Busy), Delay: digits.Duration(h.Delay), Next: next, //nolint:gosec // not negative
			Took: digits.Duration(h.Took), Left: digits.Roughly(h.Left), Failures: fmt.Sprint(h.Failures),
		})
	}
	for _, b := range s.Busy[:min(len(s.Busy), shown)] {
		v.Busy = append(v.Busy, Figure{s.show(b.URL), digits.Duration(b.For)})
	}
}

// A count is a number with its name.
type count struct {
	name string
	n    uint64
}

// most returns the largest counts, those first.
func most(list []count) []count {
	slices.SortFunc(list, func(a, b count) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.name, b.name)) })
	return list[:min(len(list), shown)]
}

// some returns the counts that are not 0.
func some(list []count) []Figure {
	var out []Figure
	for _, c := range list {
		if c.n > 0 {
			out = append(out, Figure{c.name, digits.Grouped(c.n)})
		}
	}
	return out
}
