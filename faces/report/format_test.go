package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"weft/answers/fidelity"
	"weft/answers/measure"
	"weft/stats"
	"weft/store"
)

// plain makes no-break spaces ordinary ones, so that tables can be read.
func plain(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

func TestFormats(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{count(0), "0"},
		{count(999), "999"},
		{count(1000), "1,000"},
		{count(-1234567), "−1,234,567"},
		{count(uint64(math.MaxUint64)), "18,446,744,073,709,551,615"},
		{count(int64(math.MinInt64)), "−9,223,372,036,854,775,808"},
		{short(0), "0"},
		{short(950), "950"},
		{short(1000), "1k"},
		{short(1234), "1.2k"},
		{short(12345), "12k"},
		{short(999_600), "1M"},
		{short(math.MaxInt64), "9.2E"},
		{fixed(1234.5678, 2), "1,234.57"},
		{fixed(-0.001, 2), "0.00"},
		{fixed(-0.5, 1), "−0.5"},
		{fixed(math.NaN(), 1), "–"},
		{fixed(math.Inf(1), 1), "–"},
		{share(0, 10), "0 %"},
		{share(10, 10), "100 %"},
		{share(1, 100000), "< 0.1 %"},
		{share(99999, 100000), "> 99.9 %"},
		{share(1, 3), "33.3 %"},
		{share(0, 0), "–"},
		{scientific(8.1e-11), "8.1×10⁻¹¹"},
		{scientific(-3.25e8), "−3.2×10⁸"},
		{scientific(0), "0"},
		{scientific(0.0123), "0.0123"},
		{scientific(12345), "12,345"},
		{isProbability(0, 1000), "p < 0.001"},
		{isProbability(0, 50), "p < 0.02"},
		{isProbability(1e-30, 0), "p < 0.001"},
		{isProbability(0.0123, 9), "p = 0.012"},
		{isProbability(0.5, 9), "p = 0.50"},
		{withError(2.10123, 0.0034), "2.101 ± 0.003"},
		{withError(2.5, 0.3), "2.50 ± 0.30"},
		{withError(2, 0), "2.00"},
		{size(0), "0 B"},
		{size(999), "999 B"},
		{size(1536), "1.5 KiB"},
		{size(48_123_456), "45.9 MiB"},
		{size(1 << 30), "1.0 GiB"},
		{plural(1, "page"), "1 page"},
		{plural(2, "query"), "2 queries"},
		{plural(0, "arc"), "0 arcs"},
		{checksum("0123456789abcdef"), "0123456789ab…"},
		{checksum("ab"), "ab"},
		{tail("/a/b.gz"), "b.gz"},
		{tail(`c:\a\b.gz`), "b.gz"},
		{tail("b"), "b"},
		{tail("a/b/"), "b/"},
	} {
		if plain(c.got) != c.want {
			t.Errorf("got %q, want %q", plain(c.got), c.want)
		}
	}
}

func TestScores(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   []string
	}{
		{[]float64{18235, 7}, []string{"18,235", "7"}},
		{[]float64{0.0123, 0.00045}, []string{"0.012300", "0.000450"}},
		{[]float64{0.5, 0}, []string{"0.500", "0.000"}},
		{[]float64{0.5, 1e-30}, []string{"0.500000000", "1.0×10⁻³⁰"}},
		{[]float64{1.5, 200}, []string{"1.50", "200.00"}},
		{nil, []string{}},
	} {
		if got := scores(c.values); !slices.Equal(got, c.want) {
			t.Errorf("scores(%v) = %q, want %q", c.values, got, c.want)
		}
	}
}

