package sitemap

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	maxToken = 4 << 20
	maxDepth = 256
)

var (
	errEnd     = errors.New("the document ends too early")
	errToken   = fmt.Errorf("a tag or text of more than %d bytes", maxToken)
	errTooDeep = fmt.Errorf("elements are nested more than %d deep", maxDepth)
)

// guard keeps a token from filling the memory.
type guard struct {
	*bufio.Reader
	left int // bytes that the token may still have
}

func (g *guard) ReadByte() (byte, error) {
	if g.left--; g.left < 0 {
		return 0, errToken
	}
	return g.Reader.ReadByte()
}

// An xmlReader follows the elements of a document. An entry is open between the tags of url, sitemap, item or
// entry. Only direct children of an entry count.
type xmlReader struct {
	s     *sink
	open  []xml.Name // the elements that are open
	entry int        // the depth of the entry, 0 if none is open
	field string     // the child of the entry whose text is read, "" for none
	text  []byte     // of the field
	own   []byte     // text of the entry itself
	whole bool       // the current entry has its loc
	e     Entry
}

func (s *sink) readXML(text *bufio.Reader, skipped int) error {
	g := &guard{Reader: text}
	d := xml.NewDecoder(g)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	x := &xmlReader{s: s}
	for {
		g.left = maxToken
		tok, err := d.RawToken()
		if err == nil {
			err = x.token(tok)
		} else if errors.Is(err, io.EOF) && len(x.open) == 0 && s.sum.Kind != Unknown {
			return nil
		}
		if err == nil {
			continue
		}
		if s.err != nil || errors.Is(err, ErrNotSitemap) {
			return err
		}
		err = fmt.Errorf("byte %d: %w", int64(skipped)+d.InputOffset(), clean(err))
		if e := x.finish(); e != nil {
			return e
		}
		return err
	}
}

// clean makes of an error of encoding/xml what is to be said after the place.
func clean(err error) error {
	var syntax *xml.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		return errEnd
	case syntax != nil:
		return fmt.Errorf("bad XML: %s", syntax.Msg)
	}
	return err
}

func (x *xmlReader) token(tok xml.Token) error {
	switch tok := tok.(type) {
	case xml.StartElement:
		if len(x.open) == maxDepth {
			return errTooDeep
		}
		x.open = append(x.open, tok.Name)
		return x.start(tok)
	case xml.EndElement:
		if len(x.open) == 0 || x.open[len(x.open)-1] != tok.Name {
			return fmt.Errorf("bad XML: </%s> closes no element that is open", nameOf(tok.Name))
		}
		err := x.end()
		x.open = x.open[:len(x.open)-1]
		return err
	case xml.CharData:
		switch {
		case x.field != "" && len(x.text) <= maxField:
			x.text = append(x.text, tok...)
		case x.entry == len(x.open) && x.entry > 0 && len(x.own) <= maxField:
			x.own = append(x.own, tok...)
		}
	}
	return nil
}

func nameOf(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// roots are the first elements of the known kinds, and entries the elements that hold an entry.
var (
	roots   = map[string]Kind{"urlset": URLSet, "sitemapindex": Index, "rss": RSS, "RDF": RSS, "feed": Atom}
	entries = [...]string{Unknown: "", URLSet: "url", Index: "sitemap", RSS: "item", Atom: "entry", Text: ""}
)

func (x *xmlReader) start(tok xml.StartElement) error {
	depth, name := len(x.open), tok.Name
	switch {
	case depth == 1 && x.s.sum.Kind == Unknown:
		kind, ok := roots[name.Local]
		if !ok {
			return fmt.Errorf("%w: the document is <%s>", ErrNotSitemap, nameOf(name))
		}
		x.s.sum.Kind = kind
	case x.entry == 0 && name.Local == entries[x.s.sum.Kind]:
		x.entry = depth
		x.reset()
	case x.entry > 0 && depth == x.entry+1:
		return x.child(tok)
	}
	return nil
}

func (x *xmlReader) reset() {
	x.e = Entry{}
	x.own, x.whole = x.own[:0], false
}

// child begins a field. Fields of extensions have another prefix than their entry.
func (x *xmlReader) child(tok xml.StartElement) error {
	name := tok.Name
	own := name.Space == x.open[x.entry-1].Space
	x.text = x.text[:0]
	switch kind := x.s.sum.Kind; {
	case kind == Atom && name.Local == "link" && own:
		x.link(tok.Attr)
	case name.Local == "loc" && own && x.whole:
		// The entry before lacks its end tag.
		if err := x.s.put(x.e); err != nil {
			return err
		}
		x.reset()
		x.field = name.Local
	case own:
		x.field = name.Local
	}
	return nil
}

// link takes the href of the first link element of an Atom entry that leads to its page.
func (x *xmlReader) link(attrs []xml.Attr) {
	var rel, href string
	for _, a := range attrs {
		switch a.Name.Local {
		case "rel":
			rel = strings.TrimSpace(a.Value)
		case "href":
			href = strings.TrimSpace(a.Value)
		}
	}
	if !x.whole && href != "" && (rel == "" || strings.EqualFold(rel, "alternate")) {
		x.e.Loc, x.whole = href, true
	}
}

func (x *xmlReader) end() error {
	switch depth := len(x.open); {
	case x.entry > 0 && depth == x.entry+1:
		if x.field != "" {
			x.set(strings.TrimSpace(string(x.text)))
		}
		x.field = ""
	case depth == x.entry:
		x.entry = 0
		if kind := x.s.sum.Kind; !x.whole && (kind == URLSet || kind == Index) {
			x.e.Loc = strings.TrimSpace(string(x.own))
		}
		return x.s.put(x.e)
	}
	return nil
}

// set gives the current field of the entry its value.
func (x *xmlReader) set(value string) {
	kind := x.s.sum.Kind
	switch {
	case x.field == "loc" && (kind == URLSet || kind == Index), x.field == "link" && kind == RSS:
		x.e.Loc, x.whole = value, true
	case x.field == "guid" && kind == RSS && !x.whole: // a link that follows outdoes it
		x.e.Loc = value
	}
}

// finish hands out the entry that bad XML has interrupted, if its URL is whole.
func (x *xmlReader) finish() error {
	if x.entry > 0 && x.whole {
		return x.s.put(x.e)
	}
	return nil
}
