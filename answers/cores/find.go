package cores

import (
	"context"
	"errors"
	"slices"

	"weft/algo/core"
	"weft/answers/answer"
	"weft/graph"
	"weft/internal/digits"
	"weft/store"
)

// Found are the cores of a crawl.
type Found struct {
	Kinds     string `json:"kinds"`
	View      string `json:"view,omitempty"`
	Kind      string `json:"kind"`
	MaxDegree int    `json:"max_degree"`
	Pages     int    `json:"pages"`
	// Peeling is what the first core of the table has cost.
	Peeling core.Cost `json:"peeling"`
	Cells   []Cell    `json:"cells"`
	// Top are the first cliques of the largest shape of which there are some.
	Top []Community `json:"top"`
}

// A Cell is what was found of a shape.
type Cell struct {
	core.Shape
	Left core.Left `json:"left"`
	// Cliques are disjoint ones. Cut are fans whose search was given up, each of which may have had one.
	Cliques int64 `json:"cliques"`
	Cut     int64 `json:"cut"`

	first []core.Clique
}

// A Community is a clique with what its pages are called.
type Community struct {
	Fans    []string `json:"fans"`
	Centers []string `json:"centers"`
}

// find finds the cores of all shapes.
func (q *asked) find(ctx context.Context, c *store.Crawl, v *store.View, o answer.Options, held int64) (f *Found, err error) {
	f = &Found{Kinds: v.Kinds.String(), View: v.Filter, Kind: q.kind, MaxDegree: q.maxDegree, Pages: c.NumPages()}
	file, err := q.open(c, f, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.close()) }()
	err = core.Each(ctx, v.Out, v.In, q.fans, q.centers, q.options(v, o, held), func(x *core.Core) error {
		if len(f.Cells) == 0 {
			f.Peeling = x.Cost()
		}
		cell, err := q.cell(ctx, x, file, f.Pages)
		f.Cells = append(f.Cells, cell)
		return err
	})
	if err != nil {
		return nil, err
	}
	f.choose(c, q.top)
	return f, c.Damage()
}

// cell finds the cliques of a shape, if the file does not have them.
func (q *asked) cell(ctx context.Context, x *core.Core, file *file, pages int) (Cell, error) {
	if done, ok := file.done[x.Shape]; ok {
		return done, nil
	}
	cell := Cell{Shape: x.Shape}
	var err error
	if cell.Left, err = x.Left(ctx, pages); err != nil {
		return cell, err
	}
	got, err := x.Disjoint(ctx, func(k core.Clique) error {
		if len(cell.first) < q.top {
			cell.first = append(cell.first, core.Clique{Fans: slices.Clone(k.Fans), Centers: slices.Clone(k.Centers)})
		}
		return file.clique(k)
	})
	if err != nil {
		return cell, err
	}
	cell.Cliques, cell.Cut = got.Cliques, got.Cut
	return cell, file.end(cell)
}

// choose takes the first cliques of the largest shape.
func (f *Found) choose(c *store.Crawl, top int) {
	f.Top = []Community{}
	size, best := 0, []core.Clique(nil)
	for _, x := range f.Cells {
		if s := x.Fans * x.Centers; len(x.first) > 0 && s >= size {
			size, best = s, x.first
		}
	}
	for _, k := range best[:min(top, len(best))] {
		f.Top = append(f.Top, Community{Fans: labels(c, k.Fans), Centers: labels(c, k.Centers)})
	}
}

func labels(c *store.Crawl, pages []graph.Node) []string {
	all := make([]string, 0, len(pages))
	for _, u := range pages {
		all = append(all, c.Label(u))
	}
	return all
}

// Kept is nothing: cliques have a file of their own.
func (f *Found) Kept() answer.Kept { return answer.Kept{} }

// Blocks are the core of the first shape, the table, and the first of the largest cliques.
func (f *Found) Blocks() []answer.Block {
	first := f.Cells[0]
	all := []answer.Block{
		answer.Row("core", "(%d,%d): %s of %s, %s fans, %s centers, %s links from fans to centers, %s a page", first.Fans, first.Centers, digits.Grouped(first.Left.Pages),
			digits.Plural(f.Pages, "page"), digits.Grouped(first.Left.Fans), digits.Grouped(first.Left.Centers), digits.Grouped(first.Left.Arcs), digits.Fixed(first.Left.Degree, 2)),
		answer.Row("left out", "%s, %s of them with one link in and none out", digits.Plural(first.Left.Removed, "page"), digits.Grouped(first.Left.Border)),
		answer.Row("peeling", "%s over graph or transpose, %s one by one", passes(f.Peeling.Passes), digits.Plural(f.Peeling.Lists, "list")),
	}
	all = append(all, f.table("Disjoint cliques of i fans (rows) and j centers", func(x *Cell) string { return digits.Grouped(x.Cliques) }))
	if n := f.cut(); n > 0 {
		all = append(all, answer.Text("The search of "+digits.Plural(n, "fan")+" was given up: each of them may have a clique that is not counted."))
	}
	for _, k := range f.Top {
		t := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "fans", Width: -1}, {Title: "centers"}}}
		for i := range max(len(k.Fans), len(k.Centers)) {
			t.Add(at(k.Fans, i), at(k.Centers, i))
		}
		all = append(all, t)
	}
	return all
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// cut are the fans whose search was given up.
func (f *Found) cut() (n int64) {
	for i := range f.Cells {
		n += f.Cells[i].Cut
	}
	return n
}

// table has a row for each i and a column for each j.
func (f *Found) table(title string, value func(*Cell) string) *answer.Table {
	t := &answer.Table{Title: title, Columns: []answer.Column{{Title: "i \\ j", Width: 5}}}
	var row []string
	for k := range f.Cells {
		x := &f.Cells[k]
		if x.Fans == f.Cells[0].Fans {
			t.Columns = append(t.Columns, answer.Column{Title: digits.Grouped(x.Centers), Width: 9})
		}
		if x.Centers == f.Cells[0].Centers {
			row = append(row, digits.Grouped(x.Fans))
		}
		row = append(row, value(x))
		if k+1 == len(f.Cells) || f.Cells[k+1].Fans != x.Fans {
			t.Add(row...)
			row = nil
		}
	}
	return t
}

func passes(n int) string { return digits.Grouped(n) + " " + digits.Verb(n, "pass", "passes") }
