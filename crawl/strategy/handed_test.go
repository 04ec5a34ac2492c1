package strategy_test

import (
	"bytes"
	"testing"

	"weft/crawl"
	"weft/crawl/strategy"
	"weft/graph/page"
)

// The strategy of shared frontiers picks what was handed out, in that order and once, and neither links nor barred pages.
func TestHanded(t *testing.T) {
	s := strategy.FromFrontier.New(strategy.Given{})
	fed, ok := s.(crawl.Fed)
	if !ok {
		t.Fatal("it cannot be fed")
	}
	s.Learn(crawl.None, page.Ghost, []crawl.Link{{To: 0, New: true}, {To: 1, New: true}})
	if p, turn := s.Next(); turn != crawl.Wait {
		t.Errorf("page %d is picked, and nothing was handed out", p)
	}
	fed.Handed([]crawl.Link{{To: 3, New: true}, {To: 2}, {To: 5, Barred: true}, {To: 1}})
	fed.Handed([]crawl.Link{{To: 2}, {To: 0}})
	wantPicks(t, s, 3)
	var saved bytes.Buffer
	if err := s.Save(&saved); err != nil {
		t.Fatal(err)
	}
	again := strategy.FromFrontier.New(strategy.Given{})
	if err := again.Load(bytes.NewReader(saved.Bytes())); err != nil {
		t.Fatal(err)
	}
	for _, one := range []crawl.Strategy{s, again} {
		wantPicks(t, one, 2, 1, 0)
		one.(crawl.Fed).Handed([]crawl.Link{{To: 2}}) // it is the loop that knows which pages were picked
		wantPicks(t, one, 2)
		if p, turn := one.Next(); turn != crawl.Wait {
			t.Errorf("page %d is picked, and nothing is left", p)
		}
	}
	for n := range saved.Len() {
		if err := strategy.FromFrontier.New(strategy.Given{}).Load(bytes.NewReader(saved.Bytes()[:n])); err == nil {
			t.Errorf("%d bytes of %d are loaded without an error", n, saved.Len())
		}
	}
}

func wantPicks(t *testing.T, s crawl.Strategy, pages ...crawl.Page) {
	t.Helper()
	for _, want := range pages {
		if got, turn := s.Next(); turn != crawl.Take || got != want {
			t.Errorf("page %d is picked (turn %d), want %d", got, turn, want)
		}
	}
}
