package site

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"weft/graph"
	"weft/internal/bitset"
	"weft/store"
)

// Keywords are the words of link texts that best distinguish a site from the rest of the crawl. They describe the
// site independently of its links.
//
//json:object words of links
type Keywords struct {
	All      []Word `json:"all"`      // words of all links to the site
	External []Word `json:"external"` // words of links from outside the site
}

// A Word stands in texts of links.
//
//json:object word of links
type Word struct {
	Word  string `json:"word"`  // word in lower case
	Links int    `json:"links"` // links whose text contains the word
}

// Three words, as in the paper, of at least three letters.
const (
	wordCount   = 3
	wordLetters = 3
)

// counts are how often words occur: in links to the site, in such from elsewhere, and in all links.
type counts struct{ to, from, all int }

// keywords counts the words of texts; nil where a crawl has none.
func keywords(ctx context.Context, c *store.Crawl, inside bitset.Set) (*Keywords, error) {
	if c.NumTexts() == 0 {
		return nil, nil //nolint:nilnil // there are no texts
	}
	words := map[string]*counts{}
	var text []byte
	cur := c.Anchors(graph.Everything(c.Graph()))
	for cur.Next() {
		if cur.Node()%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		to := inside.Has(int(cur.Node()))
		for _, a := range cur.Anchors() {
			var err error
			if text, err = cur.Text(text[:0], a); err != nil {
				return nil, err
			}
			countWords(words, text, to, to && !inside.Has(int(a.From)))
		}
	}
	if err := cur.Err(); err != nil {
		return nil, err
	}
	return &Keywords{
		All:      best(words, func(n *counts) int { return n.to }),
		External: best(words, func(n *counts) int { return n.from }),
	}, nil
}

// countWords counts the words of a text, each once.
func countWords(words map[string]*counts, text []byte, to, from bool) {
	var seen [][]byte
	for _, w := range bytes.FieldsFunc(bytes.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if utf8.RuneCount(w) < wordLetters || slices.ContainsFunc(seen, func(s []byte) bool { return bytes.Equal(s, w) }) {
			continue
		}
		seen = append(seen, w)
		n := words[string(w)]
		if n == nil {
			n = &counts{}
			words[string(w)] = n
		}
		n.all++
		if to {
			n.to++
		}
		if from {
			n.from++
		}
	}
}

// best returns the words whose share k of the links in question is farthest above their share K of all links. The
// order is by k·ln(k/K).
func best(words map[string]*counts, of func(*counts) int) []Word {
	var k, all float64
	for _, n := range words {
		k, all = k+float64(of(n)), all+float64(n.all)
	}
	type scored struct {
		Word
		score float64
	}
	var list []scored
	for w, n := range words {
		if m := of(n); m > 0 {
			list = append(list, scored{Word{w, m}, float64(m) * math.Log(float64(m)/k/(float64(n.all)/all))})
		}
	}
	slices.SortFunc(list, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.Links, a.Links), cmp.Compare(a.Word.Word, b.Word.Word))
	})
	top := []Word{}
	for _, s := range list[:min(wordCount, len(list))] {
		top = append(top, s.Word)
	}
	return top
}
