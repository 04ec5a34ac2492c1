package ascii_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"weft/internal/ascii"
)

// Every byte beside every other: letters equal those of the other case, all else itself alone.
func TestEqualFoldOfAllPairs(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			x, y := string([]byte{byte(a)}), string([]byte{byte(b)})
			want := a == b || a < 0x80 && b < 0x80 && strings.EqualFold(x, y)
			if got := ascii.EqualFold(x, y); got != want {
				t.Errorf("%q and %q: got %v, want %v", x, y, got, want)
			}
			if got := ascii.EqualFold([]byte(x), y); got != want {
				t.Errorf("bytes %q and %q: got %v, want %v", x, y, got, want)
			}
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{{"", "", true}, {"a", "", false}, {"Content-Type", "content-tYPE", true}, {"\u212a", "k", false}, {"\u017f", "s", false}, {"ab", "abc", false}} {
		if got := ascii.EqualFold(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: got %v, want %v", c.a, c.b, got, c.want)
		}
		if got := ascii.HasPrefixFold([]byte(c.a+"/more"), c.b); got != (c.want || c.b == "") {
			t.Errorf("%q begins with %q: got %v", c.a+"/more", c.b, got)
		}
	}
	if ascii.HasPrefixFold([]byte("ab"), "abc") {
		t.Error("ab begins with abc")
	}
}

// What a byte is, beside what the standard library says.
func TestClasses(t *testing.T) {
	for c := range 256 {
		b := byte(c)
		value, err := strconv.ParseUint(string([]byte{b}), 16, 8)
		want := -1
		if err == nil {
			want = int(value)
		}
		if got := ascii.Hex(b); got != want {
			t.Errorf("%q: got %d, want %d", b, got, want)
		}
		digit, letter := strings.IndexByte("0123456789", b) >= 0, strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", b) >= 0
		if got, want := string(ascii.AppendEscaped([]byte("x"), b)), fmt.Sprintf("x%%%02X", c); got != want {
			t.Errorf("%q: got %s, want %s", b, got, want)
		}
		inert := string([]byte{b})
		if b < 0x20 || b == 0x7f {
			inert = fmt.Sprintf("%%%02X", c)
		}
		if got := string(ascii.AppendInert([]byte("x"), []byte{b, 'y'})); got != "x"+inert+"y" {
			t.Errorf("%q: got %q", b, got)
		}
		if ascii.IsDigit(b) != digit || ascii.IsLetter(b) != letter || ascii.IsAlnum(b) != (digit || letter) {
			t.Errorf("%q: digit %v, letter %v, either %v", b, ascii.IsDigit(b), ascii.IsLetter(b), ascii.IsAlnum(b))
		}
	}
	for _, c := range []struct {
		text string
		want byte
		ok   bool
	}{{"%41", 'A', true}, {"%aFx", 0xaf, true}, {"%Ff", 0xff, true}, {"%00", 0, true}, {"%4", 0, false}, {"%", 0, false}, {"", 0, false}, {"%4g", 0, false}, {"%g4", 0, false}, {"441", 0, false}} {
		if got, ok := ascii.Escaped(c.text); ok != c.ok || ok && got != c.want {
			t.Errorf("%q: got %#x, %v, want %#x, %v", c.text, got, ok, c.want, c.ok)
		}
	}
}
