package option_test

import (
	"testing"

	"weft/internal/option"
)

// Word quotes everything that a shell would take apart.
func TestWord(t *testing.T) {
	for text, want := range map[string]string{"a/b-c.d": "a/b-c.d", "": "''", "a b": "'a b'", "a'b": `'a'\''b'`, "$x;&": "'$x;&'", "ü": "'ü'"} {
		if got := option.Word(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
