package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weft/graph"
	"weft/internal/bitset"
	"weft/internal/held"
	"weft/internal/mem"
	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/store"
)

// Numbered pages get names if a file has them. If their numbers have such gaps that an array would be mostly
// empty, the numbers become names.

// NoNames says that the names beside a graph are not read.
const NoNames = "none"

// findNames returns the file of the names of numbered pages: the file in the options, or the file beside a
// BVGraph; empty if there is none.
func (im *importer) findNames() string {
	return namesOf(im.opts.Names, im.Graph)
}

func namesOf(said, base string) string {
	switch {
	case said == NoNames:
		return ""
	case said != "" || base == "":
		return said
	}
	for _, ext := range namesExts {
		for _, packed := range namesPackings {
			if info, err := os.Stat(base + ext + packed); err == nil && info.Mode().IsRegular() {
				return base + ext + packed
			}
		}
	}
	return ""
}

// namesCome says whether numbered pages will have names, by which lists may call them.
func (im *importer) namesCome() bool {
	if im.opts.Names != "" {
		return im.opts.Names != NoNames
	}
	return slices.ContainsFunc(im.opts.Inputs, func(path string) bool {
		base, ok := bvBasename(path)
		return ok && (im.opts.Format == formats.Auto || im.opts.Format == BVGraph) && namesOf("", base) != ""
	})
}

// nameNumbers gives numbered pages the names of a file.
func (im *importer) nameNumbers(path string) error {
	n, arcs, err := im.NumberedArcs()
	if err != nil {
		return err
	}
	return errors.Join(im.readFetched(), im.Named(func() error {
		t := formats.NewText(&im.Import)
		t.Layout, t.Apart = &tables.RawLine, true
		if err := im.readNames(path, t, &n); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		im.NumNames = uint32(n) //nolint:gosec // at most graph.MaxNodes
		return arcs(func(u, v, label uint32) error { return im.LooseLabelled(u, v, label, 0) })
	}), im.CloseNumbered())
}

// readNames names n pages. If the list has more and the pages do not come from a graph, it names more.
func (im *importer) readNames(path string, t *formats.Text, n *int) error {
	in, err := openInput(path, im.opts.Stdin, im.opts.Memory, nil)
	if err != nil {
		return err
	}
	defer in.close() //nolint:errcheck // nothing was written
	r, head, err := in.text()
	if err != nil {
		return err
	}
	exact := strings.Contains(filepath.Base(path), store.URLsExt)
	numbered := !exact
	var header *namesHeader
	if numbered {
		if header, err = findNamesHeader(head); err != nil {
			return err
		}
		numbered = header != nil && header.number >= 0 || header == nil && numbersNames(head)
	}
	x := &nameList{Text: t, header: header, exact: exact, numbered: numbered, pages: *n, fixed: len(im.Inputs) > 0 && im.Inputs[len(im.Inputs)-1].Format == BVGraph.String() || im.Counted}
	if lines := tables.TakeSample(head).Texts(); !exact && len(lines) > 1 && scan.IsNumber(lines[0]) && blockHead().Match(lines[1]) {
		x.blocks, x.numbered, x.next = true, true, -1
	}
	t.Lines = scan.NewLines(r)
	im.setPhase("reading names")
	if err := t.Lines.Each(x.take); err != nil {
		return err
	}
	if err := x.finish(); err != nil {
		return err
	}
	*n = x.pages
	size, sum := in.bytesRead()
	im.Inputs = append(im.Inputs, store.Input{Path: path, Format: "names", ReadAs: x.how(), Bytes: size, SHA256: sum, Records: x.count})
	return nil
}

// A nameList is a list of the names of pages: line i names page i, or each line has its number, or each page a
// block of lines.
type nameList struct {
	*formats.Text
	header   *namesHeader // nil if there is none
	numbered bool
	exact    bool // a line is a name, with the blanks at its ends: .urls
	blocks   bool // as blockHead says
	next     int  // of blocks: the page whose name is on the next line; −1 if none is
	pages    int
	fixed    bool // there are no more pages
	count    int64
	has      bitset.Set // pages that have a name; of numbered lists
}

// blockHead begins a block of the query graphs of Borodin, Roberts, Rosenthal and Tsaparas: a number, another
// number in parentheses, and perhaps a mark. A line with the URL, one with the title, one with degrees, and an
// empty line follow.
var blockHead = held.Regexp(`^(\d+) \(\d+\)( \[\w\])?$`)

func (x *nameList) how() string {
	how := "names, a line a page from 0"
	switch {
	case x.blocks:
		return "names, a block of lines a page"
	case x.numbered:
		how = "names, a number and a name a line"
	}
	if x.header != nil {
		how += fmt.Sprintf(", header %.80q", x.header.line)
	}
	return how
}

