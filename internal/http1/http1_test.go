package http1_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"weft/internal/drawn"
	"weft/internal/http1"
)

func TestLines(t *testing.T) {
	for _, c := range [][3]string{
		{"", "", ""}, {"a", "a", ""}, {"a\r", "a", ""}, {"a\nb", "a", "b"}, {"a\r\nb\n", "a", "b\n"}, {"a\r\r\n\r\n", "a", "\r\n"}, {"\n", "", ""}, {"a\rb\n", "a\rb", ""},
	} {
		if line, rest := http1.CutLine([]byte(c[0])); string(line) != c[1] || string(rest) != c[2] {
			t.Errorf("%q: got %q and %q, want %q and %q", c[0], line, rest, c[1], c[2])
		}
	}
}

// A header ends behind its first empty line, however it comes in.
func TestHeaderEndInPieces(t *testing.T) {
	r := drawn.Rand(t)
	for range 2000 {
		header := text(r, "a\r\n", 12)
		want := 0
		for at, lines := 0, strings.SplitAfter(header, "\n"); len(lines) > 1; lines = lines[1:] {
			if at += len(lines[0]); at > len(lines[0]) && strings.Trim(lines[0], "\r\n") == "" {
				want = at
				break
			}
		}
		next, got := 0, 0
		for n := 0; n <= len(header) && got == 0; n += 1 + r.IntN(3) {
			if got, next = http1.HeaderEnd([]byte(header[:n]), next); got > 0 && got > n {
				t.Fatalf("%q: ends at %d of %d", header, got, n)
			}
		}
		if got == 0 {
			got, _ = http1.HeaderEnd([]byte(header), next)
		}
		if got != want {
			t.Fatalf("%q: got %d, want %d", header, got, want)
		}
	}
}

func text(r *rand.Rand, of string, most int) string {
	b := make([]byte, r.IntN(most))
	for i := range b {
		b[i] = of[r.IntN(len(of))]
	}
	return string(b)
}

func TestStatus(t *testing.T) {
	for text, want := range map[string]int{"200": 200, "200 OK": 200, "404Gone": 404, "099": 99, "20": 0, "": 0, "2000": 0, "2o0": 0, " 200": 0, "-12": 0, "999 9": 999} {
		if got := http1.Status([]byte(text)); got != want {
			t.Errorf("%q: got %d, want %d", text, got, want)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "17": 17, "0017": 17, "999999999999999999": 999999999999999999, "1000000000000000000": -1, "": -1, "1 ": -1, "+1": -1, "1a": -1} {
		if got, ok := http1.Number([]byte(text)); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, ok, want)
		}
	}
}

func TestHasToken(t *testing.T) {
	for list, want := range map[string]bool{"chunked": true, "gzip, Chunked": true, " chunked ,": true, "chunked;q=1": false, "": false, ",,": false, "chunke": false, "gzip chunked": false, "a,\tCHUNKED\r": true} {
		if got := http1.HasToken([]byte(list), "chunked"); got != want {
			t.Errorf("%q: got %v, want %v", list, got, want)
		}
	}
}

func TestChunkSize(t *testing.T) {
	for line, want := range map[string]int64{
		"0": 0, "a": 10, "1F\r": 31, "5 \t": 5, "5;name=value": 5, "5 ; x": 5, "000000000000005": 5, "fffffffffffffff": 1<<60 - 1,
		"": -1, "\r": -1, " 5": -1, "g": -1, "5 x": -1, "0x5": -1, "5,": -1, "0000000000000005": -1, "ffffffffffffffffffffffff": -1, ";": -1,
	} {
		if got, ok := http1.ChunkSize([]byte(line)); ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: got %d, %v, want %d", line, got, ok, want)
		}
	}
}
