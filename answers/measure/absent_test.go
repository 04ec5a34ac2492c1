package measure_test

import (
	"testing"

	"weft/answers/answer"
	"weft/answers/measure"
	"weft/making/ingest/ingesttest"
)

// No ranking lists numbers that occur in no line of a list, whatever their scores are.
func TestNumbersOfNoLineAreNotRanked(t *testing.T) {
	for _, text := range []string{"1 2\n2 3\n3 1\n", "10 12\n12 30\n30 10\n"} {
		c := ingesttest.Text(t, text)
		for _, method := range measure.Rankings {
			r, err := measure.GetRanking(t.Context(), c, method, measure.RankOptions{Options: answer.Options{Memory: 64 << 20}, Top: 100})
			if err != nil {
				t.Fatal(err)
			}
			for _, top := range [][]measure.Top{r.Top, r.Authorities, r.Hubs} {
				if top != nil && len(top) != 3 {
					t.Errorf("%q, %s: %d pages are ranked, want 3: %v", text, method, len(top), top)
				}
			}
		}
	}
}
