package graphs_test

import (
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/graphs"
)

func TestDetectTGF(t *testing.T) {
	formatstest.Detect(t, &graphs.TGFFormat, map[string]bool{
		"1 a\n2 b\n#\n1 2\n":        true,
		"1\n2\n\n#\n\n1 2 label\n":  true,
		"1 a\r\n2\tb\r\n#\r\n1 2\n": true,
		"1 a\n2 b\n#\n":             false, // no edges
		"1 a\n2 b\n#\n1 3\n":        false,
		"1 a\n2 b\n#\n3 1\n":        false,
		"1 a\n1 b\n#\n1 1\n":        false,
		"1 a\n2 b\n1 2\n":           false,
		"1 a\n2 b\n#\n1 2\n#\n2 1":  false,
		"#\n1 2\n":                  false,
		"# x\n1 a\n2 b\n#\n1 2\n":   false,
		"1 a\n2 b\n#\n1\n":          false,
	})
}

func TestDetectNetInf(t *testing.T) {
	formatstest.Detect(t, &graphs.NetInfFormat, map[string]bool{
		"0,a\n1,b\n\n0,1\n":        true,
		"0 , a\n1,b\n\n0, 1 ,7\n":  true,
		"0,a\n1,b\n\n0,1\n\n1,0\n": true,
		"0,a\n1,b\n\n":             false,
		"0,a\n1\n\n0,1\n":          false,
		"0,a,x\n1,b\n\n0,1\n":      false,
		"0,a\n1,\n\n0,1\n":         false,
		",a\n1,b\n\n1,1\n":         false,
		"0,a\n1,b\n0,1\n":          false,
		"0,a\n1,b\n\n0,2\n":        false,
	})
}

// A text whose labels are identifiers of other nodes may be a list of arcs.
func TestDoubtAboutDividedForms(t *testing.T) {
	const doubt = "it may be a list of arcs, or nodes with labels and then edges (tgf): say 'format' edges or 'format' tgf"
	for text, want := range map[string]string{
		"1 2\n2 1\n#\n1 2\n":     doubt,
		"1 2 0.5\n2 x\n#\n1 2\n": doubt,
		"1 2 x\n2 b\n#\n1 2\n":   "",
		"1 1\n2 2\n#\n1 2\n":     "", // each label is the identifier
		"1 3\n2 4\n#\n1 2\n":     "",
		"1 2\n2 1\n#\n":          "", // no edges
	} {
		if got := formatstest.Doubt(&graphs.TGFFormat, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"1,2\n2,1\n\n1,2\n": "it may be a list of arcs, or nodes with labels and then edges (netinf): say 'format' edges or 'format' netinf",
		"1,a\n2,b\n\n1,2\n": "",
	} {
		if got := formatstest.Doubt(&graphs.NetInfFormat, text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestTGF(t *testing.T) {
	formatstest.Run(t, &graphs.TGFFormat, []formatstest.Case{
		{Name: "labels", Text: "1 Ann B\n2\tBob\n\n3\n#\n1 2 knows\n2 3\n\n3\t3\n", Graph: "3 Ann B Bob; 3>3 Ann B>Bob Bob>3; 6 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "numbers alone", Text: "0\n1\n#\n0 1\n", Graph: "0 1; 0>1; 3 records"},
		{Name: "no divider", Text: "a\nb\n", Graph: "a b; ; 2 records"},
		{Name: "second divider", Text: "a\nb\n#\na b\n#\n", Graph: "a b; a>b; 3 records", Bad: "10 line 5: one word: expected the two nodes of an edge: \"#\""},
		{Name: "one end", Text: "a\nb\n#\na\na b\n", Graph: "a b; a>b; 3 records", Bad: "6 line 4: one word: expected the two nodes of an edge: \"a\""},
		{Name: "node that is not listed", Text: "a\nb\n#\na c\n", Graph: "a b c; a>c; 4 records", Notes: "1 ends of edges that no node declares: each is a page called by its identifier"},
		{Name: "listed twice", Text: "a x\na y\n#\na a\n", Graph: "x; x>x; 2 records", Bad: "4 line 2: node: \"a\" is declared twice"},
	})
}

func TestNetInf(t *testing.T) {
	formatstest.Run(t, &graphs.NetInfFormat, []formatstest.Case{
		{Name: "names", Text: "0,Ann B\n1 , Bob\n\n0,1\n1, 0 ,7\n", Graph: "Ann B Bob; Ann B>Bob Bob>Ann B; 4 records", Notes: "1 edges with weights or other attributes, which are not kept"},
		{Name: "further empty lines", Text: "0,a\n1,b\n\n0,1\n\n1,0\n", Graph: "a b; a>b b>a; 4 records"},
		{Name: "one end", Text: "0,a\n1,b\n\n0\n0,\n0,1\n", Graph: "a b; a>b; 3 records", Bad: "9 line 4: one word: expected the two nodes of an edge: \"0\"\n11 line 5: one word: expected the two nodes of an edge: \"0,\""},
	})
}
