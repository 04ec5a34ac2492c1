package missing

import (
	"cmp"

	"github.com/cespare/xxhash/v2"

	"weft/internal/topk"
	"weft/web/weburl"
)

// A HostStates counts the pages of a host by state.
//
//json:object states of a host
//json:note `pages` = `fetched` + `partly` + `redirected` + `failed` + `held` + `skipped` + `never` + `unknown`, and `missing` = `pages` − `fetched` − `redirected` − `unknown`.
type HostStates struct {
	Host       string `json:"host" label:"host" show:"host:(no host)"`                     // name and port
	Pages      int64  `json:"pages" label:"known"`                                         // known pages
	Missing    int64  `json:"missing" label:"missing"`                                     // pages that were neither fetched whole nor redirected, of known state
	Fetched    int64  `json:"fetched" label:"fetched"`                                     // pages fetched whole
	Partly     int64  `json:"partly" label:"partly" hide:"zero"`                           // pages of the classes cut-short, shells, cookies and unread
	Redirected int64  `json:"redirected" label:"redirected" hide:"zero"`                   // pages that redirect
	Failed     int64  `json:"failed" label:"failed" hide:"zero"`                           // pages of the classes failed and loops
	Held       int64  `json:"held" label:"held back" hide:"zero"`                          // pages of the class held
	Skipped    int64  `json:"skipped" label:"skipped" hide:"zero"`                         // pages of the classes limit, robots, nofollow, scope, types, excluded and absent
	Never      int64  `json:"never" label:"never requested" hide:"zero"`                   // pages of the classes never and waiting
	Unknown    int64  `json:"unknown,omitempty" label:"unknown" hide:"zero" absent:"none"` // pages whose state is unknown

	first uint32 // a page of the host
}

// count returns the counter of a class.
func (h *HostStates) count(class string) *int64 {
	switch class {
	case Here:
		return &h.Fetched
	case Redirected:
		return &h.Redirected
	case CutShort, Shells, Cookies, Unread:
		return &h.Partly
	case Failed, Loops:
		return &h.Failed
	case Held:
		return &h.Held
	case Never, Waiting:
		return &h.Never
	case Unknown:
		return &h.Unknown
	}
	return &h.Skipped
}

// stateBytes is about the memory of a HostStates in a map.
const stateBytes = 160

// A hostTable counts pages by host, of at most maxHosts hosts.
type hostTable struct {
	hosts  map[uint64]*HostStates
	beyond int64 // pages of further hosts
}

// add counts a page.
func (t *hostTable) add(u *url) {
	hash := xxhash.Sum64(weburl.Cut(u.name).Authority)
	h := t.hosts[hash]
	if h == nil {
		if len(t.hosts) >= maxHosts {
			t.beyond++
			return
		}
		h = &HostStates{first: u.number}
		t.hosts[hash] = h
	}
	h.Pages++
	*h.count(u.class)++
}

// best returns the k hosts with the most missing pages and pages of unknown state; hosts without such pages are left out.
func (t *hostTable) best(k int, s source) ([]HostStates, error) {
	best := topk.New(k, func(a, b *HostStates) int {
		return cmp.Or(cmp.Compare(b.Missing+b.Unknown, a.Missing+a.Unknown), cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.first, b.first))
	})
	for _, h := range t.hosts {
		if h.Missing = h.Pages - h.Fetched - h.Redirected - h.Unknown; h.Missing+h.Unknown > 0 {
			best.Add(h)
		}
	}
	all := []HostStates{}
	for _, h := range best.Sorted() {
		url, err := s.name(h.first)
		if err != nil {
			return nil, err
		}
		h.Host = string(weburl.Cut([]byte(url)).Authority)
		all = append(all, *h)
	}
	return all, nil
}
