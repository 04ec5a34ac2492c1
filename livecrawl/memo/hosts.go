package memo

import (
	"strings"

	"weft/crawl"
	"weft/internal/mem"
	"weft/livecrawl/visit"
)

// hosts tracks what was picked and received of each.
type hosts struct {
	of   map[string]*hostCount
	text int64 // bytes of their names
}

// A hostCount counts the picked pages of a host.
type hostCount struct {
	picked  int
	fetched int
	bytes   uint64
	begin   crawl.Page // the first that was picked
	// good are pages that were fetched by http and by https, plus 1: the last small ones in HTML, if there are any.
	good [2]crawl.Page
}

// largestGood is the largest number of bytes of a response that counts as small.
const largestGood = 256 << 10

// goodOf returns a page of an origin that was fetched, and whether there is one. fetched reports whether any page of the
// origin was; checkpoints of earlier versions do not tell http and https apart.
func (h *hostCount) goodOf(origin string) (p crawl.Page, ok, fetched bool) {
	if h == nil {
		return 0, false, false
	}
	if p := h.good[isSecure(origin)]; p > 0 {
		return p - 1, true, true
	}
	return 0, false, h.fetched > 0 && h.good == [2]crawl.Page{}
}

func isSecure(origin string) int {
	if strings.HasPrefix(origin, "https:") {
		return 1
	}
	return 0
}

func (x *hosts) get(name string) *hostCount {
	h := x.of[name]
	if h == nil {
		h = new(hostCount)
		x.of[name] = h
		x.text += int64(len(name))
	}
	return h
}

// learn implements [tracker]. A page that is left out does not count for the limit of its host.
func (x *hosts) learn(e *event) error {
	if e.visit == nil {
		return nil
	}
	h := x.get(e.visit.Host)
	if e.shut() && e.visit.Role == visit.PageRole && e.visit.Out == "" && h.picked > 0 {
		h.picked--
	}
	h.bytes += e.note.Size
	if e.fetched() && !e.again {
		h.fetched++
	}
	if e.fetched() {
		if good, n := &h.good[isSecure(e.visit.Origin)], e.note; !n.IsPart() && (*good == 0 || n.HTML && n.Size <= largestGood && !n.Pretends) {
			*good = e.visit.Pick.Page + 1
		}
	}
	return nil
}

// bytes counts the name and the count of each host, their copy for a checkpoint, and the memory of scheduler,
// resolver and others per host.
func (x *hosts) bytes() int64 {
	return mem.SavedMap(len(x.of), 24) + mem.SavedMap(len(x.of), 72) + 448*int64(len(x.of)) + 4*x.text
}

type hostState struct {
	Picked, Fetched int
	Bytes           uint64
	First           crawl.Page
	Good            [2]crawl.Page
}

func (x *hosts) save(s *saved) {
	s.Hosts = make(map[string]hostState, len(x.of))
	for name, h := range x.of {
		s.Hosts[name] = hostState{h.picked, h.fetched, h.bytes, h.begin, h.good}
	}
}

func (x *hosts) load(s *saved) error {
	for name, h := range s.Hosts {
		*x.get(name) = hostCount{h.Picked, h.Fetched, h.Bytes, h.First, h.Good}
	}
	return nil
}
