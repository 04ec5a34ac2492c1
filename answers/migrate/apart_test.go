package migrate

import (
	"strings"
	"testing"

	"weft/internal/drawn"
)

// What is counted before names are read is what is read of them, or a token more.
func TestCountsOfNamesAndTexts(t *testing.T) {
	r := drawn.Rand(t)
	for range 2000 {
		var b strings.Builder
		for range r.IntN(90) {
			b.WriteByte("ab/:?=&#.-_ é"[r.IntN(13)])
		}
		text := []byte(b.String())
		tokens, _ := newVocabulary().split(text)
		if n := countTokens(text); n < len(tokens) || n > len(tokens)+1 {
			t.Errorf("%q: counted %d tokens of %d", text, n, len(tokens))
		}
		if words := newVocabulary().words(nil, text); countWords(text) != len(words) {
			t.Errorf("%q: counted %d words of %d", text, countWords(text), len(words))
		}
	}
}
