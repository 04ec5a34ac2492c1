package answer_test

import (
	"reflect"
	"strings"
	"testing"

	"weft/algo/distance"
	"weft/answers/answer"
	"weft/internal/option"
)

type inner struct {
	Links int64 `label:"links" unit:"link"`
}

type missing struct {
	Lost int `label:"lost"`
}

type row struct {
	URL   string   `label:"page" show:"url"`
	Page  uint32   // which stands for a URL that is empty
	Name  string   `label:"name"`
	Score float64  `label:"score" show:"digits:3"`
	Tau   *float64 `label:"tau" show:"fixed:2"`
	None  *float64 `label:"never there"`
	Side  bool     `label:"side" show:"if:inside/outside"`
}

type described struct {
	inner
	*missing
	Pages   int                `label:"pages" unit:"page" note:", all of them"`
	Hidden  int                `label:"hidden" hide:"zero"`
	Unsaid  int                // has no label
	Share   *float64           `label:"share" show:"share" none:"none: there are no links"`
	Silent  *float64           `label:"silent"`
	Small   float64            `label:"small" show:"small:4"`
	Percent float64            `label:"percent" show:"percent:1"`
	Size    int64              `label:"size" show:"bytes"`
	Took    float64            `label:"took" show:"seconds"`
	Small1  float64            `label:"below" show:"number"`
	Large   float64            `label:"above" show:"number"`
	About   float64            `label:"about" show:"about"`
	Words   []string           `label:"words"`
	Sure    bool               `label:"sure"`
	Exact   distance.Estimate  `label:"exact" show:"fixed:1"`
	Drawn   *distance.Estimate `label:"drawn" show:"share" note:"of them"`
	Host    string             `label:"host" show:"host:(no host)"`
	Rows    []row              `label:"the rows"`
	Empty   []row              `label:"no rows"`
}

// Text derives from tags: figures in the order of the fields, tables with columns of numbers before those of URLs, and
// nothing that is hidden, not there, or without a label.
func TestDescribe(t *testing.T) {
	tau := 0.5
	d := &described{
		inner: inner{Links: 1}, Pages: 1234, Unsaid: 7, Small: 0.00001234, Percent: 12.345, Size: 3 << 20, Took: 75, Small1: 999.5, Large: 12345.6, About: 123456,
		Words: []string{"a", "b"}, Exact: distance.Estimate{Value: 2, Low: 2, High: 2}, Drawn: &distance.Estimate{Value: 0.5, Low: 0.25, High: 0.75},
		Rows: []row{{URL: "http://a.example/", Name: "long name", Score: 12.3456, Tau: &tau, Side: true}, {Page: 3, Name: "n", Score: 1e-7}},
	}
	var b strings.Builder
	answer.Print(&b, answer.Describe(d), option.Quoted)
	want := `links            1 link
pages            1,234 pages, all of them
share            none: there are no links
small            0.000012
percent          12.3 %
size             3.0 MiB
took             1m15s
below            999.500
above            12,346
about            123,000
words            a, b
sure             no
exact            2.0
drawn            50.0 % (95 %: 25.0 % to 75.0 %) of them
host             (no host)

the rows
name       score   tau  side     page
long name   12.3  0.50  inside   http://a.example/
n          1e-07     –  outside  page 3
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Extra columns stand between those of tags and those of names, numbers of rows before them.
func TestTableOf(t *testing.T) {
	table := answer.TableOf("", []row{{Name: "a"}, {Name: "bb"}}, answer.Extra[row]{Title: "twice", Number: true, Text: func(r *row) string { return r.Name + r.Name }}).Numbered()
	var b strings.Builder
	answer.Print(&b, []answer.Block{table}, option.Quoted)
	if got, want := b.String(), "\n      name  score  side     twice  page\n   1  a         0  outside     aa  page 0\n   2  bb        0  outside   bbbb  page 0\n"; got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// Tags that would show nothing, or something wrong, are refused with the field and what is wrong.
func TestCheckShown(t *testing.T) {
	for want, v := range map[string]any{
		`label is empty`: struct {
			X int `label:" "`
		}{},
		`there is no format "shares"`: struct {
			X float64 `label:"x" show:"shares"`
		}{},
		`"bytes" does not suit a float64`: struct {
			X float64 `label:"x" show:"bytes"`
		}{},
		`a unit is for counts`: struct {
			X string `label:"x" unit:"page"`
		}{},
		`a int cannot`: struct {
			X int `label:"x" none:"none"`
		}{},
		`does nothing without the tag label`: struct {
			X int `show:"integer"`
		}{},
		`must be exported`: struct {
			x int `label:"x"`
		}{},
		`expected zero`: struct {
			X int `label:"x" hide:"empty"`
		}{},
		`no field "Nowhere"`: struct {
			X string `label:"x" show:"url:Nowhere"`
		}{},
		`below.X: there is no format`: struct {
			Deep []*below
		}{},
	} {
		if err := answer.CheckShown(reflect.TypeOf(v)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%T: got %v, want %q", v, err, want)
		}
	}
	if err := answer.CheckShown(reflect.TypeFor[described]()); err != nil {
		t.Error(err)
	}
}

type below struct {
	X int `label:"x" show:"none"`
}

// A column moves to the end with its cells; a label that is too wide for the terminal is abbreviated there alone.
func TestEndingAndNarrowLabels(t *testing.T) {
	table := answer.TableOf("", []row{{Name: "a", Score: 1}, {Name: "bb", Score: 2}}).Ending("score").Ending("no such column").Numbered()
	effective := answer.Row("effective diameter", "%d", 3)
	var b strings.Builder
	answer.Print(&b, []answer.Block{table, effective, answer.Row("longest", "%d", 4)}, option.Quoted)
	want := "\n      name  side     page    score\n   1  a     outside  page 0  1\n   2  bb    outside  page 0  2\neffective diam.  3\nlongest          4\n"
	got := strings.Split(b.String(), "\n")
	for i, line := range got {
		got[i] = strings.TrimRight(strings.Join(strings.Fields(line), " "), " ")
	}
	wantLines := strings.Split(want, "\n")
	for i, line := range wantLines {
		wantLines[i] = strings.Join(strings.Fields(line), " ")
	}
	if strings.Join(got, "\n") != strings.Join(wantLines, "\n") || effective.Label != "effective diameter" {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
