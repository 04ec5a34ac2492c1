package ingesttest

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/graph"
	"weft/graph/page"
	"weft/internal/responses"
	"weft/making/ingest"
	"weft/store"
)

// A Case is an input, and the text that [Tell] should return for it.
type Case struct {
	Name string // of the case
	Text string // of standard input; without inputs in Options only
	Want string
	Options
}

// Options are the options of an import.
type Options = ingest.Options

// Run imports each case, and compares what [Tell] returns.
func Run(t *testing.T, cases []Case) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range cases {
		if seen[c.Name] {
			t.Errorf("two cases are called %s", c.Name)
		}
		seen[c.Name] = true
		o := c.Options
		if len(o.Inputs) == 0 {
			o.Inputs, o.Stdin = []string{"-"}, strings.NewReader(c.Text)
		}
		if got, want := Tell(t, o), strings.TrimSpace(c.Want); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.Name, got, want)
		}
	}
}

// Tell imports the inputs and returns everything that the import found, as lines of text. Parts that are empty are left out:
//
//	as FORMAT, HOW           for each input
//	pages A B:STATE          in their order; the state unless it is unknown
//	arcs A→B A→C:KINDS*1.5   with kinds other than a plain link, and with weights
//	text A→B TEXT            for each anchor text
//	facts A STATUS SIZE …    for each page with facts
//	responses N …            that archives hold or describe
//	note COUNT WHAT          sorted by their text
//	records GOOD+BAD, …      the counts of the import
//	log INPUT OFFSET …       for each line of the log
//	break INPUT OFFSET …     for each input that ends too early
//	error TEXT               of the import
//
// Names of folders of inputs and of the output are left out.
func Tell(t testing.TB, o Options) string {
	t.Helper()
	o.Output = filepath.Join(t.TempDir(), "crawl")
	if o.Memory == 0 {
		o.Memory = memory
	}
	s, err := ingest.Import(t.Context(), o)
	told := &telling{t: t}
	log := s.Log
	if err == nil {
		told.crawl(Open(t, o.Output), s.Manifest)
	}
	told.counts(&s)
	if log != "" {
		told.log(log)
	}
	for _, b := range s.Breaks {
		told.line("break %s %d (%d bytes missing) %s", b.Input, b.Offset, b.Missing, b.Why)
	}
	if err != nil {
		told.line("error %s", strings.ReplaceAll(err.Error(), ": see "+log, ""))
	}
	text := strings.ReplaceAll(strings.TrimSpace(told.String()), filepath.Dir(o.Output)+"/", "")
	for _, path := range o.Inputs {
		if dir := filepath.Dir(path); filepath.IsAbs(path) {
			text = strings.ReplaceAll(text, dir+"/", "")
		}
	}
	return text
}

// A telling is the text of an import on its way.
type telling struct {
	strings.Builder
	t testing.TB
}

func (told *telling) line(format string, args ...any) {
	fmt.Fprintf(told, format+"\n", args...) //nolint:errcheck // a Builder does not fail
}

// list writes a line of words, if there are any.
func (told *telling) list(what string, words []string) {
	if len(words) > 0 {
		told.line("%s %s", what, strings.Join(words, " "))
	}
}

// check ends the test if the crawl cannot be read.
func (told *telling) check(err error) {
	told.t.Helper()
	if err != nil {
		told.t.Fatal(err)
	}
}

// crawl writes pages, arcs and notes.
func (told *telling) crawl(c *store.Crawl, m *store.Manifest) {
	for _, in := range m.Steps[0].Inputs {
		told.line("as %s", cmp.Or(in.ReadAs, in.Format))
	}
	var pages []string
	for u := range c.NumPages() {
		name := called(c, graph.Node(u))                    //nolint:gosec // a page
		if s := c.State(graph.Node(u)); s != page.Unknown { //nolint:gosec // a page
			name += ":" + s.String()
		}
		pages = append(pages, name)
	}
	told.list("pages", pages)
	told.list("arcs", told.arcs(c))
	told.anchors(c)
	told.facts(c)
	if r := m.Responses; r != nil {
		told.responses(r)
	}
	for _, what := range slices.Sorted(maps.Keys(m.Steps[0].Notes)) {
		told.line("note %d %s", m.Steps[0].Notes[what], what)
	}
}