// Sentences agree with their counts.
func TestSentencesAgree(t *testing.T) {
	info := func(pages, fetched, unknown, dangling int) *measure.Info {
		i := infoOf(pages, 0)
		i.Fetched, i.Unknown, i.Dangling = fetched, unknown, dangling
		i.Ghosts = pages - fetched - unknown
		return &i
	}
	rival := func(ratio, p float64) string {
		return newRival(stats.Alternative{Name: "lognormal", Ratio: ratio, P: p}).Verdict
	}
	lost := func(ghosts, failed int) string {
		r := new(fidelity.Report)
		r.Ghosts, r.Failed = ghosts, failed
		return notCrawled(r)
	}
	say := func(f fates) string {
		return completeness(f, f.fetched+f.never+f.unknown)
	}
	many := func(n int) string {
		s := store.Step{}
		for i := range n {
			s.Inputs = append(s.Inputs, store.Input{Bytes: 1 << 10, Records: int64(i), Bad: 2})
		}
		return newStep(s).More + "."
	}
	for want, got := range map[string]string{
		"All 1,200 records could be read.":                                                                 badRecords(1200, 0),
		"1 of 4 records was bad (25.0\u00a0%) and skipped.":                                                badRecords(4, 1),
		"2 of 4 records were bad (50.0\u00a0%) and skipped.":                                               badRecords(4, 2),
		"and 1 file more: 1.0\u00a0KiB, 12 records, 2 bad.":                                                many(mostInputs + 1),
		"and 2 files more: 2.0\u00a0KiB, 25 records, 4 bad.":                                               many(mostInputs + 2),
		"1 known page was not crawled (requests for it failed)":                                            lost(1, 1),
		"9 known pages were not crawled (requests for them failed)":                                        lost(9, 9),
		"not crawled (requests for 1 of them failed)":                                                      lost(9, 1),
		"not crawled (requests for 2 of them failed)":                                                      lost(9, 2),
		"1 zero left out, because a power law does not cover it. ":                                         upper(zeros(1)),
		"20 zeros left out, because a power law does not cover them. ":                                     upper(zeros(20)),
		"The input does not say which pages were fetched; 1 was never requested, 3 have an unknown state.": say(fates{never: 1, unknown: 3}),
		"None of the known pages was fetched; 2 were never requested.":                                     say(fates{never: 2}),
		"could not be compared":                                                                            rival(math.NaN(), 0.5),
		"cannot be distinguished":                                                                          rival(-9, 0.1),
		"is more likely":                                                                                   rival(-9, 0.09),
		"is less likely":                                                                                   rival(9, 0.09),
		"No arc leads from 1 of 4 pages (25.0\u00a0%).":                                                    stateSentence(info(4, 0, 4, 1)),
		"No arc leads from 2 of 4 pages (50.0\u00a0%).":                                                    stateSentence(info(4, 0, 4, 2)),
		"An arc leads from every fetched page.":                                                            stateSentence(info(4, 3, 0, 0)),
		"1 of the fetched pages (33.3\u00a0%) is dangling":                                                 stateSentence(info(4, 3, 0, 1)),
		"1 more law":  (&lawsView{More: make([]*lawView, 1)}).Folded() + ".",
		"2 more laws": (&lawsView{More: make([]*lawView, 2)}).Folded(),
		"because the state of 33 of 2,008 pages is unknown":       untrusted(stated(2008, 33)),
		"because the input does not say which pages were fetched": untrusted(stated(2, 2)),
		"2 of the fetched pages (66.7\u00a0%) are dangling":       stateSentence(info(4, 3, 0, 2)),
		"none leads from a page to itself.":                       loops(0),
		"1 leads from a page to itself.":                          loops(1),
		"1,200 lead from a page to itself.":                       loops(1200),
		"1 weak component with all pages":                         partition("weak component", measure.Partition{Count: 1, Largest: 9}, 9),
		"2 weak components, the largest with 5 pages (50.0":       partition("weak component", measure.Partition{Count: 2, Largest: 5}, 10),
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
	if got := badRecords(0, 0) + zeros(0) + many(mostInputs); got != "." {
		t.Errorf("of nothing it is said: %q", got)
	}
	if got := lost(9, 0); strings.Contains(got, "failed") {
		t.Errorf("nothing failed, and it says %q", got)
	}
	for o, want := range map[string]string{store.ByName: "by name", store.ByInput: "as in the input", "": "as in the input", "host": "host"} {
		if got := order(o, false); got != want {
			t.Errorf("order %q: got %q", o, got)
		}
	}
}

// stated describes a crawl in which some pages have an unknown state.
func stated(pages, unknown int) *measure.Info {
	info := new(measure.Info)
	info.Pages, info.Unknown = pages, unknown
	return info
}
