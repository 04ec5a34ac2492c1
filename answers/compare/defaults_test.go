package compare_test

import (
	"strings"
	"testing"

	"weft/answers/answer"
	"weft/answers/compare"
)

// The options of a comparison have their defaults: no ranking where none is asked for, no rows for fewer than none. Kinds
// that do not exist are refused.
func TestOptionsHaveDefaults(t *testing.T) {
	a, b := random(t, 1, false), random(t, 2, false)
	want, err := compare.Run(t.Context(), compare.Options{A: a, B: b, Options: answer.Options{Memory: 1 << 28}})
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]compare.Options{
		"no ranking, by name": {Ranking: compare.NoRanking, Options: answer.Options{Memory: 1 << 28}},
		"fewer than no rows":  {Top: -3, Options: answer.Options{Memory: 1 << 28}},
		"the usual budget":    {},
	} {
		o.A, o.B = a, b
		got, err := compare.Run(t.Context(), o)
		if err != nil || got.Pages != want.Pages {
			t.Errorf("%s: got %+v, want %+v: %v", name, got, want, err)
		}
	}
	o := compare.Options{A: a, B: b, Options: answer.Options{Memory: 1 << 28, Kinds: "links-of-love"}}
	if _, err := compare.Run(t.Context(), o); err == nil || !strings.Contains(err.Error(), "links-of-love") {
		t.Errorf("kinds that do not exist: got %v", err)
	}
}
