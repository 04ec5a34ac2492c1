package serve

import (
	"testing"

	"weft/answers/missing"
	"weft/answers/pages"
)

// TestStateWords has one word for each state, and for each reason.
func TestStateWords(t *testing.T) {
	for _, x := range []struct {
		state  string
		status int
		why    *missing.Why
		want   string
	}{
		{"ghost", 0, nil, "only linked to"},
		{"ghost", 0, &missing.Why{Class: missing.Never}, "only linked to"},
		{"ghost", 0, &missing.Why{Class: missing.Waiting}, "only linked to"},
		{"ghost", 503, nil, "waiting"},
		{"ghost", 0, &missing.Why{Class: missing.Waiting, Reason: "503 Service Unavailable"}, "waiting"},
		{"failed", 503, &missing.Why{Class: missing.Failed, Reason: "503 Service Unavailable"}, "failed"},
		{"fetched", 200, nil, "fetched"},
	} {
		v := &single{Row: row{pages.Row{State: x.state, Status: x.status}}, Why: x.why}
		if got := v.StateWord(); got != x.want {
			t.Errorf("%s with status %d, %+v: %q, want %q", x.state, x.status, x.why, got, x.want)
		}
	}
	for reason, want := range map[string]string{
		"regex -/news/": "excluded by the rule -/news/", "surt -org,debian,lists)/ (line 3 of surts.txt)": "excluded by the rule -org,debian,lists)/ (line 3 of surts.txt)",
		"126 pages were fetched": "limit: 126 pages were fetched", "1 page was fetched": "limit: 1 page was fetched", "limit: 126 pages were fetched": "limit: 126 pages were fetched",
		"503 Service Unavailable": "503 Service Unavailable", "regex +/news/": "regex +/news/", "": "", "nothing is left": "nothing is left",
	} {
		if got := reasonWord(reason); got != want {
			t.Errorf("%q: %q, want %q", reason, got, want)
		}
	}
}
