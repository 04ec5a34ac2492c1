package jsons_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats"
	"weft/making/ingest/jsons"
	"weft/making/ingest/tables"
)

// The format of a text shows in its beginning.
func TestDetect(t *testing.T) {
	const arc = `{"source":"a","target":"b"}`
	for _, c := range []struct {
		text string
		want formats.Name
	}{
		{"", formats.Auto},
		{"a b\n", formats.Auto},
		{`"a"`, formats.Auto},
		{arc, jsons.JSONL},
		{" \n" + arc, jsons.JSONL},
		{"\xef\xbb\xbf" + arc, jsons.JSONL},
		{arc + "\n" + arc + "\n", jsons.JSONL},
		{arc + "\n" + arc + "\n{\"source\":", jsons.JSONGraph},
		{strings.Repeat(arc+"\n", 50) + "{\"source\":\n", jsons.JSONL},
		{"{\n" + arc + "\n", jsons.JSONGraph},
		{`{"x":NaN,"source":"a","target":"b"}`, jsons.JSONL},
		{`{"x":nan,"source":"a","target":"b"}`, jsons.JSONGraph},
		{`{"x":1}`, jsons.JSONGraph},
		{`{"x":1}` + "\n" + `{"x":2}`, jsons.JSONL},
		{`{}`, jsons.JSONGraph},
		{`{"nodes":[{"id":"a"}],"links":[]}`, jsons.JSONGraph},
		{`{"nodes":[{"domain":"a"}],"links":[]}`, jsons.Domains},
		{`{"nodes":[{"domain":7},{"domain":"a"}]}`, jsons.Domains},
		{`{"nodes":[{"domain":7,"x":"domain"}]}`, jsons.JSONGraph},
		{`{"nodes":["domain",{"id":"a"}],"edges":[{"crawlDate":"2014"}]}`, jsons.Domains},
		{`{"nodes":[[{"domain":"a"}]],"links":[{"crawl_date":"2014"}]`, jsons.Domains},
		{`{"x":[{"date":"2014"}],"links":[{"y":{"date":"2014"},"date":"2014`, jsons.JSONGraph},
		{`{"links":[{"y":{"date":"2014"},"date":"2014"`, jsons.Domains},
		{`{"nodes":{"domain":"a"},"x":[{"date":"2014"}]}`, jsons.JSONGraph},
		{"\xef\xbb\xbf" + `{"links":[{"date":"2014"}]}`, jsons.Domains},
		{`[]`, formats.Auto},
		{`[1,2]`, formats.Auto},
		{`["a","b"]`, formats.Auto},
		{`[["a","b"]]`, jsons.JSONArray},
		{" \n[ [1 , 2]", jsons.JSONArray},
		{`[["a","b",1]]`, jsons.JSONArray},
		{`[["a","b","c"]]`, formats.Auto},
		{`[["a"]]`, formats.Auto},
		{`[["a","b",1,2]]`, formats.Auto},
		{`[["a",null]]`, formats.Auto},
		{`[["a",["b"]]]`, formats.Auto},
		{`[[null,"a"]]`, formats.Auto},
		{`[["a","b"`, formats.Auto},
		{`[{"source":"a"}]`, jsons.JSONArray},
		{`[{"source":`, jsons.JSONArray},
		{`[{}]`, jsons.JSONArray},
		{`[{"x":1,"data":{}}]`, jsons.JSONGraph},
		{`[{"data":1}]`, jsons.JSONArray},
		{`[{"x":{"data":{}}}]`, jsons.JSONArray},
		{`[{"x":1},{"data":{}}]`, jsons.JSONGraph},
	} {
		if got := jsons.Detect(&formats.Beginning{Head: []byte(c.text), Options: &tables.Options{}}); got != c.want {
			t.Errorf("%.80q: got %s, want %s", c.text, got, c.want)
		}
	}
}

// A single object is a line if it has the members that the user names.
func TestDetectByColumns(t *testing.T) {
	for columns, want := range map[string]formats.Name{"x,y": jsons.JSONL, "x,z": jsons.JSONGraph} {
		o := &tables.Options{Columns: strings.Split(columns, ",")}
		if got := jsons.Detect(&formats.Beginning{Head: []byte(`{"x":"a","y":"b"}`), Options: o}); got != want {
			t.Errorf("%s: got %s, want %s", columns, got, want)
		}
	}
}

// The members that are ends of links.
func TestIsEnd(t *testing.T) {
	for name, want := range map[string]int{
		"source": 1, "from": 1, "src": 1, "tail": 1, "target": 2, "to": 2, "dst": 2, "head": 2, "": 0, "Source": 0, "id": 0,
	} {
		if got := jsons.IsEnd(name); got != want {
			t.Errorf("%q: got %d, want %d", name, got, want)
		}
	}
}
