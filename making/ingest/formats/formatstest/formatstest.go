// Package formatstest reads small texts with the reader of a format, and shows the crawl that they make as text. It is for
// tests.
package formatstest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/graph"
	"weft/graph/kinds"
	"weft/graph/page"
	"weft/making/assemble"
	"weft/making/ingest/formats"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
	"weft/store"
)

// A Case is a text, and what its import must give.
type Case struct {
	Name    string
	Text    string
	Options Options
	Before  []Input // inputs that are read before the text

	// Graph has the pages, the arcs and the number of records: "a b(ghost); a>b b>a(redirect); 2 records". A page has its
	// state if that is known, an arc its kinds if it is no plain link. A weight follows as in "a>b=2.5". Graph is empty if
	// the import fails.
	Graph string
	Notes string // lines such as "2 comment lines, which are not kept", sorted by the note
	// Bad has a line for each line of the log: its offset and the reason. A count follows if more records are bad.
	Bad     string
	Replies string // counts of responses
	ReadAs  string // how the text was read; empty if it does not matter
	Err     string // the error
}

// An Input is a text of a format.
type Input struct {
	Format *formats.Format
	Text   string
}

// Options are the options of an import.
type Options struct {
	tables.Options
	Named   bool   // the user named the format
	Weights string // the column, attribute or member with the weights
	Strict  bool
	Keeps   bool   // pages keep their numbers
	Fetched string // the rule that says which pages were fetched
	Memory  int64  // bytes; 0 for 1 GiB
	Size    int64  // of the inputs in bytes; 0 if it is unknown
	Broken  bool   // the text breaks off at its end
}

// Run reads the text of each case with a format.
func Run(t *testing.T, f *formats.Format, cases []Case) {
	t.Helper()
	names := map[string]bool{}
	for _, c := range cases {
		if names[c.Name] {
			t.Errorf("two cases are called %q", c.Name)
		}
		names[c.Name] = true
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			c.run(t, f)
		})
	}
}

// Is reports whether a text is detected as a format: by its mark, or by its first lines.
func Is(f *formats.Format, text string) bool {
	head := []byte(strings.TrimPrefix(text, string(scan.BOM)))
	if f.Marks != nil {
		return f.Marks(head)
	}
	rows := formats.FirstRows(head, 64)
	return len(rows) > 0 && f.Looks(rows, head)
}

// Detect checks which texts are detected as a format. The keys are texts.
func Detect(t *testing.T, f *formats.Format, texts map[string]bool) {
	t.Helper()
	for text, want := range texts {
		if got := Is(f, text); got != want {
			t.Errorf("%.200q: got %t, want %t", text, got, want)
		}
	}
}

// Doubt returns the doubt of a format about a text; empty for none.
func Doubt(f *formats.Format, text string) string {
	if err := f.Doubt([]byte(text)); err != nil {
		return err.Error()
	}
	return ""
}

// check compares a part of the result.
func check(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\ngot  %q\nwant %q", what, got, want)
	}
}