// numbersNames says whether each line of a list of names begins with the number of its page.
func numbersNames(head []byte) bool {
	lines := tables.TakeSample(head).Texts()
	return len(lines) > 0 && tables.ShareOf(lines, func(line []byte) bool {
		number, name := cutNumber(line)
		return number != nil && len(name) > 0
	}) >= tables.Fitting
}

// cutNumber cuts a line into the number of a page and its name; nil if it does not begin with a number.
func cutNumber(line []byte) (number, name []byte) {
	i := bytes.IndexAny(line, "\t ,;|")
	if i <= 0 || !scan.IsNumber(line[:i]) {
		return nil, nil
	}
	rest := bytes.TrimSpace(line[i+1:])
	sp := tables.Splitter{Sep: line[i], Quotes: true}
	if name, _, ok := sp.QuotedField(rest); ok {
		return line[:i], name
	}
	name, _, _ = bytes.Cut(rest, []byte{'\t'})
	return line[:i], bytes.Trim(name, `"`)
}

func (x *nameList) take(line []byte) error {
	if x.blocks {
		return x.takeBlock(line)
	}
	if x.header != nil && bytes.Equal(bytes.TrimSpace(line), x.header.line) {
		return nil
	}
	if x.numbered {
		return x.takeNumbered(line)
	}
	if x.exact {
		name, _, _ := bytes.Cut(line, []byte{'\t'})
		return x.add(uint64(x.count), name)
	}
	return x.add(uint64(x.count), listed(line))
}

// takeNumbered reads a line with a number and a name.
func (x *nameList) takeNumbered(line []byte) error {
	header := x.header
	if header == nil {
		header = new(namesHeader)
	}
	number, name, ok, err := header.cut(line)
	switch line = bytes.TrimSpace(line); {
	case err != nil:
		return err
	case !ok && (len(line) == 0 || line[0] == '#'):
		return nil
	case !ok:
		return fmt.Errorf("it does not begin with the number of a page, as the lines before do: %.80q", line)
	case header.sep != 0 && len(name) == 0: // it is called by its number
		return nil
	}
	u, _ := scan.ParseNumber(number)
	return x.add(uint64(u), name)
}

// takeBlock reads a line of a block: its first is a number, its second a name. Others are not kept.
func (x *nameList) takeBlock(line []byte) error {
	line = bytes.TrimSpace(line)
	switch m := blockHead().FindSubmatch(line); {
	case x.next >= 0:
		u := uint64(x.next) //nolint:gosec // not below 0
		x.next = -1
		return x.add(u, line)
	case m != nil && x.Empty:
		n, ok := scan.ParseNumber(m[1])
		if !ok {
			return fmt.Errorf("%.40q is not the number of a page", m[1])
		}
		x.next = int(n)
	case len(line) > 0 && x.count > 0:
		x.Import.Notes["titles and degrees beside names, which are not kept"]++
	}
	x.Empty = len(line) == 0
	return nil
}

// add takes a name.
func (x *nameList) add(u uint64, name []byte) error {
	x.count++
	switch {
	case u >= uint64(x.pages) && x.fixed:
		return option.Errorf("it names page %d, and there are %d pages, from 0: these are the names of another graph ({names} none reads it without)", u, x.pages)
	case u >= graph.MaxNodes:
		return fmt.Errorf("page %d: at most %d pages can be numbered", u, graph.MaxNodes)
	case len(name) == 0:
		return fmt.Errorf("page %d has no name", u)
	}
	x.pages = max(x.pages, int(u)+1)
	if x.numbered {
		if err := x.mark(int(u)); err != nil {
			return err
		}
	}
	return x.call(u, name)
}

// call names a page; its state is as it is by number.
func (x *nameList) call(u uint64, name []byte) error {
	if x.Import.Declared != nil && !x.Import.Declared.Has(int(u)) { //nolint:gosec // a page
		x.Import.Ghost = true
		defer func() { x.Import.Ghost = false }()
	}
	return x.Node(uint32(u), name)
}

// mark notes that a page has a name.
func (x *nameList) mark(u int) error {
	if u/64 >= len(x.has) {
		if err := mem.Check(fmt.Sprintf("names of pages that are numbered up to %d", u), 4*int64(u), x.Import.Set.Memory); err != nil {
			return err
		}
	}
	if x.has.Has(u) {
		return fmt.Errorf("page %d is named twice", u)
	}
	x.has.Put(u)
	return nil
}

// finish names the pages that the list does not by their numbers; a list by position must name all.
func (x *nameList) finish() error {
	if !x.numbered {
		if x.count < int64(x.pages) {
			return option.Errorf("it names %d pages, of %d: these are the names of another graph, or a part of them ({names} none reads it without)", x.count, x.pages)
		}
		return nil
	}
	for u := range x.pages {
		if x.has.Has(u) {
			continue
		}
		x.Import.Notes["pages without a name, which are called by their numbers"]++
		if err := x.call(uint64(u), strconv.AppendInt(nil, int64(u), 10)); err != nil {
			return err
		}
	}
	return nil
}
