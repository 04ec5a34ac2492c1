package sheet

import (
	"encoding/csv"
	"strings"
	"testing"

	"weft/internal/drawn"
)

func TestGuarded(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "a=b": "a=b", "=1": "'=1", "+1": "'+1", "-x": "'-x", "@x": "'@x", "\tx": "'\tx", "\rx": "'\rx",
		"  =1": "'  =1", "＝1": "'＝1", " a": " a", "'": "''", "'a": "''a", "é": "é", "\xff": "\xff", "http://a.example/": "http://a.example/",
	} {
		if got := Guarded(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if back := string(Unguarded([]byte(want))); back != text {
			t.Errorf("%q: came back as %q", text, back)
		}
		if NeedsGuard([]byte(text)) != NeedsGuard(text) {
			t.Errorf("%q: bytes and text differ", text)
		}
	}
}

// Rows are read back with all texts, none of which begins a formula, and numbers as they are.
func TestRowsComeBack(t *testing.T) {
	rng := drawn.Rand(t)
	var b strings.Builder
	w := New(&b)
	var want []string
	for range 200 {
		var text strings.Builder
		for range 1 + rng.IntN(5) {
			text.WriteRune([]rune("=+-@\t'\", a＝é")[rng.IntN(12)])
		}
		want = append(want, text.String())
		w.Text(text.String())
		w.Number("-1.5")
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Row("-2e-3", "-x", ""); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(b.String()))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) != len(want)+1 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for i, text := range want {
		first := strings.TrimLeft(rows[i][0], " ")
		if first != "" && strings.ContainsRune(signs, []rune(first)[0]) {
			t.Errorf("%q would be a formula", rows[i][0])
		}
		if got := strings.TrimPrefix(rows[i][0], "'"); got != text || rows[i][1] != "-1.5" {
			t.Errorf("got %q, want %q and -1.5", rows[i], text)
		}
	}
	if got := strings.Join(rows[len(want)], "|"); got != "-2e-3|'-x|" {
		t.Errorf("got %s", got)
	}
}
