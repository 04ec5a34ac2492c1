package site

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"unicode"

	"github.com/cespare/xxhash/v2"

	"weft/algo/sites"
	"weft/graph"
	"weft/store"
)

// addVoices reads the names and the skin of each page: the name of its site, parts of its title, and its style sheets.
// Crawls without facts of pages have none.
func addVoices(ctx context.Context, c *store.Crawl, in *sites.Input) (err error) {
	if !c.HasFacts() {
		return nil
	}
	r, err := c.OpenFacts()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	voices, any := make([]sites.Voice, c.NumPages()), false
	err = r.Each(ctx, func(p graph.Node, f *store.Facts) error {
		v := &voices[p]
		v.Site, v.Parts, v.Skin = nameHash(f.Site), partsOf(f.Title), f.Skin
		any = any || *v != sites.Voice{}
		return nil
	})
	if any {
		in.Voices = voices
	}
	return err
}

// separators stand between the parts of a title, such as the title of a page and the name of its site.
var separators = []string{" - ", " – ", " — ", " | ", " · ", " :: ", " » ", " « ", " • ", ": "}

// partsOf returns the hashes of the first, the last and the last but one part of a title, as far as they differ.
func partsOf(title []byte) (parts [3]uint32) {
	first, rest := cutLast(title)
	add := func(i int, part []byte) {
		if h := nameHash(part); h != parts[0] && h != parts[1] {
			parts[i] = h
		}
	}
	last := first
	var before []byte
	for n := 0; rest != nil; n++ {
		if first, rest = cutLast(rest); n == 0 {
			before = first
		}
	}
	parts[0] = nameHash(first)
	add(1, last)
	add(2, before)
	return parts
}

// cutLast cuts the last part of a title; rest is nil if that is all.
func cutLast(title []byte) (part, rest []byte) {
	at, size := -1, 0
	for _, sep := range separators {
		if i := bytes.LastIndex(title, []byte(sep)); i > 0 && i > at {
			at, size = i, len(sep)
		}
	}
	if at < 0 {
		return title, nil
	}
	return title[at+size:], title[:at]
}

// commonWords are words in names of parts of one site: the blog and the shop of a company have its name. They are sorted.
var commonWords = [...]string{
	"a", "an", "and", "api", "archive", "at", "blog", "blogs", "board", "by", "community", "developer", "developers", "doc", "docs", "documentation",
	"en", "for", "forum", "forums", "guide", "help", "home", "homepage", "in", "index", "magazine", "main", "manual", "news", "of", "official", "on",
	"online", "page", "portal", "reference", "release", "s", "shop", "site", "start", "store", "support", "the", "to", "tutorial", "version",
	"weblog", "website", "welcome", "wiki", "www",
}

// nameHash returns the hash of the words of a name in lower case, without numbers and common words; 0 if none is left.
func nameHash(name []byte) uint32 {
	words := make([]byte, 0, store.MaxTitle)
	for word := range bytes.FieldsFuncSeq(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		word = bytes.ToLower(word)
		if _, common := slices.BinarySearch(commonWords[:], string(word)); !common && (word[0] < '0' || word[0] > '9') {
			words = append(append(words, word...), ' ')
		}
	}
	if len(words) == 0 {
		return 0
	}
	return max(uint32(xxhash.Sum64(words)), 1) //nolint:gosec // the low half
}
