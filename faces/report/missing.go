package report

import (
	"cmp"
	"strings"

	"weft/answers/missing"
)

// A missingView shows which pages are missing, why, and the commands that fetch them.
type missingView struct {
	card
	Sentence string
	Classes  []barRow
	Commands []advice
	Failures *classView  // the pages that failed
	Others   []classView // folded
	Table    *figureView // the classes
	Hosts    []hostRow   // hosts with the most missing pages
	HostList *figureView // the hosts
	MoreHost string
	Parts    []partView // the result as blocks, if the classes are unknown
}

// A classView shows why pages of a class are missing.
type classView struct {
	Name, What, URLs string
	Reasons          []barRow
	Hosts            []barRow
	MoreHosts        string
	Examples         []exampleView
	Commands         []advice
	Reasoned         bool // examples show reasons of their own
	Linked           bool // an example has a page that links to it
}

// A hostRow is a host with its pages by state, as parts of a bar.
type hostRow struct {
	Host, Pages, Missing string
	Parts                []stackPart
}

// A stackPart is a part of a bar of 100.
type stackPart struct {
	Class    string
	X, Width float64
}

// An exampleView is a missing page with one of the pages that link to it.
type exampleView struct {
	Page   topRow
	Reason string
	Links  string // number of pages that link to it; empty for one
	From   *topRow
}

// mostCommands is the largest number of commands that are not folded.
const mostCommands = 4

// lost shows the result of weft missing.
func (b *builder) lost() {
	m := b.data.Missing
	if b.data.Info.Unknown > 0 && b.data.Info.Fetched == 0 {
		return // the first screen says so, and what to do
	}
	if m != nil && m.Missing == 0 && len(m.Classes) == 0 && m.Pages > 0 {
		b.Missing = &missingView{card: b.card("classes", "What is missing", nil), Sentence: nothingMissing(m)}
		return
	}
	if m == nil || len(m.Classes) == 0 {
		if all := b.others(func(name string) bool { return name == "missing" }); len(all) > 0 {
			b.Missing = &missingView{card: all[0].card, Parts: all[0].Parts}
		}
		return
	}
	v := &missingView{}
	f := Figure{
		Name: "missing", Title: "Missing pages", Columns: []string{"class", "urls", "links", "why"},
		Caption: "URLs that are missing, by the reason why.",
	}
	most := int64(0)
	for i := range m.Classes {
		most = max(most, m.Classes[i].URLs)
	}
	for i := range m.Classes {
		c := &m.Classes[i]
		f.Rows = append(f.Rows, []any{c.Name, c.URLs, c.Links, c.What})
		v.Classes = append(v.Classes, barRow{Class: "data", Label: c.Name, Note: c.What, Count: count(c.URLs), Part: count(c.Links), Width: percent(c.URLs, most)})
		if len(c.Fetch) > 0 {
			v.addCommand(c.Name+whatFor(&c.Fetch[0]), c.Fetch[0].Command)
		}
		view := newClassView(c, b.data.Info.Names)
		if c.Name == missing.Failed && len(view.Examples) > 0 {
			v.Failures = &view
		} else {
			v.Others = append(v.Others, view)
		}
	}
	v.Sentence = "Of " + plural(m.Pages, "known page") + " " + count(m.Here) + " " + verb(m.Here, "was", "were") + " fetched whole, " + count(m.Redirected) + " " + verb(m.Redirected, "redirects", "redirect") +
		" and " + count(m.Missing-m.Unknown()) + " " + verb(m.Missing-m.Unknown(), "is", "are") + " missing."
	if n := m.Unknown(); n > 0 {
		v.Sentence += " The input does not say whether " + plural(n, "other page") + verb(n, " was", " were") + " fetched."
	}
	v.card = b.card("classes", "Why pages are missing", b.howOf("missing"))
	v.Table = b.table(f)
	v.addHosts(b, m)
	if b.Small && len(v.Commands) == 1 && b.First != nil && v.Commands[0].Command == b.First.Command {
		v.Commands = nil // the first screen shows it
	}
	b.Missing = v
}

// nothingMissing is the sentence on a crawl that holds all known pages.
func nothingMissing(m *missing.Missing) string {
	text := "Nothing is missing: " + plural(m.Pages, "known page") + verb(m.Pages, " was", " were") + " fetched"
	if m.Redirected > 0 {
		text = "Nothing is missing: of " + plural(m.Pages, "known page") + " " + count(m.Here) + verb(m.Here, " was", " were") + " fetched and " + count(m.Redirected) + verb(m.Redirected, " redirects", " redirect")
	}
	return text + "."
}

