package licences

import (
	"strings"
	"testing"
)

// What is written is read again; what is no list of licences is refused.
func TestParse(t *testing.T) {
	all := []Module{{"Go", "standard-library", "BSD-3-Clause", "a\n\nb\n"}, {"x.test/y", "v1.2.3", "MIT AND BSD-2-Clause", "c\n"}}
	got, err := Parse(Format(all))
	if err != nil || len(got) != 2 || got[0] != all[0] || got[1] != all[1] {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{"text", "===== only v1\n", "head\n===== a b c\n"} {
		if all, err := Parse(bad); err == nil {
			t.Errorf("%q: got %+v", bad, all)
		}
	}
	if first := All()[0]; first.Path != "Go" || !strings.Contains(first.Text, "The Go Authors") {
		t.Errorf("the first is %+v", first)
	}
}
