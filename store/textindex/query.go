package textindex

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weft/store/lookup"
)

// A Query is a query that was read. All parts must occur in a page.
type Query struct{ Parts []Part }

// A Part is a word, a phrase or the beginning of a word.
type Part struct {
	Words  []string // several words are a phrase: they follow each other
	Prefix bool     // the only word is the beginning of a word
	Title  bool     // only the title counts
}

// mostParts and mostWords bound the work of a query.
const (
	mostParts = 32
	mostWords = 64
)

// titleField begins a part that only the title has.
const titleField = "title:"

// Parse reads a query: words, phrases within double quotes, and beginnings of words that end with *. Between spaces,
// letters that punctuation divides are a phrase: e-mail is "e mail". title: before a part restricts the part to
// titles.
func Parse(text string) (q Query, err error) {
	n := 0
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimLeftFunc(rest, unicode.IsSpace) {
		p, after, err := cutPart(rest)
		if err != nil {
			return Query{}, err
		}
		rest = after
		if len(p.Words) > 0 && !slices.ContainsFunc(q.Parts, p.is) {
			q.Parts = append(q.Parts, p)
			n += len(p.Words)
		}
	}
	switch {
	case len(q.Parts) == 0:
		return Query{}, errors.New("expected a word: letters or digits")
	case len(q.Parts) > mostParts || n > mostWords:
		return Query{}, fmt.Errorf("%d words in %d parts, expected at most %d in %d", n, len(q.Parts), mostWords, mostParts)
	}
	return q, nil
}

func short(text string) string {
	if len(text) > 80 {
		return strings.ToValidUTF8(text[:80], "") + "…"
	}
	return text
}

func (p *Part) is(q Part) bool {
	return p.Prefix == q.Prefix && p.Title == q.Title && slices.Equal(p.Words, q.Words)
}

// cutPart cuts a part from the front of a text.
func cutPart(text string) (p Part, after string, err error) {
	if len(text) > len(titleField) && strings.EqualFold(text[:len(titleField)], titleField) {
		if r, _ := utf8.DecodeRuneInString(text[len(titleField):]); !unicode.IsSpace(r) {
			p.Title, text = true, text[len(titleField):]
		}
	}
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		inside, after, ok := strings.Cut(quoted, `"`)
		switch {
		case !ok:
			return p, "", fmt.Errorf("a phrase begins with a quote and has no end: expected another %s", `"`)
		case strings.HasPrefix(after, "*"), strings.Contains(inside, "*") && strings.TrimFunc(inside, isMark) != "":
			return p, "", fmt.Errorf("* does not apply within a phrase: expected a word and *, such as crawl*")
		}
		p.words(inside)
		return p, after, nil
	}
	end := strings.IndexFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '"' })
	if end < 0 {
		end = len(text)
	}
	chunk := text[:end]
	start, isPrefix := strings.CutSuffix(chunk, "*")
	p.words(chunk)
	switch {
	case strings.Contains(start, "*"):
		return p, "", fmt.Errorf("* stands within %q: expected it at the end of a word, such as crawl*", short(chunk))
	case isPrefix && len(p.Words) == 0:
		return p, "", fmt.Errorf("* stands alone: expected the beginning of a word before it, such as crawl*")
	case isPrefix && len(p.Words) > 1:
		return p, "", fmt.Errorf("%q: * applies to a single word, and %d stand before it: put a space between them", short(chunk), len(p.Words))
	case isPrefix && len(p.Words[0]) < lookup.MaxWord-utf8.UTFMax:
		p.Prefix = true
	}
	return p, text[end:], nil
}

// isMark reports whether a letter is no part of a word.
func isMark(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) }

// words cuts a text into the words of the part. A single letter of a script without spaces may begin a pair.
func (p *Part) words(text string) {
	lookup.Split([]byte(text), func(w []byte, whole bool) {
		p.Words = append(p.Words, string(w))
		p.Prefix = !whole
	})
	p.Prefix = p.Prefix && len(p.Words) == 1
}
