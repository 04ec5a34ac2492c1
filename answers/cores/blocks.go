package cores

import (
	"strings"
	"unicode/utf8"

	"weft/answers/answer"
	"weft/internal/digits"
	"weft/internal/inert"
)

// Kept is nothing: cliques have a file of their own.
func (f *Found) Kept() answer.Kept { return answer.Kept{} }

// Blocks are the core of the first shape, the tables, and the first of the largest cliques.
func (f *Found) Blocks() []answer.Block {
	first, left := f.Cells[0], f.Cells[0].Left
	all := []answer.Block{
		answer.Row("core", "(%d,%d): %s of %s, %s, %s, %s from fans to centers, %s a page", first.Fans, first.Centers, digits.Grouped(left.Pages), digits.Plural(f.Pages, "page"),
			digits.Plural(left.Fans, "fan"), digits.Plural(left.Centers, "center"), digits.Plural(left.Arcs, "link"), digits.Fixed(left.Degree, 2)),
		answer.Row("left out", "%s, %s of them with one link in and none out", digits.Plural(left.Removed, "page"), digits.Grouped(left.Border)),
		answer.Row("peeling", "%s %s over graph or transpose, %s one by one", digits.Grouped(f.Peeling.Passes), digits.Verb(f.Peeling.Passes, "pass", "passes"), digits.Plural(f.Peeling.Lists, "list")),
	}
	if len(f.Cells) == 1 && first.Lists > 0 {
		all = append(all, answer.Row("search", "%s read, %s for each page of the core", digits.Plural(first.Lists, "list"), digits.Fixed(float64(first.Lists)/float64(left.Pages), 2)))
	}
	all = append(append(all, f.tables()...), f.doubts()...)
	for _, k := range f.Top {
		t := &answer.Table{Title: k.title(), Apart: true, Columns: []answer.Column{{Title: "fans", Width: -widest(k.Fans)}, {Title: "centers"}}}
		for i := range max(len(k.Fans), len(k.Centers)) {
			t.Add(at(k.Fans, i), at(k.Centers, i))
		}
		all = append(all, t)
	}
	return all
}

// title returns the words and hosts that describe a community.
func (k *Community) title() string {
	about := strings.Join(k.Words, ", ")
	if hosts := strings.Join(k.Hosts, ", "); hosts != "" {
		about = strings.TrimPrefix(about+": links to ", ": ") + hosts
	}
	return inert.Text(about)
}

// widest returns the width of a column of names. Very long names may exceed it.
func widest(names []string) int {
	most := len("fans")
	for _, name := range names {
		most = max(most, min(60, utf8.RuneCountInString(name)))
	}
	return most
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// tables returns the tables of the kind.
func (f *Found) tables() []answer.Block {
	cliques := func(x *Cell) string { return digits.Grouped(*x.Cliques) }
	exactly := func(x *Cell) string { return digits.Grouped(*x.Exactly) }
	const just = "Maximal cliques of exactly i fans (rows) and j centers"
	switch f.Kind {
	case disjoint:
		return []answer.Block{f.table("Disjoint cliques of i fans (rows) and j centers", cliques)}
	case maximal:
		return []answer.Block{f.table("Maximal cliques of i fans (rows) and j centers, or more", cliques), f.table(just, exactly)}
	case count:
		return []answer.Block{f.table("All cliques of i fans (rows) and j centers", func(x *Cell) string { return digits.InGroups(x.All) })}
	}
	return []answer.Block{f.table("Sets of j centers that i or more fans (rows) link to", func(x *Cell) string { return digits.InGroups(x.Sets) }), f.table(just, exactly)}
}

// doubts reports the limits of the search.
func (f *Found) doubts() (all []answer.Block) {
	if f.Pages > 0 && f.Cells[0].Left.Pages == 0 {
		all = append(all, answer.Advise("", "Nothing is left. Fans with %s or more, and centers with as many, were left out first: {max-degree} sets this limit.", digits.Plural(f.MaxDegree, "link")))
	}
	cut := int64(0)
	for k := range f.Cells {
		if f.Kind == disjoint {
			cut += f.Cells[k].Cut
		} else {
			cut = f.Cells[0].Cut
		}
	}
	switch {
	case cut > 0 && f.Kind == disjoint:
		all = append(all, answer.Advise("", "The search around %s was given up: each may have an uncounted clique. Use a larger {steps}, and another file.", digits.Plural(cut, "fan")))
	case cut > 0:
		all = append(all, answer.Advise("", "These counts are lower bounds: the search around %s was given up. Use a larger {steps}.", digits.Plural(cut, "center")))
	}
	if f.Limited {
		all = append(all, answer.Advise("", "There are more maximal cliques than {limit}; the others were neither written nor counted."))
	}
	return all
}

// table has a row for each i and a column for each j.
func (f *Found) table(title string, value func(*Cell) string) *answer.Table {
	t, width := &answer.Table{Title: title, Columns: []answer.Column{{Title: "i \\ j", Width: 5}}}, 9
	for k := range f.Cells {
		width = max(width, len(value(&f.Cells[k])))
	}
	var row []string
	for k := range f.Cells {
		x := &f.Cells[k]
		if x.Fans == f.Cells[0].Fans {
			t.Columns = append(t.Columns, answer.Column{Title: digits.Grouped(x.Centers), Width: width})
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
