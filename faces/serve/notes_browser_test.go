package serve

import (
	"net/http/httptest"
	"strings"
	"testing"

	"weft/internal/browsertest"
)

// TestNotesInBrowser writes a note by the form of a page, filters by its tag and deletes the note. It loads a boundary that
// was saved elsewhere, and looks at all screens of notes.
func TestNotesInBrowser(t *testing.T) {
	b := browsertest.Start(t)
	s := serving(t, Options{Crawls: []string{hostileCrawl(t, "noted")}})
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	root := web.URL + "/c/noted/"
	open := func(path string) *browsertest.Page { return b.Open(root+path, browsertest.Screens[0]) }
	look := func(path string) {
		t.Helper()
		p := open(path)
		for _, screen := range browsertest.Screens {
			p.Show(screen)
			p.Save("serve-notes-" + slugOf(path) + "-" + screen.String())
			for _, found := range append(p.Overflow(), p.Axe()...) {
				t.Errorf("%s at %v: %s", path, screen, found)
			}
		}
	}
	send := func(path, script string) {
		t.Helper()
		p := open(path)
		if got := browsertest.Eval[string](p, `(async () => { `+script+`
			const text = r => r.ok ? "sent" : r.text();
			return fetch(f.action, {method: "POST", body: f.enctype === "multipart/form-data" ? d : new URLSearchParams(d)}).then(text); })()`); got != "sent" {
			t.Fatalf("%s: %.500s", path, got)
		}
	}
	said := func(path, want string) {
		t.Helper()
		if got := browsertest.Eval[string](open(path), `document.querySelector("main").textContent`); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in %.600q", path, want, got)
		}
	}
	send("page?n=0", `const f = document.querySelector("#note form"); f.querySelector("textarea").value = "Ask the owner."; f.querySelector("[name=tags]").value = "Todo, legal"; const d = new FormData(f, f.querySelector("[value=save]"));`)
	said("notes?tag=todo", "Ask the owner.")
	said("notes?tag=other", "0 notes")
	look("notes")
	look("page?n=0")
	send("page?n=0", `const f = document.querySelector("#note form"); const d = new FormData(f, f.querySelector("[value=delete]"));`)
	said("notes", "None yet")
	send("sites", "const f = document.querySelector('#boundaries form'); const d = new FormData(f); d.set('file', new File(["+"`"+sharedRules+"`"+"], 'shared.surt'));")
	said("sites", "shared")
	said("boundary?name=shared", "gone.example")
	look("boundary?name=shared")
	look("sites")
	look("hosts")
}
