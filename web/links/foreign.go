package links

import (
	"weft/internal/ascii"
)

// An island is SVG or MathML in HTML, an element of the same name in it, or HTML within: the content of an integration point.
type island struct {
	name  string // of the element, in small letters
	inner space  // what its content is
}

type space uint8

const (
	inHTML space = iota
	inSVG
	inMathML
)

// An archipelago tracks whether tags are in SVG or MathML, where the standard has other rules (13.2.6.5): no
// element holds raw text there, "/>" ends an element, and "<![CDATA[" begins text. Read as HTML, the "<style/>" of
// a drawing would turn the rest of the page into a style sheet.
//
// There is no tree, so open elements between the islands are not known. An end tag that cannot be in foreign
// content is taken for the end tag of an element around it.
type archipelago struct {
	stack [maxIslands]island
	n     int
}

// maxIslands is the depth to which islands are followed. Deeper islands are read like the content around them.
const maxIslands = 32

// space returns what the content is that is read now.
func (x *archipelago) space() space {
	if x.n == 0 {
		return inHTML
	}
	return x.stack[x.n-1].inner
}

// start notes a start tag, and returns where its element stands; empty says that the tag ends with "/>".
func (x *archipelago) start(name []byte, empty bool) space {
	word := foreign.find(name, foreignWord{})
	if word.breaksOut {
		x.surface()
	}
	around := x.space()
	inner := word.of(around)
	switch {
	case word.name == "" || word.breaksOut || x.n == maxIslands:
	case around == inHTML && !word.root && (x.n == 0 || word.name == "title"): // a title of HTML holds text
	case empty && (around != inHTML || word.root):
	default: // also what is no island, so that its end tag ends no other
		x.stack[x.n] = island{word.name, inner}
		x.n++
	}
	return around
}

// end notes an end tag.
func (x *archipelago) end(name []byte) {
	if foreign.find(name, foreignWord{}).breaksOut {
		x.surface()
		return
	}
	for i := x.n - 1; i >= 0; i-- {
		if ascii.EqualFold(name, x.stack[i].name) {
			x.n = i
			return
		}
	}
}

// surface leaves foreign content for the HTML around it.
func (x *archipelago) surface() {
	for x.space() != inHTML {
		x.n--
	}
}

// A foreignWord is an element that matters in or for foreign content.
type foreignWord struct {
	name      string
	breaksOut bool  // it cannot stand there, and ends it
	root      bool  // svg or math
	begins    space // of a root
	point     space // the element is an integration point of such content
}

// of returns what the content of the element is, in content of a kind.
func (w foreignWord) of(around space) space {
	if around == inHTML {
		return w.begins
	}
	if around == w.point {
		return inHTML
	}
	return around
}

var foreign = func() dictionary[foreignWord] {
	words := []word[foreignWord]{{"svg", foreignWord{name: "svg", root: true, begins: inSVG}}, {"math", foreignWord{name: "math", root: true, begins: inMathML}}}
	for _, name := range []string{"foreignobject", "desc", "title"} {
		words = append(words, word[foreignWord]{name, foreignWord{name: name, point: inSVG}})
	}
	for _, name := range []string{"mi", "mo", "mn", "ms", "mtext"} {
		words = append(words, word[foreignWord]{name, foreignWord{name: name, point: inMathML}})
	}
	for _, name := range []string{
		"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu",
		"meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var",
	} {
		words = append(words, word[foreignWord]{name, foreignWord{name: name, breaksOut: true}})
	}
	return newDictionary(words)
}()
