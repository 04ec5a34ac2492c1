package kinds_test

import (
	"fmt"
	"testing"

	"weft/kinds"
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

func ExampleParse() {
	s, err := kinds.Parse("link,redirect")
	fmt.Println(s, s == kinds.Link|kinds.Redirect, err)
	// Output: link+redirect true <nil>
}
