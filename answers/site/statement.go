package site

import (
	"weft/algo/sites"
	"weft/answers/answer"
	"weft/internal/bitset"
	"weft/internal/digits"
)

// A Statement describes a site found by all evidence. docs/sites.md says how often each statement is true. This
// was measured on the crawls on which the rules were chosen: no crawl was kept unseen.
type Statement struct {
	NothingForeign bool   `json:"nothing_foreign"` // at least 90 % of its pages belong to one site; false if unknown
	Whole          string `json:"whole"`           // the site is whole, may be part of more, or unknown
	// ByLinks says that the site was found by links alone, as its URLs say nothing. Then both statements are unknown.
	ByLinks bool `json:"by_links"` // found by links only, because its URLs give no evidence
	// SeveralOwners says that folders in it may belong to several owners, and nothing decides it. Then both statements are
	// unknown.
	SeveralOwners bool `json:"several_owners,omitempty"` // folders in it may belong to several owners
	// Apart counts sites of 10 pages or more on the host of the first given page, if there are several. Sites found by
	// links alone do not count.
	Apart int `json:"told_apart,omitempty"` // sites of 10 pages or more on the host of the first given page, if there are several
}

// Statements about whether a site is whole: F1 is 0.9 or more, or other sites share its registered domains, or
// unknown.
const (
	IsWhole      = "whole"
	MayBePart    = "may be part of more"
	WholeUnknown = "unknown"
)

// leastStated is the number of pages from which on something is said of a site.
const leastStated = 10

// stated returns the statement about a site.
func stated(s *sites.Site) *Statement {
	switch {
	case s.Linked, s.Pages < leastStated, s.Doubt, s.Bare:
		return &Statement{Whole: WholeUnknown, ByLinks: s.Linked, SeveralOwners: s.Doubt}
	case s.Alone && !s.Shared:
		return &Statement{NothingForeign: true, Whole: IsWhole}
	}
	return &Statement{NothingForeign: true, Whole: MayBePart}
}

// words are those for people.
func (s *Statement) words() string {
	switch {
	case s.ByLinks:
		return "found by links alone: nothing is known"
	case s.SeveralOwners:
		return "unknown: folders in it may belong to several owners"
	case !s.NothingForeign:
		return "unknown"
	case s.Whole == IsWhole:
		return "no pages of other sites are expected; no other site shares its domains, name or links"
	}
	return "no pages of other sites are expected; other sites share its domains, name or links, so it may be part of a larger site"
}

// Said counts sites and their pages by the statements about them.
//
//json:object statements about sites
type Said struct {
	NothingForeign Counted `json:"nothing_foreign"` // sites without foreign pages
	Whole          Counted `json:"whole"`           // sites without foreign pages that are whole
	Unknown        Counted `json:"unknown"`         // sites about which nothing is known
	// hosts that hold several sites of 10 pages or more
	Divided int `json:"divided_hosts,omitempty"`
	Apart   int `json:"told_apart,omitempty"`    // sites of 10 pages or more on these hosts
	Doubted int `json:"doubted_sites,omitempty"` // sites whose folders may belong to several owners
}

// addHosts counts hosts with several sites, without those found by links alone.
func (s *Said) addHosts(rows []foundRow) {
	on := map[uint32]int{}
	for i := range rows {
		r := &rows[i]
		if r.hosts > 0 && r.pages >= leastStated && !r.site.Linked { // nothing is known of sites found by links
			on[r.host]++
		}
		s.Doubted += bitset.One(r.site.Doubt)
	}
	for _, n := range on {
		if n > 1 {
			s.Divided++
			s.Apart += n
		}
	}
}

// Counted is a number of sites and of their pages.
//
//json:object sites and pages
type Counted struct {
	Sites int `json:"sites"` // sites
	Pages int `json:"pages"` // pages of these sites
}

func (c *Counted) add(pages int) {
	c.Sites++
	c.Pages += pages
}

func (s *Said) add(x *Statement, pages int) {
	if x.Whole == IsWhole {
		s.Whole.add(pages)
	}
	if x.NothingForeign {
		s.NothingForeign.add(pages)
	} else {
		s.Unknown.add(pages)
	}
}

// blocks reports how much of a crawl lies in sites with a statement.
func (s *Said) blocks(pages int) []answer.Block {
	row := func(name, what string, c Counted) answer.Block {
		return answer.Row(name, "%s with %s (%s)%s", digits.Plural(c.Sites, "site"), digits.Plural(c.Pages, "page"), digits.Percent(float64(c.Pages)/float64(max(1, pages))), what)
	}
	all := []answer.Block{
		row("nothing foreign", ": in trials, at least nine in ten pages of these sites belonged together", s.NothingForeign),
		row("whole", ": no other site shares their domains; the other sites may be parts of larger sites", s.Whole),
		row("unknown", ": of fewer than 10 pages, found by links alone or without links, or perhaps of several owners", s.Unknown),
	}
	if s.Divided > 0 {
		all = append(all, answer.Row("hosts", "%s several sites; %s found there", digits.Plural(s.Divided, "host")+digits.Verb(s.Divided, " holds", " hold"), digits.Plural(s.Apart, "site")+digits.Verb(s.Apart, " was", " were")))
	}
	if s.Doubted > 0 {
		all = append(all, answer.Row("", "folders of %s may belong to several owners, and nothing decides it", digits.Plural(s.Doubted, "site")))
	}
	return all
}

// words are those for people.
func (c *Confidence) words() string {
	if c.Statement == nil {
		return "the accuracy was not measured for these clusters"
	}
	return c.Statement.words()
}
