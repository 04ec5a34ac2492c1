package ingest_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"weft/build/ingest"
	"weft/internal/option"
)

// refusal imports a text and returns why it is refused, with options called as flags.
func refusal(t *testing.T, o ingest.Options, text string) string {
	t.Helper()
	o.Inputs, o.Stdin, o.Output = []string{"-"}, strings.NewReader(text), filepath.Join(t.TempDir(), "c")
	_, err := ingest.Import(context.Background(), o)
	if !errors.Is(err, ingest.ErrOptions) {
		t.Fatalf("%.30q with %+v: got %v, want ErrOptions", text, o, err)
	}
	return option.Text(err, func(name string) string { return "--" + name })
}

// An option that the format does not take is refused by name, with the formats that take it; of several, the one that
// formats declare first, each time.
func TestMisplacedOptions(t *testing.T) {
	const (
		list  = "http://a.example/ http://b.example/\n"
		gml   = "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]"
		jsonl = "{\"via\": \"http://a.example/\", \"url\": \"http://b.example/\"}\n"
	)
	for _, c := range []struct {
		text string
		o    ingest.Options
		want string
	}{
		{list, ingest.Options{Dates: "2020", BaseURL: "http://a.example/", Languages: "de"}, "--date is for domains, and the input is read as edges"},
		{list, ingest.Options{Root: "x", IndexFiles: []string{"index.html"}}, "--root is for html, container, and the input is read as edges"},
		{list, ingest.Options{Languages: "de", IndexFiles: []string{"index.html"}}, "--index-files is for html, and"},
		{gml, ingest.Options{Directed: "no", FirstLine: "arc"}, "--first-line is for edges, nodes, and the input is read as gml"},
		{gml, ingest.Options{Directed: "no"}, "--directed is for edges, multiline, nodes, and the input is read as gml"},
		{gml, ingest.Options{Comments: "#", Dates: "2020"}, "--comments is for edges, and the input is read as gml"},
		{jsonl, ingest.Options{Separator: "tab"}, "--separator is for edges, adjacency, nodes, and the input is read as jsonl"},
		{jsonl, ingest.Options{Columns: "via,url", Dates: "2020"}, "--date is for domains"},
		{list, ingest.Options{FirstLine: "head"}, `--first-line "head": want one of arc, header, counts`},
		{list, ingest.Options{Directed: "sideways"}, `--directed "sideways": want one of yes, no`},
		// What depends on whether pages have names shows when the input is read.
		{list, ingest.Options{Pages: 7, Compact: true}, "--compact is for lists of numbers"},
		{"0 1\n", ingest.Options{Hosts: true}, "--hosts is for pages that have names"},
	} {
		for range 3 {
			if got := refusal(t, c.o, c.text); !strings.Contains(got, c.want) {
				t.Errorf("%.30q: got %q, want %q", c.text, got, c.want)
			}
		}
	}
}

// One input that takes an option is enough, where others leave it alone.
func TestOptionsOfOneOfSeveralInputs(t *testing.T) {
	list, objects := written(t, "http://a.example/,x,http://b.example/\n"), written(t, "{\"nodes\":[{\"id\":\"http://c.example/\"},{\"id\":\"http://a.example/\"}],\"links\":[{\"source\":\"http://c.example/\",\"target\":\"http://a.example/\"}]}")
	c, _ := imported(t, ingest.Options{Inputs: []string{list, objects}, Comments: "#"})
	if c.NumPages() != 3 {
		t.Errorf("got %d pages, want 3", c.NumPages())
	}
}
