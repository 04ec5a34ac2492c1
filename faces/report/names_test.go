package report_test

import (
	"bytes"
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/faces/report"
	"weft/store"
)

// Names on the page stand in their own letters and are cut with a word. Links lead to the encoded names, and long ones
// are left out.
func TestNamesOfPeople(t *testing.T) {
	long := "http://a.example/" + strings.Repeat("y", 5000)
	d := report.Data{Info: measure.Info{Path: "x", Names: true, Counts: store.Counts{Pages: 100, Fetched: 100, Hosts: 3, Domains: 3, Arcs: 5}}}
	d.Others = []report.Answered{{Question: answer.Question{Name: "links", Section: &answer.Section{Title: "Links"}}, Blocks: []answer.Block{&answer.Table{
		Columns: []answer.Column{{Title: "page", Names: answer.OfPages}, {Title: "text"}},
		Rows:    [][]string{{"http://xn--bcher-kva.example/a", long}, {long, "http://xn--pypal-4ve.example/"}, {"http://xn--pypal-4ve.example/", ""}},
	}}}}
	var b bytes.Buffer
	if err := report.Write(&b, d); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		`<a href="http://xn--bcher-kva.example/a"`, "<b>bücher.<wbr>example</b>", "more characters)", "pаypal.<wbr>example (xn-<wbr>-<wbr>pypal-<wbr>4ve.<wbr>example)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, strings.Repeat("y", 200)) {
		t.Error("a long name is not cut")
	}
}
