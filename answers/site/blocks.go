package site

import (
	"fmt"
	"strconv"
	"strings"

	"weft/answers/answer"
	"weft/internal/digits"
)

// readEpsilon reads ε: a number, auto or paper, which are 0 and less than 0.
func readEpsilon(text string) (float64, error) {
	switch text {
	case "auto", "":
		return 0, nil
	case "paper":
		return -1, nil
	}
	e, err := strconv.ParseFloat(text, 64)
	if err != nil || !(e >= 1.0/scale && e <= 1e6) {
		return 0, answer.Refused("{epsilon} %s: expected auto, paper, or a number from 1e-12 to 1e6", text)
	}
	return e, nil
}

// Blocks returns the report of a site for people.
func (s *Site) Blocks() []answer.Block {
	known := s.Said.words()
	if len(s.Edits) > 0 {
		known = "changed by hand"
	}
	all := []answer.Block{answer.Row("site", "%s; %s", digits.Plural(s.Pages, "page"), known)}
	if x := s.Said.Statement; x != nil && x.Apart > 0 && len(s.Edits) == 0 {
		all = append(all, answer.Row("", "its host holds several sites; %d of them were found", x.Apart))
	}
	if s.SavedAs != "" {
		all = append(all, answer.Row("saved", "as the boundary %s", s.SavedAs))
	}
	for _, why := range s.Said.Doubts {
		all = append(all, answer.Row("", "%s", why))
	}
	if s.Moved > 0 {
		all = append(all, answer.Row("", "%s of its pages only %s elsewhere; links to %s count for the targets", digits.Grouped(s.Moved), digits.Verb(s.Moved, "leads", "lead"), digits.Verb(s.Moved, "it", "them")))
	}
	if k := s.Keyword; k != nil {
		all = append(all, answer.Row("keyword", "%s, in %s of its cluster", k.Word, digits.Plural(k.URLs, "URL")))
	}
	all = append(all, answer.Row("core", "%s in %s (%s)", digits.Plural(s.Core.Pages, "page"), digits.Plural(s.Core.Groups, "group"), s.Core.How))
	all = append(all, s.flowBlocks()...)
	all = append(all,
		answer.Row("links out", "%s, %s of them returned; %s in", digits.Grouped(s.CutArcs), digits.Grouped(s.Returned), digits.Grouped(s.LinksIn)))
	if m := s.Measured; m != nil {
		all = append(all, answer.Row("σ of the URLs", "%.2f, as measured over %s (mean %.2f, root mean square %.2f)", m.Value, digits.Plural(m.Pairs, "pair"), m.Mean, m.RMS))
	}
	if k := s.Keywords; k != nil {
		all = append(all, answer.Row("words of links", "%s; from elsewhere: %s", words(k.All), words(k.External)))
	}
	if sc := s.Scope; sc != nil {
		all = append(all, answer.Row("rules", "%d to let URLs in, %d to keep URLs out; they miss %s and let in %s", len(sc.Accept), len(sc.Reject), digits.Plural(sc.Missed, "page"), digits.Plural(sc.Extra, "fetched page")+" of other sites"))
		if sc.Unfetched+sc.Excluded > 0 {
			all = append(all, answer.Row("", "they also let in %s not fetched, about %s of other sites, and %s that the crawl left out", digits.Plural(sc.Unfetched, "page"), digits.Fixed(sc.Elsewhere, 0), digits.Plural(sc.Excluded, "page")))
		}
	}
	return append(all, s.tables()...)
}

// flowBlocks say what the flow found.
func (s *Site) flowBlocks() []answer.Block {
	b := s.Boundary
	if b == nil {
		return nil
	}
	step := b.Steps[b.Chosen]
	all := []answer.Block{
		answer.Row("boundary", "minimum cut of %s of capacity %.3g, ε = %.3g", digits.Plural(s.CutArcs, "link"), s.CutCapacity, step.Epsilon),
	}
	if s.Maximal > s.Pages {
		all = append(all, answer.Row("", "%s more are tied equally to both sides", digits.Plural(s.Maximal-s.Pages, "page")))
	}
	if b.Online != nil {
		all = append(all, b.Online.block())
	} else {
		all = append(all, answer.Row("the same from", "ε = %.3g to %.3g", b.From, b.To))
	}
	if step.All {
		all = append(all, answer.Row("", "all reachable pages are inside: ε is too small"))
	}
	return all
}

func words(list []Word) string {
	if len(list) == 0 {
		return "none"
	}
	var parts []string
	for _, w := range list {
		parts = append(parts, fmt.Sprintf("%s (%s)", w.Word, digits.Grouped(w.Links)))
	}
	return strings.Join(parts, ", ")
}

// shown bounds the rows of tables that people read.
const shown = 12

// tables are the hosts, the templates and the sweep.
func (s *Site) tables() []answer.Block {
	var all []answer.Block
	more := func(n int, what string) {
		if n > 0 {
			all = append(all, answer.Text("and "+digits.Plural(n, what)))
		}
	}
	if len(s.Edits) > 0 {
		all = append(all, answer.TableOf("", s.Edits))
	}
	if n := len(s.Hosts); n > 0 {
		all = append(all, answer.TableOf("", s.Hosts[:min(shown, n)]))
		more(n-shown, "host")
	}
	if len(s.Core.Parts) > 1 {
		all = append(all, answer.TableOf("", s.Core.Parts, answer.Extra[Group]{Title: "part, from its first page", Text: func(p *Group) string { return p.name() }}))
		more(s.Core.Others, "part")
	}
	if n := len(s.Templates); n > 0 {
		all = append(all, answer.TableOf("", s.Templates[:min(shown, n)], answer.Extra[Template]{Title: "template link to", Text: func(x *Template) string { return x.name() }}))
		more(n-shown, "template link")
	}
	if b := s.Boundary; b != nil {
		all = append(all, b.table())
	}
	return all
}

// name is the URL of a page, or its number.
func (p Page) name() string {
	if p.URL == "" {
		return fmt.Sprint(p.Page)
	}
	return p.URL
}

// table is the sweep.
func (b *Boundary) table() answer.Block {
	return answer.TableOf("", b.Steps, answer.Extra[Step]{Text: func(s *Step) string {
		switch {
		case s.All:
			return "absorbs everything"
		case s == &b.Steps[b.Chosen]:
			return "taken"
		}
		return ""
	}})
}
