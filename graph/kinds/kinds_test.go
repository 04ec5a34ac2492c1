package kinds_test

import (
	"fmt"
	"testing"

	"weft/graph/kinds"
)

func TestParseIsTheInverseOfString(t *testing.T) {
	for s := kinds.Set(1); s <= kinds.All; s++ {
		if got, err := kinds.Parse(s.String()); err != nil || got != s {
			t.Fatalf("%q: got %v, %v", s.String(), got, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"", ",", "links", "link,none", "0x1"} {
		if s, err := kinds.Parse(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, s)
		}
	}
}

// Joining labels as they come, or after some were joined to kinds before, is to forget Nofollow once an occurrence has
// none.
func TestLabels(t *testing.T) {
	for a := kinds.Set(1); a <= kinds.All; a++ {
		for _, b := range []kinds.Set{kinds.Link, kinds.Link | kinds.Nofollow, kinds.Embed, kinds.Redirect | kinds.Nofollow} {
			want := a | b
			if a&kinds.Link != 0 && a&kinds.Nofollow == 0 || b == kinds.Link {
				want &^= kinds.Nofollow
			}
			if got := kinds.OfLabel(a.Label() | b.Label()); got != want {
				t.Fatalf("%v and %v: got %v, want %v", a, b, got, want)
			}
			if got := a.Join(b); got != want {
				t.Fatalf("%v and %v, one by one: got %v, want %v", a, b, got, want)
			}
		}
	}
}

func ExampleParse() {
	s, err := kinds.Parse("link,redirect")
	fmt.Println(s, s == kinds.Link|kinds.Redirect, err)
	// Output: link+redirect true <nil>
}
