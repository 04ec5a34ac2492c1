package missing

import (
	"context"
	"slices"
	"strconv"

	"weft/crawl"
	"weft/graph"
	"weft/internal/mem"
	"weft/livecrawl/ledger"
	"weft/store"
	"weft/web/live"
)

// logged is the source of a live crawl: its log.
type logged struct{ *ledger.Ledger }

// logBytes is about the memory of the log of the live crawl in a folder.
func logBytes(dir string) (int64, error) {
	n, err := ledger.KnownURLs(dir)
	return ledger.Bytes(dir, n), err
}

// openLog opens the log of the live crawl in a folder within a memory budget in bytes.
func openLog(ctx context.Context, dir string, memory int64) (logged, error) {
	need, err := logBytes(dir)
	if err == nil {
		err = mem.Check("missing", need, memory)
	}
	if err != nil {
		return logged{}, err
	}
	l, err := ledger.Open(ctx, dir)
	return logged{l}, err
}

func (s logged) each(f func(u *url) error) error {
	return s.Each(func(p crawl.Page, name []byte, e ledger.Entry) error {
		u := url{number: uint32(p), name: name, class: classOf(&e), reason: e.Reason, links: e.Links, from: uint32(e.Via)}
		u.aside, u.final = e.Aside, e.Fate == ledger.Rejected
		if u.class == CutShort && e.Aside {
			u.class = map[bool]string{true: Sitemaps, false: Requisites}[e.Map || e.Guess]
		}
		return f(&u)
	})
}

func (s logged) named() bool { return true }

func (s logged) name(u uint32) (string, error) {
	b, err := s.Name(nil, crawl.Page(u))
	return string(b), err
}

// graphed is the source of a stored crawl: states and links of its graph.
type graphed struct {
	ctx   context.Context //nolint:containedctx // a source lives as long as one answer
	c     *store.Crawl
	in    graph.Random
	facts *store.FactReader // nil if the crawl has none
}

func (s graphed) each(f func(u *url) error) error {
	var name []byte
	var pred []graph.Node
	for u := range graph.Node(s.c.NumPages()) { //nolint:gosec // pages are nodes
		if u%(1<<14) == 0 && s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		x := url{number: uint32(u), class: byState[s.c.State(u)], from: none}
		var err error
		if name, err = s.append(name[:0], u); err != nil {
			return err
		}
		x.name = name
		if x.class != Here && x.class != Redirected {
			if pred, err = s.in.AppendSucc(pred[:0], u); err != nil {
				return err
			}
			pred = slices.DeleteFunc(pred, func(v graph.Node) bool { return v == u })
			if x.links = len(pred); len(pred) > 0 {
				x.from = uint32(pred[0])
			}
		}
		if x.class == Failed || x.class == Excluded {
			if x.reason, err = s.reason(u); err != nil {
				return err
			}
		}
		if err := f(&x); err != nil {
			return err
		}
	}
	return s.c.Damage()
}

// reason returns the status of a page; empty if it is unknown.
func (s graphed) reason(u graph.Node) (string, error) {
	if s.facts == nil {
		return "", nil
	}
	f, err := s.facts.At(u)
	if err != nil || f.Status == 0 {
		return "", err
	}
	return live.StatusName(f.Status), nil
}

// append appends the URL of a page, or its number where there are no names.
func (s graphed) append(dst []byte, u graph.Node) ([]byte, error) {
	if !s.c.HasNames() {
		return strconv.AppendUint(dst, uint64(u), 10), nil
	}
	return s.c.AppendName(dst, u)
}

func (s graphed) named() bool { return s.c.HasNames() }

func (s graphed) name(u uint32) (string, error) {
	b, err := s.append(nil, graph.Node(u))
	return string(b), err
}
