package cores

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/internal/digits"
	"weft/making/ingest"
	"weft/store"
)

// Checked counts the cliques that were checked.
//
//json:object cores --check
//json:note A false clique is an error that names file and line.
type Checked struct {
	File  string `json:"file"`           // file that was checked
	Kinds string `json:"kinds"`          // kinds of arcs that count, joined by +
	View  string `json:"view,omitempty"` // filter applied to the crawl, such as between-hosts
	// pages with this many links or more were left out, as fans (links out) and as centers (links in)
	MaxDegree int          `json:"max_degree"`
	Steps     int          `json:"steps"`   // maximum number of steps of the search around one page
	Cliques   int64        `json:"cliques"` // number of cliques in the file
	Shapes    []core.Shape `json:"shapes"`  // shapes of the cliques
	Unsure    int64        `json:"unsure"`  // fans around which the search for a further clique was given up
}

// Blocks are one line, and a doubt.
func (k *Checked) Blocks() []answer.Block {
	all := []answer.Block{answer.Row("right", "%s of %s: complete, in the core, disjoint, and none is left", digits.Plural(k.Cliques, "clique"), digits.Plural(len(k.Shapes), "shape"))}
	if k.Unsure > 0 {
		all = append(all, answer.Advise("", "That none is left is not sure of %s, whose search was given up. {steps} lets it go on.", digits.Plural(k.Unsure, "fan")))
	}
	return all
}

// Kept is nothing.
func (k *Checked) Kept() answer.Kept { return answer.Kept{} }

// Seeks implements answer.Seeker: a file of cliques begins with the checksum of its graph. Faults of the file are
// reported later, by the check.
func (q *asked) Seeks(o answer.Options) (file, graph string) {
	if q.check == "" {
		return "", ""
	}
	f, err := ingest.OpenText(q.check, o.Stdin, o.Memory)
	if err != nil {
		return "", ""
	}
	h, err := newReader(q.check, f).header()
	if errors.Join(err, f.Close()) != nil {
		return "", ""
	}
	return q.check, h.Graph
}

// look checks all shapes of a file. For a fault it returns an error that names the line.
func (q *asked) look(ctx context.Context, c *store.Crawl, v *store.View, o answer.Options) (k *Checked, err error) {
	f, err := ingest.OpenText(q.check, o.Stdin, o.Memory)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r := newReader(q.check, f)
	k = &Checked{File: q.check, Kinds: v.Kinds.String(), View: v.Filter, MaxDegree: q.maxDegree, Shapes: []core.Shape{}}
	want, err := q.header(c, &Found{Kinds: k.Kinds, View: k.View, Kind: disjoint, MaxDegree: q.maxDegree}, &o)
	if err != nil {
		return nil, err
	}
	got, err := r.header()
	if err != nil {
		return nil, err
	}
	if want.Steps = got.Steps; q.steps == 0 {
		q.steps = cmp.Or(got.Steps, disjointSteps)
	}
	k.Steps = q.steps
	if unlike := got.unlike(want); unlike != "" {
		return nil, r.errorf("%s", unlike)
	}
	for r.next() {
		s, err := r.shape()
		if err != nil {
			return nil, err
		}
		x, err := core.Peel(ctx, v.Out, v.In, s, q.options(v, o, spare{shared: true}))
		if err == nil {
			err = k.lookAt(ctx, c, r, x)
		}
		if err != nil {
			return nil, err
		}
	}
	switch {
	case r.err != nil:
	case r.cut:
		r.err = r.errorf("it does not end: %s", interrupted)
	case len(k.Shapes) == 0:
		r.err = r.errorf("nothing follows it: %s", interrupted)
	}
	return k, r.err
}

// interrupted says why a file is not whole, and what helps.
const interrupted = "the command that wrote it was interrupted; run it again to continue"

// lookAt checks the cliques of one shape, whose first line has been read. The cliques must be in the core of the
// shape.
func (k *Checked) lookAt(ctx context.Context, c *store.Crawl, r *reader, of *core.Core) error {
	s, line, n := of.Shape, r.n, int64(0)
	left, err := of.Left(ctx, c.NumPages())
	if err != nil {
		return err
	}
	wrong, unsure, err := of.Check(ctx, func() (x core.Clique, more bool, err error) {
		if n > 0 && !r.next() {
			if r.err == nil {
				r.err = r.errorf("(%d,%d) does not end: %s", s.Fans, s.Centers, interrupted)
			}
			return x, false, r.err
		}
		if end := r.line.Cell; end != nil {
			return x, false, r.endOf(end, s, n, left)
		}
		n++
		x, err = r.clique(c)
		return x, true, err
	})
	if err != nil {
		return errors.Join(err, c.Damage())
	}
	if wrong != nil {
		r.n = line + int(wrong.Clique)
		return errors.Join(r.errorf("%s: %s", wrong.Why, strings.Join(labels(c, wrong.Pages), " ")), c.Damage())
	}
	k.Shapes, k.Cliques, k.Unsure = append(k.Shapes, s), k.Cliques+n, k.Unsure+unsure
	return nil
}

// endOf checks the line that ends a shape, given its number of cliques and the pages left in its core.
func (r *reader) endOf(end *Cell, s core.Shape, cliques int64, left core.Left) error {
	switch {
	case end.Shape != s || *end.Cliques != cliques:
		return r.errorf("the end of %d cliques of (%d,%d), where %d of (%d,%d) stand", *end.Cliques, end.Fans, end.Centers, cliques, s.Fans, s.Centers)
	case *end.Left != left:
		got, err1 := json.Marshal(end.Left)
		want, err2 := json.Marshal(left)
		return errors.Join(r.errorf("the core of (%d,%d) is said to be %s, and is %s", s.Fans, s.Centers, got, want), err1, err2)
	}
	return nil
}

// shape returns the shape of the line: of a clique, or of the end of a shape.
func (r *reader) shape() (core.Shape, error) {
	s := core.Shape{Fans: len(r.line.Fans), Centers: len(r.line.Centers)}
	if r.line.Cell != nil {
		s = r.line.Shape
	}
	if max(s.Fans, s.Centers) > core.MaxSize {
		return s, r.errorf("(%d,%d): expected %d fans and centers at most", s.Fans, s.Centers, core.MaxSize)
	}
	return s, nil
}
