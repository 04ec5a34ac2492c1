package lists_test

import (
	"strings"
	"testing"

	"weft/making/ingest/formats/formatstest"
	"weft/making/ingest/lists"
	"weft/making/ingest/tables"
)

func TestDetectVertices(t *testing.T) {
	formatstest.Detect(t, &lists.VerticesFormat, map[string]bool{
		"0\tcom.a\n1\torg.b.www\n":         true,
		"0\tcom.a\t3\n5\torg.b\t1\n":       true,
		"0\tcom.a\tx\n1\torg.b\t1\n":       false,
		"0\tcom.a\t3\t4\n":                 false,
		"0\n":                              false,
		"1\tcom.a\n0\torg.b\n":             false,
		"0\tcom.a\n0\torg.b\n":             false,
		"x\tcom.a\n":                       false,
		"0\tcom\n1\torg\n":                 false, // no dot
		"0\tnotadomain.a\n1\talsonone.b\n": false,
		"0\tcom.a\n1\talsonone.b\n":        false,
		"0\t192.0.2.1\n":                   false,
		"0\tcom/a\n":                       false,
	})
}

func TestReversedHosts(t *testing.T) {
	for host, want := range map[string]string{"com.example.www": "www.example.com", "com": "com", "": "", "a..b": "b..a", ".a": "a."} {
		if got := string(lists.AppendReversed([]byte("…"), []byte(host))); got != "…"+want {
			t.Errorf("%q: got %q, want %q", host, got, "…"+want)
		}
	}
	for word, want := range map[string]bool{
		"com.example": true, "com.a-b_c.9": true, "中国.x": true, "com": true, "COM.A": true,
		"1.2.3.4": false, "12": false, "1.com": false, ".com": false, "com/x": false, "a b": false, "": false, "a:80": false, "-.a": false,
	} {
		if got := lists.IsReversedHost([]byte(word)); got != want {
			t.Errorf("%q: got %t, want %t", word, got, want)
		}
	}
}

func TestVertices(t *testing.T) {
	arcs := []formatstest.Input{{Format: &lists.EdgesFormat, Text: "0 1\n1 0\n"}}
	formatstest.Run(t, &lists.VerticesFormat, []formatstest.Case{
		{Name: "hosts", Text: "0\tcom.example.www\n2\torg.example\n", Graph: "http://www.example.com/ http://example.org/; ; 2 records"},
		{Name: "domains", Text: "0\tcom.example\t3\n1\torg.example\t1\n", Graph: "http://example.com/ http://example.org/; ; 2 records", Notes: "2 numbers of hosts of the domains, which are not kept"},
		{Name: "bad lines", Text: "0\tcom.a\n1\n2\ta\tb\tc\nx\torg.b\n", Graph: "http://a.com/; ; 1 records", Bad: "8 line 2: 1 columns: expected a number and a reversed host: \"1\"\n10 line 3: 4 columns: expected a number and a reversed host: \"2\\ta\\tb\\tc\"\n18 line 4: \"x\" is not the number of a page: \"x\\torg.b\""},
		{Name: "numbers for more memory", Options: formatstest.Options{Memory: 32 << 20}, Text: "0\tcom.a\n8192000\torg.b\n", Err: "vertices that are numbered up to 8192000 needs 47.2 MiB, 'memory' is 32.0 MiB: give at least 'memory' 48MiB"},
		{Name: "names that are no hosts", Text: "0\tcom.a_b%\n1\torg.b\n", Graph: "a_b%.com http://b.org/; ; 2 records"},
		{Name: "after the arcs", Before: arcs, Text: "0\tcom.a\n1\torg.b\n", Err: "the vertices follow their arcs: name the file of vertices first"},
	})
	hosts := []formatstest.Input{{Format: &lists.VerticesFormat, Text: "0\tcom.b\n1\tcom.a\n"}}
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "arcs of hosts", Before: hosts, Text: strings.Repeat("0\t1\n", 1100) + "1\t1\n1\t5\nx\t1\n1\t0\n", Graph: "http://a.com/ http://b.com/; http://a.com/>http://a.com/ http://a.com/>http://b.com/ http://b.com/>http://a.com/; 1105 records", Bad: "4408 line 1103: \"x\" is not the number of a page: \"x\\t1\"\n4404 arc 1 → 5: there is no page with this number"},
		{Name: "arcs of hosts, both ways", Before: hosts, Options: formatstest.Options{Options: tables.Options{Directed: tables.DirectedNo}}, Text: "0\t1\n1\t1\n", Graph: "http://a.com/ http://b.com/; http://a.com/>http://a.com/ http://a.com/>http://b.com/ http://b.com/>http://a.com/; 4 records", Notes: "2 edges without direction, which are two arcs"},
		{Name: "arcs of names", Before: hosts, Text: "http://c.example/\thttp://a.com/\nhttp://a.com/\thttp://c.example/\n", Graph: "http://a.com/ http://b.com/ http://c.example/; http://a.com/>http://c.example/ http://c.example/>http://a.com/; 4 records"},
	})
}

