package ingest_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/internal/option"
	"weft/making/ingest"
)

// refusal imports a text and returns why it is refused, with options called as flags.
func refusal(t *testing.T, o ingest.Options, text string) string {
	t.Helper()
	o.Inputs, o.Stdin, o.Output = []string{"-"}, strings.NewReader(text), filepath.Join(t.TempDir(), "c")
	_, err := ingest.Import(context.Background(), o)
	if !errors.Is(err, ingest.ErrOptions) {
		t.Fatalf("%.30q with %+v: got %v, want ingest.ErrOptions", text, o, err)
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
		{gml, ingest.Options{Directed: "no"}, "--directed is for edges, multiline, nodes, lgl, dl, and the input is read as gml"},
		{gml, ingest.Options{Comments: "#", Dates: "2020"}, "--comments is for edges and for a list of --fetched pages, and the input is read as gml"},
		{jsonl, ingest.Options{Separator: "tab"}, "--separator is for edges, adjacency, nodes, and the input is read as jsonl"},
		{jsonl, ingest.Options{Columns: "via,url", Dates: "2020"}, "--date is for domains"},
		{list, ingest.Options{FirstLine: "head"}, `--first-line "head": expected one of arc, header, counts`},
		{list, ingest.Options{Directed: "sideways"}, `--directed "sideways": expected one of yes, no`},
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

// Options that the inputs do not take are refused before any input is read, if the inputs show their formats. Otherwise
// they are refused afterwards.
func TestMisplacedOptionsAreRefusedFirst(t *testing.T) {
	archive := written(t, "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: text/html\r\nContent-Length: 28\r\n\r\n<a href=http://b.example/>b\n\r\n\r\n")
	list, packed := written(t, "http://a.example/ http://b.example/\n"), filepath.Join(t.TempDir(), "lists.tar")
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	text := []byte("http://a.example/ http://b.example/\n")
	if err := errors.Join(w.WriteHeader(&tar.Header{Name: "list.txt", Mode: 0o600, Size: int64(len(text))}), firstError(w.Write(text)), w.Close(), os.WriteFile(packed, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		inputs []string
		o      ingest.Options
		read   bool // before the error
		want   string
	}{
		{[]string{archive}, ingest.Options{Dates: "2020"}, false, "--date is for domains, and the input is read as archive"},
		{[]string{archive, archive, list}, ingest.Options{Languages: "de"}, false, "--languages is for html, and the input is read as archive, edges"},
		{[]string{archive}, ingest.Options{Comments: "#"}, false, "--comments is for edges and for a list of --fetched pages, and the input is read as archive"},
		{[]string{packed}, ingest.Options{Dates: "2020"}, true, "--date is for domains"},
		{[]string{archive, packed}, ingest.Options{Languages: "de"}, true, "--languages is for html"},
	} {
		read := false
		c.o.Inputs, c.o.Output = c.inputs, filepath.Join(t.TempDir(), "c")
		c.o.Progress = func(phase string, _, _ int64) { read = read || phase == "reading" }
		_, err := ingest.Import(context.Background(), c.o)
		if !errors.Is(err, ingest.ErrOptions) {
			t.Fatalf("%q: got %v, want ingest.ErrOptions", c.inputs, err)
		}
		if got := option.Text(err, func(name string) string { return "--" + name }); !strings.Contains(got, c.want) || read != c.read {
			t.Errorf("%q: got %q, read before: %v; want %q, %v", c.inputs, got, read, c.want, c.read)
		}
	}
	imported(t, ingest.Options{Inputs: []string{archive, list}, Comments: "#"}) // one input takes it
}

func firstError(_ int, err error) error { return err }

// One input that takes an option is enough, where others leave it alone.
func TestOptionsOfOneOfSeveralInputs(t *testing.T) {
	list, objects := written(t, "http://a.example/,x,http://b.example/\n"), written(t, "{\"nodes\":[{\"id\":\"http://c.example/\"},{\"id\":\"http://a.example/\"}],\"links\":[{\"source\":\"http://c.example/\",\"target\":\"http://a.example/\"}]}")
	c, _ := imported(t, ingest.Options{Inputs: []string{list, objects}, Comments: "#"})
	if c.NumPages() != 3 {
		t.Errorf("got %d pages, want 3", c.NumPages())
	}
}