// addCommand adds the command of a class. Classes of one command share an entry.
func (v *missingView) addCommand(what, command string) {
	for i := range v.Commands {
		if v.Commands[i].Command == command {
			v.Commands[i].Text += "; " + what
			return
		}
	}
	if len(v.Commands) < mostCommands {
		v.Commands = append(v.Commands, advice{what, command})
	}
}

// addHosts adds the hosts with the most missing pages. A small report names the pages themselves.
func (v *missingView) addHosts(b *builder, m *missing.Missing) {
	if len(m.ByHost) == 0 || m.NumHosts < 2 || b.Small {
		return
	}
	f := Figure{
		Name: "missing-hosts", Title: "Hosts with missing pages", Caption: "Known pages of the hosts with the most missing pages, by state.",
		Columns: []string{"host", "known", "missing", "fetched", "partly_fetched", "redirected", "failed", "held_back", "skipped", "never_requested", "unknown"},
	}
	if m.OfArchive() {
		f.Columns[9] = "not_in_the_archive"
	}
	for i := range m.ByHost {
		h := &m.ByHost[i]
		f.Rows = append(f.Rows, []any{hostName(h.Host), h.Pages, h.Missing, h.Fetched, h.Partly, h.Redirected, h.Failed, h.Held, h.Skipped, h.Never, h.Unknown})
		if i < mostHosts {
			v.Hosts = append(v.Hosts, newHostStates(h))
		}
	}
	if more := m.NumHosts - len(v.Hosts); more > 0 {
		v.MoreHost = "and " + plural(more, "more host")
	}
	v.HostList = b.table(f)
}

// mostHosts is the largest number of hosts with missing pages that the page shows.
const mostHosts = 6

func newHostStates(h *missing.HostStates) hostRow {
	r := hostRow{Host: shownHost(h.Host), Pages: count(h.Pages), Missing: count(h.Missing)}
	at := 0.0
	for _, p := range []struct {
		class string
		n     int64
	}{
		{"fetched", h.Fetched + h.Partly}, {"redirected", h.Redirected}, {"failed", h.Failed}, {"excluded", h.Held + h.Skipped}, {"ghost", h.Never}, {"unknown", h.Unknown},
	} {
		if width := 100 * float64(p.n) / float64(max(1, h.Pages)); width > 0 {
			r.Parts = append(r.Parts, stackPart{p.class, at, width})
			at += width
		}
	}
	return r
}

// howOf returns the explanation of the result of a question.
func (b *builder) howOf(name string) []string {
	for _, a := range b.data.Others {
		if a.Name == name && a.Section != nil {
			return a.Section.How
		}
	}
	return nil
}

// whatFor says which URLs a command fetches, after the name of their class.
func whatFor(f *missing.Fetch) string {
	if f.For == "" || f.For == "all" {
		return ""
	}
	return ": " + f.For
}

// newExample names a page by its URL, or by its number in a graph without names.
func newExample(name string, names bool) topRow {
	if !names && strings.Trim(name, "0123456789") == "" {
		return topRow{Host: "page " + name, Full: "page " + name}
	}
	return newNamedRow(name)
}

func newClassView(c *missing.Class, names bool) classView {
	v := classView{Name: c.Name, What: c.What, URLs: count(c.URLs), Reasoned: len(c.Reasons) > 1}
	for _, r := range c.Reasons[:min(len(c.Reasons), mostListed)] {
		v.Reasons = append(v.Reasons, barRow{Class: "failed", Label: r.Reason, Count: count(r.URLs), Width: percent(r.URLs, c.URLs)})
	}
	for _, h := range c.Hosts {
		v.Hosts = append(v.Hosts, barRow{Class: "failed", Label: cmp.Or(h.Host, "(no host)"), Count: count(h.URLs), Width: percent(h.URLs, c.URLs)})
	}
	if more := c.NumHosts - len(c.Hosts); more > 0 && len(c.Hosts) > 0 {
		v.MoreHosts = "and " + plural(more, "more host")
	}
	for i := range c.Examples {
		e := &c.Examples[i]
		x := exampleView{Page: newExample(e.URL, names), Reason: e.Reason}
		if e.From != "" {
			from := newExample(e.From, names)
			x.From, v.Linked = &from, true
		}
		if e.Links > 1 {
			x.Links = plural(e.Links, "link") + ", such as "
		}
		v.Examples = append(v.Examples, x)
	}
	for i := range c.Fetch {
		v.Commands = append(v.Commands, advice{strings.TrimPrefix(whatFor(&c.Fetch[i]), ": "), c.Fetch[i].Command})
	}
	return v
}
