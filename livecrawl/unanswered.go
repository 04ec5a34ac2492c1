package livecrawl

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"weft/crawl"
	"weft/internal/digits"
	"weft/web/weburl"
)

// Unanswered says what a crawl waits for.
//
//json:object unanswered
type Unanswered struct {
	Pages int       `json:"pages"`          // pages that may be fetched later
	Hosts int       `json:"hosts"`          // hosts of these pages
	Next  time.Time `json:"next,omitzero"`  // time of the next request, RFC 3339
	Host  string    `json:"host,omitempty"` // host of the next request
}

// String says it in words.
func (u Unanswered) String() string {
	return fmt.Sprintf("waiting for %s of %s", digits.Plural(u.Pages, "page"), digits.Plural(u.Hosts, "host"))
}

// unanswered counts what waits. Pages that were given up with an answer count as failed.
func (a *patience) unanswered() (u Unanswered) {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := map[string]bool{}
	for _, w := range a.waits {
		if !w.final {
			u.Pages++
			of[string(weburl.Cut([]byte(w.origin.name)).Authority)] = true
		}
	}
	u.Hosts = len(of)
	if a.alarms.Len() > 0 {
		first := a.alarms.First()
		u.Next = first.at
		if o := cmp.Or(first.origin, a.waits[first.page].origin); o != nil {
			u.Host = string(weburl.Cut([]byte(o.name)).Authority)
		}
	}
	return u
}

// each calls f with each page that waits, in the order of their numbers, and why.
func (a *patience) each(f func(p crawl.Page, reason string) error) error {
	a.mu.Lock()
	list := make([]crawl.Page, 0, len(a.waits))
	reasons := make(map[crawl.Page]string, len(a.waits))
	for p, w := range a.waits {
		if !w.final {
			_, reason := w.origin.why(w.status)
			list, reasons[p] = append(list, p), reason
		}
	}
	a.mu.Unlock()
	slices.Sort(list)
	for _, p := range list {
		if err := f(p, reasons[p]); err != nil {
			return err
		}
	}
	return nil
}

func (a *patience) learn(e *event) error {
	if e.waits() {
		a.put(e.visit, e.reply, e.note, e.live)
	}
	return nil
}

// A waitState is a page that was not had.
type waitState struct {
	Page          crawl.Page
	GaveUp, Final bool
	Status        int16
}

// save is that of [tracker]: which pages wait, in the order of their numbers.
func (a *patience) save(s *saved) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s.Waits = make([]waitState, 0, len(a.waits))
	for p, w := range a.waits {
		s.Waits = append(s.Waits, waitState{p, w.gaveUp, w.final, w.status})
	}
	slices.SortFunc(s.Waits, func(x, y waitState) int { return cmp.Compare(x.Page, y.Page) })
}

func (a *patience) load(s *saved) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	var url []byte
	for _, w := range s.Waits {
		var err error
		if url, err = a.names.Name(url[:0], w.Page); err != nil {
			return err
		}
		o := a.origin(originOf(url))
		o.kept++
		a.waits[w.Page] = wait{o, w.GaveUp, w.Final, w.Status}
	}
	return nil
}

// bytes counts twice what was measured, see patience.
func (a *patience) bytes() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return 120*int64(len(a.waits)) + 226*int64(len(a.alone)) + 520*int64(len(a.origins)) + mapped(len(a.answered), 8) + mapped(len(a.silent), 64)
}