func (c *Case) run(t *testing.T, f *formats.Format) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "crawl")
	draft, err := store.Begin(t.Context(), &store.DraftOptions{Output: path, Memory: 1 << 30, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer draft.Abort()
	im, log := c.newImport(draft)
	defer im.Close()
	readAs, err := c.read(t, im, f)
	if err == nil {
		err = im.JoinKinds()
	}
	if err == nil {
		err = im.Finish(t.Context())
	}
	graph := ""
	if err == nil {
		graph = commit(t, draft, path) + fmt.Sprintf("; %d records", im.Tally.Records)
	}
	check(t, "graph", graph, c.Graph)
	failed := ""
	if err != nil {
		failed = err.Error()
	}
	check(t, "error", failed, c.Err)
	check(t, "bad records", bad(im.Tally, log.String()), c.Bad)
	if err == nil {
		check(t, "notes", notes(im.Notes), c.Notes)
	}
	check(t, "responses", replies(t, im), c.Replies)
	if c.ReadAs != "" {
		check(t, "read as", readAs, c.ReadAs)
	}
}

func (c *Case) newImport(draft *store.Draft) (*formats.Import, *strings.Builder) {
	log, o := &strings.Builder{}, &c.Options
	memory := o.Memory
	if memory == 0 {
		memory = 1 << 30
	}
	im := &formats.Import{
		Assembly: &assemble.Assembly{
			Set: assemble.Settings{Memory: memory, KeepNumbers: o.Keeps, Fetched: o.Fetched}, Draft: draft, Notes: map[string]int64{},
			Tally: &tally.Tally{Out: log, Strict: o.Strict, Input: "text"},
		},
		Lists: o.Options, Weigh: formats.NewWeighing(o.Weights), Workers: 2, NumInputs: len(c.Before) + 1, Total: o.Size,
	}
	if im.Weigh != nil {
		im.Weigher, im.Lists.Weigh = &im.Weigh.Weigher, im.Weigh.WeightColumn
	}
	return im, log
}

// read reads the inputs, and returns how the last one was read.
func (c *Case) read(t *testing.T, im *formats.Import, f *formats.Format) (readAs string, err error) {
	for i, in := range append(slices.Clone(c.Before), Input{f, c.Text}) {
		how := &formats.Reading{Name: in.Format.Name, Layout: &tables.AnyLine}
		head := []byte(in.Text[:min(len(in.Text), scan.TextPeek)])
		if in.Format.Lay != nil {
			if err := in.Format.Lay(&formats.Beginning{Head: head, Options: &im.Lists, Named: c.Options.Named}, how); err != nil {
				return "", err
			}
		}
		var r io.Reader = strings.NewReader(in.Text)
		if c.Options.Broken && i == len(c.Before) {
			r = io.MultiReader(r, broken{})
		}
		im.Weigh.Begin("text")
		text := &formats.Text{Namer: assemble.NewNamer(im.Assembly), Import: im, Lines: scan.NewLines(bufio.NewReader(r)), Layout: how.Layout, How: how, Head: head}
		if err := in.Format.Read(t.Context(), text); err != nil {
			return how.String(), err
		}
		im.Inputs = append(im.Inputs, store.Input{Format: in.Format.Name.String()})
		readAs = how.String()
	}
	return readAs, nil
}

// broken is the end of a text that breaks off.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// commit makes the crawl of a draft, and shows its pages and arcs.
func commit(t *testing.T, draft *store.Draft, path string) string {
	t.Helper()
	if err := draft.Commit(store.Step{}); err != nil {
		t.Fatal(err)
	}
	c, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // only read
	var pages, arcs []string
	for u := range graph.Node(c.NumPages()) { //nolint:gosec // a few pages
		name := c.Label(u)
		if s := c.State(u); s != page.Unknown {
			name += fmt.Sprintf("(%s)", s)
		}
		pages = append(pages, name)
	}
	weights := weightsOf(t, c)
	cur := c.Scan(graph.Everything(c.Graph()))
	for cur.Next() {
		for i, v := range cur.Succ() {
			arc := c.Label(cur.Node()) + ">" + c.Label(v)
			weight := weights[arc]
			if k := cur.Kinds()[i]; k != kinds.Link {
				arc += fmt.Sprintf("(%s)", k)
			}
			arcs = append(arcs, arc+weight)
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Join(pages, " ") + "; " + strings.Join(arcs, " ")
}

// weightsOf returns the weights of the arcs as text, such as "=2.5".
func weightsOf(t *testing.T, c *store.Crawl) map[string]string {
	t.Helper()
	all := map[string]string{}
	if !c.HasWeights() {
		return all
	}
	cur, err := c.ScanWeights(graph.Everything(c.Graph()))
	if err != nil {
		t.Fatal(err)
	}
	for cur.Next() {
		for i, v := range cur.Succ() {
			all[c.Label(cur.Node())+">"+c.Label(v)] = fmt.Sprintf("=%v", cur.Weights()[i])
		}
	}
	if err := cur.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func notes(all map[string]int64) string {
	var lines []string
	for _, note := range slices.Sorted(maps.Keys(all)) {
		if n := all[note]; n != 0 {
			lines = append(lines, fmt.Sprintf("%d %s", n, note))
		}
	}
	return strings.Join(lines, "\n")
}

// bad returns the offsets and reasons of the log, and the number of bad records if it is another than the number of lines.
func bad(t *tally.Tally, log string) string {
	var lines []string
	for line := range strings.Lines(log) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 4)
		lines = append(lines, fields[1]+" "+fields[3])
	}
	if t.Bad != int64(len(lines)) {
		lines = append(lines, fmt.Sprintf("%d bad", t.Bad))
	}
	return strings.Join(lines, "\n")
}

// replies shows the counts of responses, such as "2 responses, 30 bytes, 1 revisits; 200=2; text/html=2; 2020-01-02T03:04:05Z
// to 2020-01-02T03:04:06Z", and the source first.
func replies(t *testing.T, im *formats.Import) string {
	t.Helper()
	totals, err := im.Replies.Totals()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range totals {
		parts := []string{fmt.Sprintf("%s: %d responses, %d bytes, %d revisits", r.Source, r.Responses, r.Bytes, r.Revisits)}
		for _, status := range slices.Sorted(maps.Keys(r.Statuses)) {
			parts = append(parts, fmt.Sprintf("%d=%d", status, r.Statuses[status].Responses))
		}
		for _, media := range slices.Sorted(maps.Keys(r.Types)) {
			parts = append(parts, fmt.Sprintf("%s=%d", media, r.Types[media].Responses))
		}
		if r.First != nil {
			parts = append(parts, r.First.Format("2006-01-02T15:04:05")+" to "+r.Last.Format("2006-01-02T15:04:05"))
		}
		all = append(all, strings.Join(parts, "; "))
	}
	return strings.Join(all, "\n")
}

// Counts returns the words of the first lines of a text that count its pages.
func Counts(f *formats.Format, text string) string {
	return string(bytes.Join(f.Counts(formats.FirstRows([]byte(text), 64)), []byte(" ")))
}
