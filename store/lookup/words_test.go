package lookup

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func wordsOf(name string) (all []string) {
	SplitName([]byte(name), func(w []byte, whole bool) {
		if !whole {
			w = append(bytes.Clone(w), '*')
		}
		all = append(all, string(w))
	})
	return all
}

// TestSplit cuts names into words.
func TestSplit(t *testing.T) {
	for name, want := range map[string]string{
		"":                                     "",
		"https://www.Example.org/a-b_c?d=E+f#": "www example org a b c d e f",
		"http://h.example:8080/page123":        "h example 8080 page123",
		"http://h.example/%C3%A9t%c3%89/%2Fx":  "h example été x",
		"http://h.example/%ff%zz%4":            "h example zz 4",
		"http://xn--bcher-kva.example/":        "xn bcher kva example bücher example",
		"http://[2001:db8::1]/":                "2001 db8 1",
		"http://10.0.0.1/":                     "10 0 0 1",
		"no URL: Größe ＡＢＣ ﬁne":                "no url grösse abc fine",
		"cafe\u0301":                           "café",
		"İstanbul":                             "i\u0307stanbul",
		"日本語":                                  "日本 本語",
		"日":                                    "日*",
		"a日b":                                  "a 日* b",
		"日本 x 語":                               "日本 x 語*",
		"ภาษา":                                 "ภา าษ ษา",
		"हिन्दी":                               "हिन्दी",
		"don't":                                "don t",
		"\xff\xfeok":                           "ok",
		"x²":                                   "x2",
		strings.Repeat("a", 100):               strings.Repeat("a", 64),
		strings.Repeat("é", 100):               strings.Repeat("é", 32),
		"a" + strings.Repeat("é", 99):          "a" + strings.Repeat("é", 31),
	} {
		if got := strings.Join(wordsOf(name), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestAsk takes the last word for a beginning if the query ends in it.
func TestAsk(t *testing.T) {
	for text, want := range map[string][2]string{
		"":                       {"", ""},
		" ./":                    {"", ""},
		"Deb":                    {"", "deb"},
		"debian ":                {"debian", ""},
		"debian.org/intr":        {"debian org", "intr"},
		"https://debian.org/":    {"debian org", ""},
		"日本":                     {"", "日本"},
		"日 x":                    {"", "日 x"},
		"b a b x a-b. ":          {"b a x", ""},
		"日 日 b, b":               {"b", "日 b"},
		strings.Repeat("a", 100): {strings.Repeat("a", 64), ""},
	} {
		a := Ask(text)
		if got := [2]string{strings.Join(a.Words, " "), strings.Join(a.Starts, " ")}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if a.Empty() != (want == [2]string{}) {
			t.Errorf("%q: empty is %v", text, a.Empty())
		}
	}
}

// FuzzSplit cuts any bytes into words that are short, in their normal form, and the same when they are cut again.
func FuzzSplit(f *testing.F) {
	for _, text := range []string{"", "http://xn--bcher-kva.example/%C3%A9", "日本語x", "xn--\xff://", "%%%", "a\u0301\u0301", "ßﬁ²İ"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		SplitName(text, func(w []byte, whole bool) {
			if len(w) == 0 || len(w) > MaxWord || !utf8.Valid(w) || w[0] < ' ' {
				t.Fatalf("%q: the word %q", text, w)
			}
			var again []string
			Split(w, func(v []byte, _ bool) { again = append(again, string(v)) })
			if whole && !slices.Contains(again, string(w)) && isASCII(w) {
				t.Fatalf("%q: the word %q becomes %q", text, w, again)
			}
		})
		Ask(string(text))
	})
}
