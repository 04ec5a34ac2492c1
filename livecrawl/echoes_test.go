package livecrawl_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"weft/internal/drawn"
)

// A site ends whose pages have one text and links to further addresses of their form, such as /word-123, whatever the texts of
// the links are, and though no folder is common to the addresses. Pages in flight are read as well once one has shown it.
func TestLinksOfOneForm(t *testing.T) {
	rng := drawn.Rand(t)
	word := func(r *rand.Rand) string {
		return fmt.Sprintf("%c%c%x", 'g'+r.IntN(20), 'g'+r.IntN(20), "aeiou"[r.IntN(5)])
	}
	for _, strict := range []bool{false, true} {
		links, echo := 2+rng.IntN(20), rng.IntN(2) == 0
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				return
			}
			h := fnv.New64a()
			h.Write([]byte(r.URL.Path))
			rng := rand.New(rand.NewPCG(h.Sum64(), 1))
			fmt.Fprint(w, "<title>Offers</title><h1>Offers</h1><p>All that we have to offer, in no special order.</p>")
			for range links {
				first := word(rng)
				text := first
				if !echo {
					text = word(rng) + " " + word(rng)
				}
				fmt.Fprintf(w, "<p><a href=/%s-%d>%s</a></p>", first, rng.IntN(1_000_000), text)
			}
		}))
		o := options(filepath.Join(t.TempDir(), "c"))
		o.Limits.Pages = 4000
		c := config(s.URL + "/")
		c.Strict, c.Repeats = strict, 200
		r := crawl(t, c, o)
		s.Close()
		if !r.Done || r.HeldBack() == 0 || r.Stats.Fetched > 2000 {
			t.Errorf("strict %v, %d links, echo %v: %d pages were fetched, %d held back: %s", strict, links, echo, r.Stats.Fetched, r.HeldBack(), r.Why)
		}
	}
}
