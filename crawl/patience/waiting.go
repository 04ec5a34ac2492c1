package patience

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"weft/crawl"
	"weft/internal/digits"
	"weft/internal/mem"
	"weft/web/weburl"
)

// A Waiting counts the pages and hosts for which a crawl waits.
//
//json:object unanswered
type Waiting struct {
	Pages int       `json:"pages"`          // pages that were picked and are still unanswered
	Hosts int       `json:"hosts"`          // hosts of these pages
	Next  time.Time `json:"next,omitzero"`  // time of the next request, RFC 3339
	Host  string    `json:"host,omitempty"` // host of the next request
	// pages that failed, and that the next run requests again
	Failed int `json:"failed,omitempty"`
	// pages that were kept in part, and that the next run requests again
	Parts int `json:"parts,omitempty"`
}

// Again returns how many pages the next run requests again.
func (u Waiting) Again() int { return u.Pages + u.Failed + u.Parts }

// String returns it as text.
func (u Waiting) String() string {
	return fmt.Sprintf("waiting for %s of %s", digits.Plural(u.Pages, "page"), digits.Plural(u.Hosts, "host"))
}

// Waiting counts the pages that wait, and the pages that were given up with a response. It does not count pages that a shared
// frontier is to hand out.
func (a *Patience) Waiting() (u Waiting) {
	a.mu.Lock()
	defer a.mu.Unlock()
	of := map[string]bool{}
	for _, w := range a.pages {
		switch {
		case w.state == shared:
		case !w.final:
			u.Pages++
			of[w.origin.host()] = true
		case w.mute:
		case w.part:
			u.Parts++
		default:
			u.Failed++
		}
	}
	u.Hosts = len(of)
	if a.alarms.Len() > 0 {
		first := a.alarms.First()
		u.Next = first.at
		if o := cmp.Or(first.origin, a.pages[first.page].origin); o != nil {
			u.Host = o.host()
		}
	}
	return u
}

func (o *origin) host() string { return string(weburl.Cut([]byte(o.name)).Authority) }

// Each calls f with each page that waits, in the order of their numbers, and why. It leaves out pages that a shared frontier
// is to hand out, as Waiting does.
func (a *Patience) Each(f func(p crawl.Page, reason string) error) error {
	a.mu.Lock()
	list := make([]crawl.Page, 0, len(a.pages))
	reasons := make(map[crawl.Page]string, len(a.pages))
	for p, w := range a.pages {
		if !w.final && w.state != shared {
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

// A Saved is a page that waits, in the form of checkpoints.
type Saved struct {
	Page          crawl.Page
	GaveUp, Final bool
	Status        int16
	Part          bool // with Final: a part of the page is kept
	// Mute leaves the page out of a [Waiting]: the page is larger than a limit of the run, or the crawl guessed its URL.
	Mute bool
}

// Save returns the pages that wait, in the order of their numbers. The list is a function of the log: Begin, the clock
// and Next do not change it.
func (a *Patience) Save() []Saved {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := make([]Saved, 0, len(a.pages))
	for p, w := range a.pages {
		list = append(list, Saved{p, w.gaveUp, w.final, w.status, w.part, w.mute})
	}
	slices.SortFunc(list, func(x, y Saved) int { return cmp.Compare(x.Page, y.Page) })
	return list
}

// Load takes pages that Save returned; origin returns the origin of each.
func (a *Patience) Load(list []Saved, origin func(crawl.Page) (string, error)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range list {
		name, err := origin(s.Page)
		if err != nil {
			return err
		}
		a.keep(a.originOf(name), s)
	}
	return nil
}

// Bytes bounds the memory with twice what was measured, see the package comment.
func (a *Patience) Bytes() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return 120*int64(len(a.pages)) + 226*int64(len(a.alone)) + 620*int64(len(a.origins)) + mem.SavedMap(len(a.answered), 9) + mem.SavedMap(len(a.silent), 64)
}

// Waits reports whether a page waits for another request in this run.
func (a *Patience) Waits(p crawl.Page) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	w, ok := a.pages[p]
	return ok && w.state != kept && w.state != givenUp && w.state != shared
}

// Retried returns pages of earlier runs that this run requests again, in the order of their numbers. They are the pages
// that were given up, or all pages.
func (a *Patience) Retried(all bool) []crawl.Page {
	a.mu.Lock()
	defer a.mu.Unlock()
	var list []crawl.Page
	for p, w := range a.pages {
		if (all || w.gaveUp) && w.state != kept && w.state != givenUp {
			list = append(list, p)
		}
	}
	slices.Sort(list)
	return list
}
