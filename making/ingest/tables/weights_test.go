package tables

import (
	"strings"
	"testing"

	"weft/internal/option"
	"weft/making/ingest/judge"
)

// weigh returns options that keep the weights of a column.
func weigh(column string) Options { return Options{Weigh: &WeightColumn{column}} }

// The column of weights is named by number or name, or chosen.
func TestDecideWeights(t *testing.T) {
	const plain, three, four = "a,b\nb,c\nc,a\n", "a,b,1.5\nb,c,2\nc,a,3\n", "a,b,1.5,7\nb,c,2,8.5\nc,a,3,9\n"
	const named = "from,to,Weight,x\na,b,1,2\nb,c,2,3\n"
	checkTexts(t, []textCase{
		{"none", plain, weigh("auto"), "refuses: the options do not fit the input: 'weights': the list has no column besides source and target"},
		{"the third", three, weigh("AUTO"), "columns 1 and 2 of 3, commas, names, weights in column 3 | 0→1, needed quotes | a -> b, b -> c, c -> a"},
		{"the third, by number", three, weigh("3"), "columns 1 and 2 of 3, commas, names, weights in column 3 | 0→1, needed quotes | a -> b, b -> c, c -> a"},
		{"a page, by number", three, weigh("2"), "asks: columns 1,2 first-line arc: a -> b, b -> c, c -> a"},
		{"two further", four, weigh("auto"), "refuses: the options do not fit the input: 'weights' auto: the lines have 4 columns: name one by its number, as in 'weights' 3"},
		{"two further, by number", four, weigh("4"), "columns 1 and 2 of 4, commas, names, weights in column 4, left out: column 3 | 0→1, needed quotes | a -> b, b -> c, c -> a"},
		{"beyond", four, weigh("5"), "refuses: the options do not fit the input: 'weights' 5: the lines have 4 columns: name one by its number, as in 'weights' 3"},
		{"by a word", named, weigh("auto"), `columns "from" and "to" of 4, commas, header, names, weights in column 3, left out: "x" | 0→1, header ["from" "to" "Weight" "x"], needed quotes | a -> b, b -> c`},
		{"by another name", named, weigh("X"), `columns "from" and "to" of 4, commas, header, names, weights in column 4, left out: "Weight" | 0→1, header ["from" "to" "Weight" "x"], needed quotes | a -> b, b -> c`},
		{"by an unknown name", named, weigh("y"), `refuses: the options do not fit the input: 'weights' y: no further column is called so: the columns are ["from" "to" "Weight" "x"]`},
		{"header without the word", "from,to,x\na,b,1\nb,c,2\n", weigh("auto"), `refuses: the options do not fit the input: 'weights' auto: no further column is called so: the columns are ["from" "to" "x"]`},
		{"two of a name", "from,to,weight,weights\na,b,1,2\nb,c,2,3\n", weigh("auto"), `refuses: the options do not fit the input: 'weights' auto: "weight" and "weights" may both be the weights: expected one: name it, as in 'weights' weight, or say the number of its column`},
		{"the word of a source", "weight,from,to\n1,a,b\n2,b,c\n", weigh("auto"), `columns "from" and "to" of 3, commas, header, names, weights in column 1 | 1→2, header ["weight" "from" "to"], needed quotes | a -> b, b -> c`},
		{"attributes", "a b {'weight': 2}\nb c {}\n", weigh("auto"), "columns 1 and 2 of 3, blanks, names, weights in column 3 | 0→1, no quotes, attributes | a -> b, b -> c"},
		{"weights may follow", "a,b\nb,c,2\nc,a,3\n", weigh("3"), "two columns, commas, names, weights in column 3 | 0→1, needed quotes, weights may follow | a -> b, b -> c, c -> a"},
		{"weights may follow, by name", "from,to,weight\na,b,1.5\nb,c\nc,d,2\n", weigh("weight"), `two columns, commas, header, names, weights in column 3 | 0→1, header ["from" "to"], needed quotes, weights may follow | a -> b, b -> c, c -> d`},
		{"weights that look like pages", "1 2 3\n2 3 1\n3 1 2\n", weigh("auto"), "columns 1 and 2 of 3, blanks, numbers, weights in column 3 | 0→1, no quotes, # always, % always | 1 -> 2, 2 -> 3, 3 -> 1"},
		{"weights that look like pages, by number", "1 2 3\n2 3 1\n3 1 2\n", weigh("1"), "asks: columns 2,3 first-line arc: 2 -> 3, 3 -> 1, 1 -> 2"},
		{"kinds", "source_name\ttarget_name\tkinds\na\tb\tlink\nb\tc\tlink\n", weigh("auto"), "refuses: the options do not fit the input: 'weights': the list has no column besides source and target"},
		{"direction", "Source,Target,Type,Weight\na,b,Undirected,2\nb,c,Directed,3\n", weigh("auto"), `columns "Source" and "Target" of 4, commas, header, names, weights in column 4 | 0→1, header ["Source" "Target" "Type" "Weight"], direction in 2, needed quotes | a -> b, b -> c`},
		{"direction, by number", "Source,Target,Type,Weight\na,b,Undirected,2\nb,c,Directed,3\n", weigh("3"), `refuses: the options do not fit the input: 'weights' 3: no further column is called so: the columns are ["Source" "Target" "Type" "Weight"]`},
	})
}

