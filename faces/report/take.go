package report

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"
)

// mostBytes is the size that the page does not exceed by links to take figures away.
const mostBytes = 390_000

// taken stands for the links of a figure until the size of the page is known. Texts of the crawl cannot contain it,
// because "<" is escaped there.
func taken(i int) template.HTML {
	return template.HTML(fmt.Sprintf("<!--take %d-->", i)) //nolint:gosec // a number
}

// A takeaway is a file in a link of a figure.
type takeaway struct {
	figure int
	form   string // CSV or SVG
	href   string // data: URL
}

// takeAway puts the links of all figures into the page. Links hold CSV and SVG as long as the page stays below most
// bytes, the smallest first. For the others the page names the command that writes them.
func (b *builder) takeAway(page string, most int) string {
	var all []takeaway
	for i := range b.figures {
		f := &b.figures[i]
		if len(f.Rows) > 0 {
			all = append(all, takeaway{i, "CSV", "data:text/csv;charset=utf-8," + percentEncoded(f.CSV())})
		}
		if f.Sheet != nil {
			p := f.paper()
			all = append(all, takeaway{i, "SVG", "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(p.SVG())})
		}
	}
	slices.SortStableFunc(all, func(x, y takeaway) int { return cmp.Compare(len(x.href), len(y.href)) })
	const others = 200 // bytes of a line without data, at most
	left := most - len(page) - others*len(b.figures)
	links := make([]map[string]string, len(b.figures))
	for _, t := range all {
		if links[t.figure] == nil {
			links[t.figure] = map[string]string{}
		}
		if left -= len(t.href) + others; left < 0 {
			t.href = ""
		}
		links[t.figure][t.form] = t.href
	}
	replaced := make([]string, 0, 2*len(b.figures))
	for i := range b.figures {
		replaced = append(replaced, string(taken(i)), b.takeLine(&b.figures[i], links[i]))
	}
	return strings.NewReplacer(replaced...).Replace(page)
}

// takeLine is the line below a figure: its anchor, and its forms.
func (b *builder) takeLine(f *Figure, links map[string]string) string {
	title := template.HTMLEscapeString(f.Title)
	var line strings.Builder
	fmt.Fprintf(&line, `<span class="take"><a href="#fig-%s" aria-label="#, link to %s">#</a>`, f.Name, title) //nolint:errcheck // a strings.Builder does not fail
	command := false
	for _, form := range []string{"CSV", "SVG"} {
		href, has := links[form]
		if href != "" {
			fmt.Fprintf(&line, ` <a href="%s" download="%s-%s.%s" aria-label="%s: %s">%s</a>`, href, b.slug(), f.Name, strings.ToLower(form), form, title, form) //nolint:errcheck // a strings.Builder does not fail
		} else if has {
			command = true
		}
	}
	if command {
		line.WriteString(` <code>weft report CRAWL --figures DIR</code>`)
	}
	return line.String() + "</span>"
}

// slug is the title as part of a file name.
func (b *builder) slug() string {
	text := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, b.Title)
	const longest = 40
	return cmp.Or(strings.Trim(text[:min(len(text), longest)], "-"), "crawl")
}

// percentEncoded writes bytes as part of a data: URL within quotes.
func percentEncoded(data []byte) string {
	const hex, plain = "0123456789ABCDEF", "-._~,:/?;@!$()*+="
	var b strings.Builder
	for _, c := range data {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hex[c>>4])
		b.WriteByte(hex[c&15])
	}
	return b.String()
}
