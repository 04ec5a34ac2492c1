package links

import (
	"weft/internal/ascii"
)

// A word is a name of HTML, in lower case, and what it means.
type word[T any] struct {
	text  string
	means T
}

// A dictionary finds words by their lengths and first letters, which tell most of them apart.
type dictionary[T any] [14]struct {
	letters uint32 // bit c&31 for each first letter c
	words   []word[T]
}

func newDictionary[T any](words []word[T]) (d dictionary[T]) {
	for _, w := range words {
		of := &d[len(w.text)]
		of.letters |= 1 << (w.text[0] & 31)
		of.words = append(of.words, w)
	}
	return d
}

// find returns what a name means, in any case of its letters; none if it is not there.
func (d *dictionary[T]) find(name []byte, none T) T {
	if len(name) == 0 || len(name) >= len(d) || d[len(name)].letters>>(name[0]&31)&1 == 0 {
		return none
	}
	words := d[len(name)].words
	for i := range words {
		if w := &words[i]; ascii.EqualFold(name, w.text) {
			return w.means
		}
	}
	return none
}

var elements = newDictionary([]word[element]{
	{"a", elemA},
	{"svg", elemRoot},
	{"math", elemRoot},
	{"img", elemImg},
	{"xmp", elemXmp},
	{"link", elemLink},
	{"meta", elemMeta},
	{"area", elemArea},
	{"base", elemBase},
	{"style", elemStyle},
	{"title", elemTitle},
	{"frame", elemFrame},
	{"script", elemScript},
	{"iframe", elemIframe},
	{"noembed", elemNoembed},
	{"textarea", elemTextarea},
	{"noframes", elemNoframes},
	{"plaintext", elemPlaintext},
})

var attributes = newDictionary([]word[attribute]{
	{"src", attrSrc},
	{"alt", attrAlt},
	{"rel", attrRel},
	{"href", attrHref},
	{"name", attrName},
	{"title", attrTitle},
	{"content", attrContent},
	{"property", attrProperty},
	{"charset", attrCharset},
	{"http-equiv", attrHTTPEquiv},
	{"xlink:href", attrXLinkHref},
})
