package site

import (
	"bytes"
	"context"
	"unicode"
	"unicode/utf8"

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
	defer func() {
		if e := r.Close(); err == nil {
			err = e
		}
	}()
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

// commonWords are words in names of parts of one site: the blog and the shop of a company have its name.
var commonWords = map[string]bool{}

func init() {
	for _, word := range []string{
		"a", "an", "and", "api", "archive", "at", "blog", "blogs", "board", "by", "community", "developer", "developers", "doc", "docs", "documentation",
		"en", "for", "forum", "forums", "guide", "help", "home", "homepage", "in", "index", "magazine", "main", "manual", "news", "of", "official", "on",
		"online", "page", "portal", "reference", "release", "s", "shop", "site", "start", "store", "support", "the", "to", "tutorial", "version",
		"weblog", "website", "welcome", "wiki", "www",
	} {
		commonWords[word] = true
	}
}

// nameHash returns the hash of the words of a name in lower case, without numbers and common words; 0 if none is left.
func nameHash(name []byte) uint32 {
	const offset, prime = 2166136261, 16777619 // FNV-1a
	sum, words := uint32(offset), 0
	var word []byte
	end := func() {
		if len(word) > 0 && !commonWords[string(word)] && !unicode.IsDigit(rune(word[0])) {
			for _, b := range word {
				sum = (sum ^ uint32(b)) * prime
			}
			sum *= prime // a word ends
			words++
		}
		word = word[:0]
	}
	for len(name) > 0 {
		r, n := utf8.DecodeRune(name)
		name = name[n:]
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			word = utf8.AppendRune(word, unicode.ToLower(r))
		} else {
			end()
		}
	}
	if end(); words == 0 {
		return 0
	}
	return max(sum, 1)
}
