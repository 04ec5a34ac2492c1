package compare

import (
	"context"
	"fmt"

	"weft/answers/answer"
	"weft/graph/kinds"
	"weft/internal/mem"
	"weft/internal/par"
	"weft/stats"
	"weft/store"
)

// Options of [Run].
type Options struct {
	// A and B are compared: what A has and B has not is gone, what B has and A has not is new.
	A, B *store.Crawl
	// Fetched takes only fetched pages for pages, and only the arcs between them for arcs.
	Fetched bool
	// Ranking is the name of a ranking, or of another vector that is saved in both crawls; NoRanking or empty for
	// none. A ranking that is not saved in a crawl is computed.
	Ranking string
	// Top is the number of reported hosts, and of reported moves in each direction.
	Top int
	// Table, if not empty, is a Parquet file to write: a row for each page of either crawl.
	Table string
	// More adds [Comparison.More].
	More bool
	// ScoresA and ScoresB are the scores of the ranking; where nil, they are read or computed.
	ScoresA, ScoresB *Scores
	// Of these, Memory of 0 stands for half of the machine's. There is no filter.
	answer.Options

	arcs kinds.Set // that count
}

// NoRanking leaves rankings out.
const NoRanking = "none"

func (o *Options) setDefaults() (err error) {
	o.Workers = par.Workers(o.Workers)
	o.Memory = mem.OrHalf(o.Memory)
	if o.arcs, err = o.Arcs(); err != nil {
		return err
	}
	o.Top = max(o.Top, 0)
	if o.Ranking == NoRanking {
		o.Ranking = ""
	}
	if int64(max(o.A.NumPages(), o.B.NumPages())) > int64(hidden) {
		return fmt.Errorf("more than %d pages cannot be compared", hidden)
	}
	return store.SameNames(o.A, o.B)
}

// tableBytes is the memory for writing a table and keeping lists of hosts and moves.
const (
	tableBytes = 12 << 20
	tablePart  = "a table, and lists of hosts and moves"
)

// Views returns the views of both crawls with their memory. That is 4 bytes per page of A and an eighth of a byte per
// page of B. With a ranking add 8 bytes per page of either, and 72 per page of the smaller crawl. Everything except the
// bits may lie in scratch files.
func (o *Options) Views(ctx context.Context) (a, b store.ViewOptions, err error) {
	v, err := o.View(ctx, "a comparison", true, false, store.Need{})
	if err != nil {
		return v, v, err
	}
	v.Stream, v.Singly = true, true
	p, err := o.B.Plan(v)
	if err != nil {
		return v, v, err
	}
	n, m := int64(o.A.NumPages()), int64(o.B.NumPages())
	a, b = v, v
	a.Need = store.Arrays("which page is which", 4*n).And(store.Heap("which pages are in both", m/8)).
		And(store.Heap(tablePart, tableBytes)).And(store.Heap("the view of the other crawl", p.NeedBytes-mem.Base))
	if o.Ranking != "" {
		a.Need = a.Need.And(store.Arrays("the scores of both", 8*(n+m))).And(store.Arrays("their ranks", keptBytes*min(n, m)))
	}
	if o.Ranking != "" && o.More {
		a.Need = a.Need.And(store.Arrays("pairs of the pages that both fetched", (stats.PairBytes+8)*min(n, m)))
	}
	return a, b, nil
}
