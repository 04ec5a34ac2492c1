package weburl_test

import (
	"bytes"
	"fmt"
	"testing"

	"weft/internal/drawn"
	"weft/web/weburl"
)

func TestTokens(t *testing.T) {
	for url, want := range map[string]string{
		"http://osage.inria.fr/verso/Gemo/PUBLI/index.php": "[http osage.inria.fr verso Gemo PUBLI index.php]",
		"https://a.example:8080//x/?q=1&&r=a#b":            "[https a.example 8080 x q 1 r a b]",
		"":                                                 "[]", "/:?": "[]", "12": "[12]",
	} {
		if got := fmt.Sprintf("%s", weburl.Tokens(nil, []byte(url))); got != want {
			t.Errorf("%q: got %s, want %s", url, got, want)
		}
	}
}

// The whole table, by its definition.
func slowDistance(a, b [][]byte) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	d := slowDistance(a[1:], b[1:])
	if !bytes.Equal(a[0], b[0]) {
		d++
	}
	return min(d, slowDistance(a[1:], b)+1, slowDistance(a, b[1:])+1)
}

func TestEditDistance(t *testing.T) {
	rng := drawn.Rand(t)
	list := func() (l [][]byte) {
		for range rng.IntN(7) {
			l = append(l, []byte{byte('a' + rng.IntN(3))})
		}
		return l
	}
	var e weburl.EditDistance
	for range 2000 {
		a, b := list(), list()
		if got, want := e.Between(a, b), slowDistance(a, b); got != want {
			t.Fatalf("%s, %s: got %d, want %d", a, b, got, want)
		}
	}
}
