package answer_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/answers/answer"
)

type csvPart struct {
	Name  string    `json:"name"`
	Share *float64  `json:"share"`
	At    time.Time `json:"at,omitzero"`
	In    struct {
		Count int64    `json:"count"`
		Words []string `json:"words"`
	} `json:"in"`
	Links []csvLink `json:"links,omitempty"`
}

type csvLink struct {
	To int `json:"to"`
}

type csvBase struct {
	Pages int    `json:"pages"`
	Kind  string `json:"kind"` // which the outer one hides
}

type csvResult struct {
	*csvBase
	Kind  string    `json:"kind"`
	Parts []csvPart `json:"parts"`
	Deep  *struct {
		Rows []csvPart `json:"rows"`
		Sum  float64   `json:"sum"`
	} `json:"deep,omitempty"`
	secret int
}

// CSV has the keys and values of JSON: a row for each object of a list, and one for all single values.
func TestWriteCSV(t *testing.T) {
	half := 0.5
	r := &csvResult{csvBase: &csvBase{Pages: 3, Kind: "inner"}, Kind: `a "kind", quoted`, secret: 1}
	r.Parts = []csvPart{{Name: "x\x1b[2J", Share: &half}, {Name: "two\nlines", At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}}
	r.Parts[0].In.Count, r.Parts[0].In.Words = math.MaxInt64, []string{"a", "b"}
	r.Parts[1].Links = []csvLink{{4}, {5}}
	if got, want := answer.CSVTables(reflect.TypeOf(r)), []string{"parts", "deep.rows", "figures"}; !slices.Equal(got, want) {
		t.Errorf("tables %q, want %q", got, want)
	}
	for table, want := range map[string]string{
		"parts":     "name,share,at,in.count,in.words,links\n" + `x\x1b[2J,0.5,,9223372036854775807,"[""a"",""b""]",` + "\n" + `two\nlines,,2026-01-02T03:04:05Z,0,,"[{""to"":4},{""to"":5}]"` + "\n",
		"deep.rows": "name,share,at,in.count,in.words,links\n",
		"figures":   "pages,kind,deep.sum\n" + `3,"a ""kind"", quoted",` + "\n",
	} {
		var b strings.Builder
		if err := answer.WriteCSV(&b, r, table); err != nil || b.String() != strings.ReplaceAll(want, "\n", "\r\n") {
			t.Errorf("%s: got\n%s, %v\nwant\n%s", table, b.String(), err, want)
		}
	}
	if err := answer.WriteCSV(new(strings.Builder), r, "part"); err == nil || !strings.Contains(err.Error(), "parts") {
		t.Errorf("another table: got %v, want the choice", err)
	}
}

// A result without single values has no table of them, which would be empty.
func TestNoFiguresTable(t *testing.T) {
	type lists struct {
		Parts []csvLink `json:"parts"`
	}
	if got := answer.CSVTables(reflect.TypeFor[lists]()); !slices.Equal(got, []string{"parts"}) {
		t.Errorf("tables %q, want parts alone", got)
	}
}