// Names of columns, attributes and members with the weights.
func TestIsCalled(t *testing.T) {
	for _, c := range []struct {
		column, name string
		want         bool
	}{
		{"auto", "weight", true},
		{"auto", "Weights", true},
		{"Auto", "edge_weight", true},
		{"auto", "arc weight (m)", true},
		{"auto", "x", false},
		{"auto", "auto", false},
		{"x", "X", true},
		{"x", "weight", false},
		{"x", "xy", false},
	} {
		w := &WeightColumn{c.column}
		if got := w.IsCalled(c.name); got != c.want {
			t.Errorf("%s, column %s: got %t, want %t", c.name, c.column, got, c.want)
		}
	}
	if (*WeightColumn)(nil).IsCalled("weight") {
		t.Error("weights that are not kept have a name")
	}
}

// Of several names one may be the weights.
func TestPick(t *testing.T) {
	for _, c := range []struct {
		column, names string
		want          int
		fails         string
	}{
		{"auto", "", -1, ""},
		{"auto", "a b", -1, ""},
		{"auto", "weight b", 0, ""},
		{"auto", "a weight", 1, ""},
		{"b", "a b weight", 1, ""},
		{"auto", "a weight Weights", -1, `"weight" and "Weights" may both be the weights`},
		{"b", "b a B", -1, `"b" and "B" may both be the weights`},
	} {
		at, err := (&WeightColumn{c.column}).Pick(strings.Fields(c.names))
		if at != c.want || (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s of %q: got %d and %v, want %d and %q", c.column, c.names, at, err, c.want, c.fails)
		}
	}
	if err := TwoWeights("a", "b"); !strings.Contains(err.Error(), `"a" and "b" may both be the weight of an edge: name one, as in 'weights' a`) {
		t.Errorf("two weights: got %v", err)
	}
}

// Weights in attributes as NetworkX writes them.
func TestDictValue(t *testing.T) {
	for _, c := range []struct{ dict, column, want string }{
		{"{'weight': 2.5}", "auto", " 2.5"},
		{"{'color': 'red', 'weight': 2.5}", "auto", " 2.5"},
		{"{\"weight\": 2.5, \"x\": 3}", "x", " 3"},
		{"{'x': 'a, weight: 1', 'weight': 2}", "auto", " 2"},
		{`{'x': 'a\', \'weight\': 1', 'weight': 2}`, "auto", " 2"},
		{"{'x': \"it's, 'weight': 1\", 'weight': 2}", "auto", " 2"},
		{"{'x': [1, 2], 'weight': 2}", "auto", " 2"},
		{"{'x': {'weight': 1}, 'y': (1, 2)}", "auto", ""},
		{"{'x': (1, {'weight': 1, 'y': [2]}), 'weight': 3}", "auto", " 3"},
		{"{'x': 1}", "auto", ""},
		{"{'weight'}", "auto", ""},
		{"{}", "auto", ""},
		{"", "auto", ""},
		{"{'weight': 1, 'weights': 2}", "auto", "!"},
	} {
		got, err := DictValue([]byte(c.dict), &WeightColumn{c.column})
		text := string(got)
		if err != nil {
			text = "!"
		}
		if text != c.want {
			t.Errorf("%s: got %q, want %q", c.dict, text, c.want)
		}
	}
}

