package inert_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"weft/internal/drawn"
	"weft/internal/inert"
)

func TestText(t *testing.T) {
	for s, want := range map[string]string{
		"":                            "",
		"https://a.example/ü":         "https://a.example/ü",
		"\x1b[31mred\x1b[0m":          `\x1b[31mred\x1b[0m`,
		"a\nb\tc\rd":                  `a\nb\tc\rd`,
		"\x00\x7f":                    `\x00\x7f`,
		"\u0085\u009b2J":              `\u0085\u009b2J`,
		"abc\u202egpj.exe":            `abc\u202egpj.exe`,
		"a\u2066b\u2069\u200f\u061c":  `a\u2066b\u2069\u200f\u061c`,
		"zero\u200bwidth\ufeff\u00ad": `zero\u200bwidth\ufeff\u00ad`,
		"\u2028\u2029":                `\u2028\u2029`,
		"\xff\xc3(":                   `\xff\xc3(`,
		"\x9b1m":                      `\x9b1m`, // C1 as a byte of its own
		"\U000e0041":                  `\U000e0041`,
		"\u3164\u034f":                `\u3164\u034f`, // blank and joiner that are no format characters
		"a real \ufffd":               "a real \ufffd",
		"❤\ufe0f \u00a0 שלום 日本　語 \\x1b": "❤\ufe0f \u00a0 שלום 日本　語 \\x1b",
	} {
		if got := inert.Text(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

func TestLinesAndMessages(t *testing.T) {
	const s = "a\n\tb\x1b\r\nweft: error: x"
	if got, want := inert.Lines(s), "a\n\tb\\x1b\\r\nweft: error: x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := inert.Message(s), "a\n    \\tb\\x1b\\r\n    weft: error: x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := inert.First("aü\x1bc", 2), "a…"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := inert.ASCII("ü~\x1b\xffé"), `\u00fc~\x1b\xff\u00e9`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// draw returns text of which many characters are hostile.
func draw(random *rand.Rand) string {
	var b []byte
	for range random.IntN(40) {
		switch random.IntN(5) {
		case 0:
			b = append(b, byte(random.IntN(256)))
		case 1:
			b = utf8.AppendRune(b, rune(0x80+random.IntN(0x20)))
		case 2:
			b = utf8.AppendRune(b, rune(0x2000+random.IntN(0x70)))
		case 3:
			b = utf8.AppendRune(b, rune(random.IntN(0x110000)))
		default:
			b = append(b, 'a')
		}
	}
	return string(b)
}

// TestDrawn says by the tables of Unicode, and not by those of the package, what must not be there.
func TestDrawn(t *testing.T) {
	seed := drawn.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	for range 3000 {
		s := draw(random)
		for name, f := range map[string]func(string) string{"Text": inert.Text, "ASCII": inert.ASCII, "First": func(s string) string { return inert.First(s, 20) }} {
			got := f(s)
			if !utf8.ValidString(got) || f(got) != got && name != "First" {
				t.Fatalf("seed %d: %s(%q) is %q", seed, name, s, got)
			}
			for _, r := range got {
				if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Cf, unicode.Zl, unicode.Zp) || name == "ASCII" && r > '~' {
					t.Fatalf("seed %d: %s(%q) has %U", seed, name, s, r)
				}
			}
		}
		for _, visible := range []string{"a", "ü", "日"} {
			if strings.Count(inert.Text(s), visible) < strings.Count(s, visible) {
				t.Fatalf("seed %d: %q lost %q", seed, s, visible)
			}
		}
		var out bytes.Buffer
		w := inert.Writer(&out)
		for rest := []byte(s); len(rest) > 0; {
			n := 1 + random.IntN(len(rest))
			if k, err := w.Write(rest[:n]); k != n || err != nil {
				t.Fatal(k, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil || out.String() != inert.Lines(s) {
			t.Fatalf("seed %d: in pieces %q, at once %q", seed, out.String(), inert.Lines(s))
		}
	}
}
