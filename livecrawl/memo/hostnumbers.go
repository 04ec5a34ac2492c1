package memo

import (
	"weft/crawl"
	"weft/internal/mem"
	"weft/web/weburl"
)

// hostNumbers numbers hosts for the strategy that takes them in turn, in the order in which it meets them.
type hostNumbers struct {
	of   map[string]uint32
	list []string
	text int64 // bytes of their names
}

func (h *hostNumbers) number(l crawl.Link) uint32 {
	host := weburl.Cut(l.Name).Authority
	if n, ok := h.of[string(host)]; ok {
		return n
	}
	n := uint32(len(h.list)) //nolint:gosec // fewer than pages
	h.list = append(h.list, string(host))
	h.of[string(host)] = n
	h.text += int64(len(host))
	return n
}

func (h *hostNumbers) set(list []string) {
	h.list, h.of, h.text = list, make(map[string]uint32, len(list)), 0
	for i, host := range list {
		h.text += int64(len(host))
		h.of[host] = uint32(i) //nolint:gosec // fewer than pages
	}
}

// learn implements [tracker]: the strategy has already requested the numbers of all new hosts.
func (h *hostNumbers) learn(*event) error { return nil }

func (h *hostNumbers) save(s *saved) { s.Groups = h.list }

func (h *hostNumbers) load(s *saved) error {
	h.set(s.Groups)
	return nil
}

// bytes counts the name of each host, in list and map, and its queue in the strategy.
func (h *hostNumbers) bytes() int64 {
	return mem.SavedMap(len(h.list), 24) + mem.SavedList(len(h.list), 24) + 160*int64(len(h.list)) + 6*h.text
}