func TestPageStates(t *testing.T) {
	formatstest.Detect(t, &lists.PageStatesFormat, map[string]bool{
		"0\tfetched\tx\n": true, "0\tghost\t\n": true, "0\tfetched\n": false, "1\tfetched\tx\n": false, "0\tfoo\tx\n": false, "0\tunknown\t": true, "0 fetched x\n": false, "0\tfetched-too-long\tx\n": false, "": false,
	})
	const numbers, names = "page-states, numbers and states", "page-states, numbers, states and names"
	formatstest.Run(t, &lists.PageStatesFormat, []formatstest.Case{
		{Name: "numbers", Text: "0\tfetched\t\n1\tghost\t\n3\tfailed\t\n", ReadAs: numbers, Graph: "0(fetched) 1(ghost) 2 3(failed); ; 3 records"},
		{Name: "numbers with carriage returns", Text: "0\tfetched\t\r\n", ReadAs: numbers, Graph: "0(fetched); ; 1 records"},
		{Name: "bad numbers", Text: "0\tfetched\t\n1\tfoo\t\nx\tghost\t\n1\tghost\n2\tghost\tname\n", ReadAs: numbers, Graph: "0(fetched); ; 1 records", Bad: "11 line 2: \"foo\" is no state of a page: \"1\\tfoo\\t\"\n18 line 3: \"x\" is not the number of a page: \"x\\tghost\\t\"\n27 line 4: expected number, state and name between tabs: \"1\\tghost\"\n35 line 5: page 2 has a name, and the first page has none: \"2\\tghost\\tname\""},
		{Name: "names", Text: "0\tfetched\thttp://a.example/\n1\tghost\thttp://b.example/\tx\n", ReadAs: names, Graph: "http://a.example/(fetched) http://b.example/x(ghost); ; 2 records"},
		{Name: "names in another order", Text: "0\tfetched\tb\n1\texcluded\ta\n", ReadAs: names, Graph: "b(fetched) a(excluded); ; 2 records"},
		{Name: "bad names", Text: "0\tfetched\ta\n1\tghost\t\n2\tghost\n3\tfoo\tc\nx\tghost\td\n4\tghost\t\xff\n5\tghost\te\n", ReadAs: names, Graph: "a(fetched) e(ghost); ; 2 records", Bad: "12 line 2: an empty name: \"1\\tghost\\t\"\n21 line 3: expected number, state and name between tabs: \"2\\tghost\"\n29 line 4: \"foo\" is no state of a page: \"3\\tfoo\\tc\"\n37 line 5: \"x\" is not the number of a page: \"x\\tghost\\td\"\n47 line 6: a name that is not UTF-8 (convert the file: iconv -f WINDOWS-1252 -t UTF-8): \"4\\tghost\\t\\xff\""},
		{Name: "names after arcs", Before: []formatstest.Input{{Format: &lists.EdgesFormat, Text: "0 1\n1 0\n"}}, Text: "0\tfetched\ta\n", Err: "the names of pages follow their arcs: name the list of pages first"},
		{Name: "numbers after arcs", Before: []formatstest.Input{{Format: &lists.EdgesFormat, Text: "0 1\n1 0\n"}}, Text: "0\tfetched\t\n", Graph: "0(fetched) 1; 0>1 1>0; 3 records"},
	})
	formatstest.Run(t, &lists.EdgesFormat, []formatstest.Case{
		{Name: "arcs after names", Before: []formatstest.Input{{Format: &lists.PageStatesFormat, Text: "0\tfetched\tb\n1\tghost\ta\n"}}, Text: "0 1\n", Graph: "b(fetched) a(ghost); b>a; 3 records"},
	})
}
