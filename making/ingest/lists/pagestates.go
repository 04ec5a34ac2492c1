package lists

import (
	"bytes"
	"context"
	"fmt"

	"weft/graph/page"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
)

// PageStates is a line a page, as weft exports it: number, state, name; from 0, between tabs.
const PageStates formats.Name = "page-states"

// PageStatesFormat is the format PageStates.
var PageStatesFormat = formats.Format{
	Name: PageStates, Group: formats.Lists, Endings: []string{".tsv"}, Exports: []string{"pages"},
	Says:  "\"number state name\", as written by weft export {format} pages; given together with the arcs",
	Marks: isPageStates, Read: readPageStates,
}

// isPageStates says whether a text begins with "0", a tab, a state and a tab.
func isPageStates(head []byte) bool {
	rest, ok := bytes.CutPrefix(head, []byte("0\t"))
	if !ok {
		return false
	}
	word, _, ok := bytes.Cut(rest[:min(len(rest), 16)], []byte{'\t'})
	_, known := assemble.StateNamed(word)
	return ok && known
}

// readPageStates reads a list of pages. Where they have names, arcs in other inputs are between these names or numbers.
func readPageStates(ctx context.Context, t *formats.Text) error {
	line, _, _ := bytes.Cut(t.Head, []byte{'\n'})
	p := &pageLines{Text: t}
	t.Layout = &tables.RawLine
	if line = bytes.TrimRight(line, "\r"); bytes.Count(line, []byte{'\t'}) == 2 && line[len(line)-1] == '\t' {
		t.How.Told = "numbers and states"
		return t.Import.Numbered(func() error { return t.Each(ctx, p.numbered) })
	}
	if t.Import.Arcs != nil {
		return fmt.Errorf("the names of pages follow their arcs: name the list of pages first")
	}
	t.How.Told = "numbers, states and names"
	return t.Import.Named(func() error {
		t.Import.Vertices = true
		return t.Each(ctx, p.named)
	})
}

// pageLines reads the lines of a list of pages.
type pageLines struct {
	*formats.Text
	last []byte // key of the page of the last line
}

// cut returns the number, state and name of a line.
func (p *pageLines) cut() (n uint32, s page.State, name []byte, err error) {
	number, rest, ok := bytes.Cut(p.Line, []byte{'\t'})
	word, name, ok2 := bytes.Cut(rest, []byte{'\t'})
	if !ok || !ok2 {
		return 0, 0, nil, tally.Badf("expected number, state and name between tabs")
	}
	if n, err = p.Number(number); err != nil {
		return 0, 0, nil, err
	}
	if s, ok = assemble.StateNamed(word); !ok {
		return 0, 0, nil, tally.Badf("%.40q is no state of a page", word)
	}
	return n, s, name, nil
}

func (p *pageLines) numbered([][]byte) error {
	n, s, name, err := p.cut()
	if err != nil {
		return err
	}
	if len(name) > 0 {
		return tally.Badf("page %d has a name, and the first page has none", n)
	}
	p.Import.NumPages, p.Import.Counted = max(p.Import.NumPages, n+1), true
	if err := p.Import.LonePage(n); err != nil {
		return err
	}
	return p.Import.SetState(n, s)
}

func (p *pageLines) named([][]byte) error {
	n, s, name, err := p.cut()
	if err != nil {
		return err
	}
	if err := p.Node(n, name); err != nil {
		return err
	}
	p.last = p.Import.KeepOrder(p.last, p.Key)
	return p.Import.SetState(n, s)
}
