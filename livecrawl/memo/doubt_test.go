package memo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"weft/crawl"
	"weft/crawl/trap"
	"weft/graph/page"
	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/web/similar"
)

// A page that is kept in part and comes once more repeats its own part. That is no proof of repetition, or each resume of a
// crawl with many parts would spend the budget of the site.
func TestPartsProveNothing(t *testing.T) {
	for _, c := range []struct {
		name          string
		again, part   bool
		verdict, want trap.Verdict
	}{
		{"the first part", false, true, trap.News, trap.News},
		{"the first part repeats another page", false, true, trap.Same, trap.Same},
		{"the same part", true, true, trap.Same, trap.Unheard},
		{"a thin part", true, true, trap.Thin, trap.Unheard},
		{"a part without a verdict", true, true, trap.Unheard, trap.Unheard},
		{"the whole page adds nothing", true, false, trap.Same, trap.Unheard},
		{"the whole page is new as a whole", true, false, trap.Weak, trap.Weak},
		{"the whole page has news", true, false, trap.News, trap.News},
		{"a page that was never kept in part", false, false, trap.Same, trap.Same},
	} {
		e := event{reply: &crawl.Reply{State: page.Fetched, Again: c.part}, note: &visit.Note{Finding: trap.Finding{Verdict: c.verdict}}, again: c.again}
		if c.part {
			e.note.Cut = visit.CutDisconnect
		}
		if got := outcome(&e); got != c.want {
			t.Errorf("%s: verdict %d, want %d", c.name, got, c.want)
		}
	}
}

// What the second of two responses lacks because it is kept in part does not change from request to request: it masks nothing.
func TestPartsMaskNothing(t *testing.T) {
	k, err := New(&folder.Config{Traps: true, Seeds: []string{"http://a.test/"}}, madeNames(8), func() (int, int) { return 2026, 1 })
	if err != nil {
		t.Fatal(err)
	}
	var tokenizer similar.Tokenizer
	read := func(body string) (x similar.Tokens) {
		tokenizer.Read(&x, []byte("http://a.test/x/1"), []byte(body), true)
		return x
	}
	first := read("<p>brass bolt</p><p>weight 12.5</p><p>length 8.25</p>")
	for _, part := range []bool{false, true} {
		v := &visit.Visit{URL: []byte("http://a.test/x/1"), Read: true}
		v.Suspect = k.doubts.guard.Judge(v.URL)
		r := crawl.Reply{State: page.Fetched, Again: part, Note: (&visit.Note{}).Append(nil)}
		k.doubts.listen(v, &r, &visit.Heard{First: &first, Said: []uint64{1, 2}, Tokens: read("<p>brass bolt</p><p>weight 12")})
		var n visit.Note
		if err := n.Parse(r.Note); err != nil {
			t.Fatal(err)
		}
		if f := &n.Finding; f.Twice == part || part && len(f.Locations)+len(f.Noise) > 0 {
			t.Errorf("part %v: got %+v", part, f)
		}
	}
}

// Which page in doubt is next depends on the held pages and the guard alone, and not on what was asked or learnt before:
// a crawl that goes on after a replay was not asked.
func TestLastPageIsOfTheFirstSite(t *testing.T) {
	const sites = 12
	guard := trap.New(trap.Options{Budget: 2})
	var h holder
	var suspects []trap.Suspicion
	for i := range sites {
		s := guard.Judge([]byte{'h', 't', 't', 'p', ':', '/', '/', byte('a' + i), '.', 't', 'e', 's', 't', '/', 'x', '/', '1'})
		suspects = append(suspects, s)
		h.hold(heldPage{page: crawl.Page(i)}, "", s, string(s.Rule)) //nolint:gosec // few pages
	}
	if p, ok := h.last(guard); !ok || p != 0 {
		t.Fatalf("the first page: got %d, %v", p, ok)
	}
	learn := func(i int, v trap.Verdict) {
		guard.Take(suspects[i], trap.Site)
		guard.Learn(suspects[i], v, trap.Site)
		h.stir(suspects[i])
	}
	rng := rand.New(rand.NewPCG(35, 1)) //nolint:gosec // a test
	for range 400 {
		i := rng.IntN(sites)
		learn(i, []trap.Verdict{trap.Same, trap.Same, trap.News}[rng.IntN(3)])
		fresh := holder{}
		for k, s := range suspects {
			fresh.hold(heldPage{page: crawl.Page(k)}, "", s, string(s.Rule)) //nolint:gosec // few pages
		}
		if rng.IntN(3) == 0 {
			continue // it is not asked each time
		}
		got, ok := h.last(guard)
		want := slices.IndexFunc(suspects, guard.Spare)
		again, had := fresh.last(guard)
		if ok != (want >= 0) || had != ok || ok && (int(got) != want || again != got) {
			t.Fatalf("got page %d, %v; a holder that was not asked: %d, %v; want %d", got, ok, again, had, want)
		}
	}
}
