package report

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"weft/internal/inert"
)

// mostBytes is the size that the page does not exceed by links to take figures away.
const mostBytes = 398_000

// taken stands for the links of a figure until the size of the page is known. Texts of the crawl cannot contain it,
// because "<" is escaped there.
func taken(i int) template.HTML {
	return template.HTML(fmt.Sprintf("<!--take %d-->", i)) //nolint:gosec // a number
}

// A takeaway is a link that holds a file of a figure.
type takeaway struct {
	figure int
	link   string // element of HTML
}

// takeAway puts the links of all figures into the page. Links hold CSV and SVG as long as the page stays below most
// bytes, the smallest first. For the others the page names the command that writes them.
func (b *builder) takeAway(page string, most int) string {
	all, commanded := b.takeaways(), b.commanded()
	lines, left := make([]string, len(b.figures)), most-len(page)
	for i := range b.figures {
		lines[i] = fmt.Sprintf(`<span class="take"><a href="#fig-%s" aria-label="#, link to %s">#</a>`, b.figures[i].Name, template.HTMLEscapeString(b.figures[i].Title))
		left -= len(lines[i]) + len(commanded)
	}
	for _, t := range all {
		if left -= len(t.link); left >= 0 {
			lines[t.figure] += t.link
		} else if !strings.HasSuffix(lines[t.figure], commanded) {
			lines[t.figure] += commanded
		}
	}
	replaced := make([]string, 0, 2*len(lines))
	for i, line := range lines {
		replaced = append(replaced, string(taken(i)), line+"</span>")
	}
	return strings.NewReplacer(replaced...).Replace(page)
}

// commanded stands for files that the page has no room for.
func (b *builder) commanded() string {
	var crawls strings.Builder
	for _, path := range b.paths {
		crawls.WriteString(" " + quotedPath(path))
	}
	return ` <span title="This file is too large for the page.">more: <code>weft report` + template.HTMLEscapeString(inert.Text(crawls.String())) + ` --figures figures</code></span>`
}

// takeaways returns the links of all figures, the shortest first.
func (b *builder) takeaways() (all []takeaway) {
	add := func(i int, form, data string) {
		f := &b.figures[i]
		all = append(all, takeaway{i, fmt.Sprintf(` <a href="data:%s" download="%s-%s.%s" aria-label="%s: %s">%s</a>`,
			data, b.slug(), f.Name, strings.ToLower(form), form, template.HTMLEscapeString(f.Title), form)})
	}
	for i := range b.figures {
		f := &b.figures[i]
		if len(f.Rows) > 0 {
			add(i, "CSV", "text/csv;charset=utf-8,"+percentEncoded(f.CSV()))
		}
		if f.Sheet != nil {
			p := f.paper()
			add(i, "SVG", "image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(p.SVG()))
		}
	}
	slices.SortStableFunc(all, func(x, y takeaway) int { return cmp.Compare(len(x.link), len(y.link)) })
	return all
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