// Questions name the options that choose each reading.
func TestQuestion(t *testing.T) {
	d := &judge.Doubt{Why: "it is unclear", Readings: []judge.Reading{
		{Source: 0, Target: 1, Arc: true, Arcs: [][2]string{{"a", "b"}}},
		{Source: 2, Target: 0, Header: true, Arcs: [][2]string{{"c", "a"}, {"d", "b"}}},
		{Source: 1, Target: 0},
	}}
	for _, c := range []struct {
		q    *Question
		want string
	}{
		{NewQuestion(d), "it is unclear: say how to read it\n  'columns' 1,2 'first-line' arc   a -> b\n  'columns' 3,1 'first-line' header   c -> a, d -> b\n  'columns' 2,1   "},
		{NewNamedQuestion(d, []string{"x", "y", "z"}), "it is unclear: say how to read it\n  'columns' x,y   a -> b\n  'columns' z,x   c -> a, d -> b\n  'columns' y,x   "},
		{&Question{Why: "it is unclear"}, "it is unclear"},
		{&Question{Why: "x", Readings: []Reading{{Format: "edges", Columns: "1,2", FirstLine: "counts", Arcs: "a -> b"}, {}}}, "x: say how to read it\n  'format' edges 'columns' 1,2 'first-line' counts   a -> b\n     "},
	} {
		if got := c.q.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	flag := func(option string) string { return "<" + option + ">" }
	if got, want := option.Text(NewQuestion(d), flag), "\n  <columns> 1,2 <first-line> arc   a -> b"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
}

// The reasons of questions that this package asks by itself.
func TestQuestionsWhy(t *testing.T) {
	const fixed = "ann lee  bob cid\ndee fox  ann lee\n"
	for _, c := range []struct{ text, want string }{
		{"a\tNA\nb\tNA\na\tb\n", `"NA" may be a page, or a missing value`},
		{"null,a\nnull,b\na,b\n", `"null" may be a page, or a missing value`},
		{"3\n0 1\n1 2\n0 2\n", "the first line is 3, and as many lines of numbers follow"},
		{"from,to\nto,x\nx,y\ny,from\n", `the first line ("from", "to") names source and target, and may be an arc`},
		{"from to\n1 2 3\n2 3 1\n3 1 2\n", "the header names 2 columns, and the rows have 3: the first may be row names"},
		{fixed, ", and names may hold blanks, as in columns of fixed width"},
		{"from to\nann lee bob\nann cid lee\n", "the header names 2 columns, and most lines have 3 between blanks: names may hold blanks"},
	} {
		_, err := Decide(TakeSample([]byte(c.text)), &Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q in it", c.text, err, c.want)
		}
	}
}

// A question about lines with colons offers to read them as pages and successors.
func TestHintOfAdjacency(t *testing.T) {
	checkTexts(t, []textCase{
		{"two columns", "a: b\nc: d\ne: f\ng: h\n", Options{}, "asks: format adjacency: a -> b, c -> d, e -> f; columns 1,2 first-line arc: a: -> b, c: -> d, e: -> f; columns 2,1 first-line arc: b -> a:, d -> c:, f -> e:"},
		{"three columns", "a: b c\nd: e f\ng: h i\n", Options{}, "asks: format adjacency: a -> b, a -> c, d -> e; columns 2,3 first-line header: e -> f, h -> i; columns 1,2 first-line arc: a: -> b, d: -> e, g: -> h; columns 1,3 first-line arc: a: -> c, d: -> f, g: -> i; columns 2,3 first-line arc: b -> c, e -> f, h -> i"},
		{"a line without a colon", "a: b c\nd e f\ng: h i\n", Options{}, "asks: columns 1,2 first-line header: d -> e, g: -> h; columns 1,3 first-line header: d -> f, g: -> i; columns 2,3 first-line header: e -> f, h -> i; columns 1,2 first-line arc: a: -> b, d -> e, g: -> h; columns 1,3 first-line arc: a: -> c, d -> f, g: -> i; columns 2,3 first-line arc: b -> c, e -> f, h -> i"},
	})
}
