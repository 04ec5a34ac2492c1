package scan_test

import (
	"testing"

	"weft/making/ingest/scan"
)

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		word string
		want uint32
		ok   bool
	}{
		{"0", 0, true},
		{"7", 7, true},
		{"007", 7, true},
		{"0000000042", 42, true},
		{"00000000042", 0, false}, // eleven digits
		{"4294967294", scan.NoPage - 1, true},
		{"4294967295", 0, false},
		{"4294967296", 0, false}, // 0 in 32 bits
		{"9999999999", 0, false},
		{"18446744073709551617", 0, false}, // 1 in 64 bits
		{"", 0, false},
		{"-1", 0, false},
		{"+1", 0, false},
		{" 1", 0, false},
		{"1 ", 0, false},
		{"1.0", 0, false},
		{"1e3", 0, false},
		{"0x1", 0, false},
		{"1_000", 0, false},
		{"12a", 0, false},
		{"١", 0, false}, // a digit of Arabic
	} {
		got, ok := scan.ParseNumber([]byte(c.word))
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%q: got %d, %t, want %d, %t", c.word, got, ok, c.want, c.ok)
		}
		if is := scan.IsNumber([]byte(c.word)); is != c.ok {
			t.Errorf("%q: is a number: got %t, want %t", c.word, is, c.ok)
		}
	}
}

func TestIsReal(t *testing.T) {
	for word, want := range map[string]bool{
		"1": true, "-1.5": true, "+.5": true, "1.5e-3": true, "inf": true, "NaN": true, "0x1p-2": true,
		"": false, "-": false, ".": false, "1,5": false, "1.5x": false, " 1": false, "one": false, "1e999": false,
	} {
		if got := scan.IsReal([]byte(word)); got != want {
			t.Errorf("%q: got %t, want %t", word, got, want)
		}
		for i := range word {
			if want && !scan.IsNumberByte(word[i]) {
				t.Errorf("%q: %q is no byte of a number", word, word[i])
			}
		}
	}
	for _, c := range []byte(" \t\n,;:\"'()[]{}/") {
		if scan.IsNumberByte(c) {
			t.Errorf("%q is a byte of a number", c)
		}
	}
}

func TestIsBlank(t *testing.T) {
	for c := range rune(0x3001) {
		want := c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'
		if got := scan.IsBlankRune(c); got != want {
			t.Errorf("rune %U: got %t, want %t", c, got, want)
		}
		if c < 0x100 && scan.IsBlank(byte(c)) != want {
			t.Errorf("byte %#x: got %t, want %t", c, !want, want)
		}
	}
}
