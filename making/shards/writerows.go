package shards

import (
	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/internal/table"
	"weft/store"
)

// WritePages writes the pages in the order of their numbers. fill calls add with each: its key and URL, nil without names, its
// state, and its facts, nil if the crawl has none.
func (w *Writer) WritePages(named, facts bool, fill func(add func(key, url []byte, s page.State, f *store.Facts) error) error) (err error) {
	columns := []table.Column{{Name: "number", Type: table.Delta}}
	if named {
		columns = append(columns, table.Column{Name: "key", Type: table.Text}, table.Column{Name: "url", Type: table.Text})
	}
	columns = append(columns, table.Column{Name: "state", Type: table.Word})
	if facts {
		columns = append(columns, store.FactColumns()...)
	}
	w.m.Pages, err = w.write(PagesFolder, columns, func(t *Table) error {
		row := make([]any, 0, len(columns))
		if err := t.ensure(); err != nil {
			return err
		}
		return fill(func(key, url []byte, s page.State, f *store.Facts) error {
			if err := t.cut(); err != nil {
				return err
			}
			row = append(row[:0], t.all)
			if named {
				row = append(row, key, url)
			}
			row = append(row, s.String())
			if facts {
				row = f.AppendRow(row)
			}
			return t.append(row...)
		})
	})
	return err
}

// WriteArcs writes the arcs list by list, in the order of the pages; with kinds if withKinds says so.
func (w *Writer) WriteArcs(withKinds bool, fill func(add func(u graph.Node, succ []graph.Node, ks []kinds.Set) error) error) (err error) {
	columns := []table.Column{{Name: "source", Type: table.Delta}, {Name: "target", Type: table.Delta}}
	if withKinds {
		columns = append(columns, table.Column{Name: "kinds", Type: table.Word})
	}
	w.m.Arcs, err = w.write(ArcsFolder, columns, func(t *Table) error {
		words := map[kinds.Set]string{}
		return fill(func(u graph.Node, succ []graph.Node, ks []kinds.Set) error {
			if err := t.cut(); err != nil {
				return err
			}
			for i, v := range succ {
				row := []any{int64(u), int64(v)}
				if withKinds {
					row = append(row, word(words, ks[i]))
				}
				if err := t.append(row...); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return err
}

// word returns the words of kinds, each set formatted once.
func word(words map[kinds.Set]string, k kinds.Set) string {
	text, ok := words[k]
	if !ok {
		text = k.String()
		words[k] = text
	}
	return text
}

// WriteTexts writes the texts of links in the order of source, target and text.
func (w *Writer) WriteTexts(fill func(add func(source, target graph.Node, text []byte) error) error) (err error) {
	columns := []table.Column{{Name: "source", Type: table.Delta}, {Name: "target", Type: table.Delta}, {Name: "text", Type: table.Text}}
	w.m.Texts, err = w.write(TextsFolder, columns, func(t *Table) error {
		last := graph.Node(0)
		return fill(func(source, target graph.Node, text []byte) error {
			if source != last {
				if err := t.cut(); err != nil {
					return err
				}
			}
			last = source
			return t.append(int64(source), int64(target), text)
		})
	})
	return err
}