// responses writes the counts of responses.
func (told *telling) responses(r *responses.Total) {
	parts := []string{fmt.Sprintf("responses %d of %d bytes, %d revisits, %d resources", r.Responses, r.Bytes, r.Revisits, r.Resources)}
	for _, status := range slices.Sorted(maps.Keys(r.Statuses)) {
		parts = append(parts, fmt.Sprintf("%d: %d", status, r.Statuses[status].Responses))
	}
	for _, kind := range slices.Sorted(maps.Keys(r.Types)) {
		parts = append(parts, fmt.Sprintf("%s: %d", kind, r.Types[kind].Responses))
	}
	if r.First != nil && r.Last != nil {
		parts = append(parts, fmt.Sprintf("%s to %s", r.First.Format(time.DateTime), r.Last.Format(time.DateTime)))
	}
	told.line("%s", strings.Join(parts, ", "))
}

// called returns the name of a page, in quotes if it has a blank.
func called(c *store.Crawl, u graph.Node) string {
	if name := c.Label(u); strings.ContainsAny(name, " \t\n") {
		return fmt.Sprintf("%q", name)
	}
	return c.Label(u)
}

func (told *telling) arcs(c *store.Crawl) (all []string) {
	all = []string{}
	cur := c.Scan(graph.Everything(c.Graph()))
	var weights graph.WeightCursor
	if c.HasWeights() {
		var err error
		weights, err = c.ScanWeights(graph.Everything(c.Graph()))
		told.check(err)
	}
	for cur.Next() {
		if weights != nil {
			weights.Next()
		}
		for i, v := range cur.Succ() {
			arc := called(c, cur.Node()) + "→" + called(c, v)
			if k := cur.Kinds()[i].String(); k != "link" {
				arc += ":" + k
			}
			if weights != nil {
				arc += fmt.Sprintf("*%g", weights.Weights()[i])
			}
			all = append(all, arc)
		}
	}
	told.check(cur.Err())
	return all
}

func (told *telling) anchors(c *store.Crawl) {
	cur := c.Anchors(graph.Everything(c.Graph()))
	for cur.Next() {
		for _, a := range cur.Anchors() {
			text, err := cur.Text(nil, a)
			told.check(err)
			told.line("text %s→%s %s", called(c, a.From), called(c, cur.Node()), text)
		}
	}
	told.check(cur.Err())
}

func (told *telling) facts(c *store.Crawl) {
	if !c.HasFacts() {
		return
	}
	r, err := c.OpenFacts()
	told.check(err)
	defer r.Close() //nolint:errcheck // only read
	told.check(r.Each(told.t.Context(), func(p graph.Node, f *store.Facts) error {
		if text := factsOf(f); text != "" {
			told.line("facts %s%s", called(c, p), text)
		}
		return nil
	}))
}

// factsOf returns the facts of a page that are there.
func factsOf(f *store.Facts) (text string) {
	if f.Status != 0 {
		text += fmt.Sprintf(" %d", f.Status)
	}
	if f.Size != 0 {
		text += fmt.Sprintf(" %d bytes", f.Size)
	}
	for _, part := range [][]byte{f.Type, f.Digest, f.Title, f.Site} {
		if len(part) > 0 {
			text += fmt.Sprintf(" %q", part)
		}
	}
	if !f.Time.IsZero() {
		text += f.Time.Format(" 2006-01-02T15:04:05.000")
	}
	if f.Skin != 0 {
		text += " styled"
	}
	return text
}

// counts writes the counts of an import.
func (told *telling) counts(s *ingest.Summary) {
	parts := []string{fmt.Sprintf("records %d+%d", s.Records, s.Bad)}
	for _, c := range []struct {
		n    int64
		what string
	}{
		{s.BadLinks, "bad links"},
		{s.NotWhole, "incomplete captures"},
		{s.SkippedBytes, "bytes skipped"},
		{s.MissingRecords, "records missing"},
	} {
		if c.n != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	told.line("%s", strings.Join(parts, ", "))
}

// log writes the lines of the log.
func (told *telling) log(path string) {
	text, err := os.ReadFile(path)
	told.check(err)
	for line := range strings.Lines(string(text)) {
		told.line("log %s", strings.ReplaceAll(strings.TrimSpace(line), "\t", " "))
	}
}

// File writes a file into a folder of its own and returns its path.
func File(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Write writes a file.
func Write(path, text string) error { return os.WriteFile(path, []byte(text), 0o600) }

// MakeFolder makes a folder, and the folders above it.
func MakeFolder(t testing.TB, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
}

// Read returns the content of a file.
func Read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
