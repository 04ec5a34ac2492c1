package watch

import (
	"net/http/httptest"
	"testing"

	"weft/internal/browsertest"
)

// TestPageInBrowser looks at the page of crawls in three states on several screens.
func TestPageInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	for name, s := range map[string]sample{"busy": busySample(), "early": earlySample(), "ending": endingSample()} {
		web := httptest.NewServer(newServer(t, s).handler())
		t.Cleanup(web.Close)
		const shown = `new Promise(done => setTimeout(() => done(document.querySelectorAll("#tiles div").length), 1500))` // after the script has refreshed it
		p := b.Open(web.URL, browsertest.Screens[0])
		if browsertest.Eval[int](p, shown) == 0 {
			t.Errorf("%s: the page shows no figures", name)
		}
		if n := browsertest.Eval[int](p, `document.querySelectorAll("main").length`); n != 1 {
			t.Errorf("%s: %d main landmarks, want 1", name, n)
		}
		for _, screen := range browsertest.Screens {
			p.Show(screen)
			p.Save("watch-" + name + "-" + screen.String())
			for _, wide := range p.Overflow() {
				t.Errorf("%s at %v: wider than the screen: %s", name, screen, wide)
			}
			for _, found := range p.Axe() {
				t.Errorf("%s at %v: %s", name, screen, found)
			}
		}
	}
}
