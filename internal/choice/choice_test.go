package choice_test

import (
	"testing"

	"weft/internal/choice"
)

func TestNearest(t *testing.T) {
	names := []string{"import", "info", "degrees", "distances", "difference", "between-hosts", "between-domains", "bfs", "dfs"}
	for word, want := range map[string]string{
		"imprt": "import", "improt": "import", "IMPORT": "import", "degree": "degrees", "degrese": "degrees", "dis": "distances", "di": "",
		"inf": "info", "ifno": "info", "bfss": "bfs", "xfs": "bfs", "between": "", "between-host": "between-hosts", "btween-domain": "between-domains",
		"": "", "zebra": "", "import-everything": "", "i": "", "afx": "",
	} {
		if got := choice.Nearest(word, names); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
	if got, want := choice.Of("dsf", []string{"bfs", "dfs"}), "one of bfs, dfs; did you mean dfs?"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := choice.Of("walk", []string{"bfs", "dfs"}), "one of bfs, dfs"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
