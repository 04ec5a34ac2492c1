package report

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"
)

// inks names the colours that a plot is drawn in. They stand for classes of the style sheet, where each has a light and
// a dark value, and never reach the page themselves.
var inks = map[string]string{
	"#fe0101": "ink",
	"#fe0202": "muted",
	"#fe0303": "rule",
	"#fe0404": "data",
	"#fe0505": "fit",
	"#fe0606": "mark",
	"#fe0707": "soft",
}

// keptProperties are the properties of a style attribute that become attributes of their own.
var keptProperties = map[string]bool{
	"stroke-width": true, "stroke-dasharray": true, "stroke-dashoffset": true, "font-size": true,
}

// inline rewrites an SVG document for use within HTML: no prologue, namespace, fixed size, font or style attribute;
// colours as classes; a title and a description for those who cannot see it. Ids begin with id, so that they are unique
// if it is.
func inline(document []byte, id, title, description string) (string, error) {
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader(string(document)))
	inText := false
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return b.String(), nil
		}
		if err != nil {
			return "", fmt.Errorf("rewrite plot: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			openTag(&b, t, id, title, description)
			inText = t.Name.Local == "text"
		case xml.EndElement:
			fmt.Fprintf(&b, "</%s>", t.Name.Local)
			inText = false
		case xml.CharData:
			if inText {
				b.WriteString(subscripts.Replace(html.EscapeString(string(t))))
			}
		}
	}
}

// subscripts lowers the index of the one variable that plots name.
var subscripts = strings.NewReplacer("x_min", `x<tspan dy="2.5" font-size="8">min</tspan><tspan dy="-2.5">&#8203;</tspan>`)

func openTag(b *strings.Builder, t xml.StartElement, id, title, description string) {
	root := t.Name.Local == "svg"
	b.WriteString("<" + t.Name.Local)
	for _, a := range t.Attr {
		switch {
		case a.Name.Local == "style":
			styleAttributes(b, a.Value)
		case root && a.Name.Local != "viewBox":
		default:
			fmt.Fprintf(b, ` %s="%s"`, a.Name.Local, html.EscapeString(a.Value))
		}
	}
	if root {
		fmt.Fprintf(b, ` class="plot" role="img" aria-labelledby="%s-title %s-desc"><title id="%s-title">%s</title><desc id="%s-desc">%s</desc>`,
			id, id, id, html.EscapeString(title), id, html.EscapeString(description))
		return
	}
	b.WriteByte('>')
}

// styleAttributes writes the properties of a style attribute as a class for the colours and attributes for the rest.
func styleAttributes(b *strings.Builder, style string) {
	var classes []string
	for property := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(property, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		ink, isInk := inks[strings.ToLower(value)]
		switch {
		case isInk && name == "fill":
			classes = append(classes, "f-"+ink)
		case isInk && name == "stroke":
			classes = append(classes, "s-"+ink)
		case keptProperties[name]:
			fmt.Fprintf(b, ` %s="%s"`, name, html.EscapeString(strings.TrimSuffix(value, "px")))
		}
	}
	if len(classes) > 0 {
		fmt.Fprintf(b, ` class="%s"`, strings.Join(classes, " "))
	}
}
