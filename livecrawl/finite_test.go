package livecrawl_test

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/testweb/finite"
	made "weft/testweb/finite/serve"
)

// Finite sites are fetched whole with the default options, and so are the real pages beside endless parts. A few kinds are
// drawn at each run; bench/crawl/finite crawls all of them.
func TestFiniteKinds(t *testing.T) {
	rng := drawn.Rand(t)
	var sites, traps []finite.Kind
	for _, k := range finite.All() {
		if k.Endless {
			traps = append(traps, k)
		} else {
			sites = append(sites, k)
		}
	}
	finites, endless := drawn.Draws(2, 4), drawn.Draws(1, 2)
	if testing.Short() {
		finites, endless = 1, 0
	}
	for range finites {
		k := sites[rng.IntN(len(sites))]
		r, c := crawlKind(t, k, 0)
		if len(c.Missing) > 0 || !r.Done || r.Cut > 0 || c.Repeated > c.Site/10 {
			t.Errorf("%s: %d of %d pages are missing, such as %q; %d held back, %d requested twice", k.Name, len(c.Missing), c.Site, c.Missing[:min(len(c.Missing), 3)], r.Cut, c.Repeated)
		}
	}
	for range endless {
		k := traps[rng.IntN(len(traps))]
		if _, c := crawlKind(t, k, 3000); len(c.Missing) > 0 {
			t.Errorf("%s: %d of %d pages are missing, such as %q", k.Name, len(c.Missing), c.Site, c.Missing[0])
		}
	}
}

// crawlKind crawls a made site, up to a number of pages if that is not 0.
func crawlKind(t *testing.T, k finite.Kind, most uint64) (livecrawl.Result, made.Count) {
	t.Helper()
	h := made.New(k)
	s := httptest.NewServer(h)
	defer s.Close()
	o := options(filepath.Join(t.TempDir(), "c"))
	o.Limits.Pages = most
	c := config(s.URL + "/")
	c.Repeats = 0 // the default
	r := crawl(t, c, o)
	return r, h.Count()
}

// Of drawn finite sites each text is fetched. A site is fetched whole if its pages do not repeat each other.
func TestDrawnFiniteKinds(t *testing.T) {
	rng := drawn.Rand(t)
	var kinds []finite.Kind
	for _, k := range finite.Drawn(rng.Uint64()) {
		if !k.Endless {
			kinds = append(kinds, k)
		}
	}
	for range drawn.Draws(2, 8) {
		k := kinds[rng.IntN(len(kinds))]
		if r, c := crawlKind(t, k, 0); len(c.Lost) > 0 || !r.Done {
			t.Errorf("%s: %s; the texts of %d of %d pages are missing, such as %q; %s", k.Name, k.About, len(c.Lost), c.Site, c.Lost[:min(len(c.Lost), 3)], r.Why)
		}
	}
}

// Drawn endless sites end within 3,000 requests, with any number of pages in flight.
func TestDrawnEndlessKinds(t *testing.T) {
	rng := drawn.Rand(t)
	var kinds []finite.Kind
	for _, k := range finite.Drawn(rng.Uint64()) {
		if k.Endless {
			kinds = append(kinds, k)
		}
	}
	for range drawn.Draws(3, 12) {
		k := kinds[rng.IntN(len(kinds))]
		h := made.New(k)
		s := httptest.NewServer(h)
		o := options(filepath.Join(t.TempDir(), "c"))
		o.Limits.Pages = 6000
		c := config(s.URL + "/")
		c.Repeats, c.Window = 0, []int{1, 64, 50_000}[rng.IntN(3)] // the default of repeats
		r := crawl(t, c, o)
		s.Close()
		if n := h.Count(); !r.Done || n.Requests > 3000 || len(n.Missing) > 0 {
			t.Errorf("%s, window %d: %s; %d requests, want at most 3,000; %d real pages are missing: %s", k.Name, c.Window, k.About, n.Requests, len(n.Missing), r.Why)
		}
	}
}
