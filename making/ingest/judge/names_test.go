package judge_test

import (
	"strings"
	"testing"

	"weft/making/ingest/judge"
)

// Names are compared by letters and digits in lower case, without accents and parentheses.
func TestWord(t *testing.T) {
	for name, want := range map[string]string{
		"":             "",
		"Source_ID":    "sourceid",
		"Node 1 (key)": "node1",
		"Źródło":       "zrodlo",
		"Größe":        "grosse",
		"Køb":          "kob",
		"(id)":         "",
		"цель":         "цель",
	} {
		if got := judge.Word(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// Names state source and target in pairs: half a pair states nothing.
func TestPairsOfNames(t *testing.T) {
	for _, c := range []struct {
		header         string
		source, target int
	}{
		{"i,j", 0, 1},
		{"i,j,x,y", 0, 1},
		{"i,j,x,y,z", -1, -1},
		{"source,target,a,b,c,d,e", 0, 1},
		{"od,do,a,b,c,d,e", 0, 1},
		{"source,page", -1, -1},
		{"page,target", -1, -1},
		{"child,page", -1, -1},
		{"parent,page", -1, -1},
		{"relation,parent,child", 1, 2},
		{"head_id,relation,tail_id", 0, 2},
		{"head,relation", -1, -1},
		{"relation,tail", -1, -1},
		{"head,relation,tail_id", -1, -1},
		{"tail,relation,head", 2, 0},
		{"tail,head_id,relation,tail_id", 1, 3},
		{"head,head_id,relation,tail_id", 1, 3},
		{"h,t", -1, -1},
		{"h,r", -1, -1},
		{"h,r,url1,url2", 2, 3},
		{"from_stop,to_stop", 0, 1},
		{"stop_to,stop_from", 1, 0},
		{"from_stop,to_city", -1, -1},
		{"stop_from,city_to", -1, -1},
		{"from_stop,stop", -1, -1},
		{"stop,to_stop", -1, -1},
		{"stop_from,stop", -1, -1},
		{"stop,stop_to", -1, -1},
		{"from_stop,to_stop,from_city,to_city", -1, -1},
		{"from_stop,to_stop,from_id,to_id", 2, 3},
		{"from_stop,to_stop,from_year,to_year", 0, 1},
		{"node1,node", -1, -1},
		{"node,node2", -1, -1},
		{"node1,page2", -1, -1},
		{"node2,node1", 1, 0},
		{"cell1id,cell2id", 0, 1},
		{"ip1id,ip2id", 0, 1},
		{"cell1,cell2", -1, -1},
		{"u1id,u2id", -1, -1},
		{"page_a,page_b", 0, 1},
	} {
		u, v, ok := judge.FindPair(strings.Split(c.header, ","))
		want := [2]int{c.source, c.target}
		if c.source < 0 {
			want = [2]int{0, 1} // the first two columns, which no name states
		}
		if ok != (c.source >= 0) || [2]int{u, v} != want {
			t.Errorf("%s: got %d, %d, %v; want %d, %d", c.header, u, v, ok, c.source, c.target)
		}
	}
}
