package missing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weft/answers/answer"
	"weft/internal/digits"
)

// Missing says which pages of a crawl are not there, and why. Pages is the sum of Here, Redirected and Missing; Missing is
// the sum of the URLs of all classes that are of pages.
//
//json:object missing
//json:note `pages` = `here` + `redirected` + `missing`, and `missing` is the sum of `urls` of all classes without `no_pages`.
type Missing struct {
	Crawl      string  `json:"crawl"`      // the folder of the crawl, or the graph
	Of         string  `json:"of"`         // source that was read: log (of a live crawl) or graph
	Pages      int64   `json:"pages"`      // known pages
	Here       int64   `json:"here"`       // pages that were fetched whole
	Redirected int64   `json:"redirected"` // pages that redirect
	Missing    int64   `json:"missing"`    // all other pages
	Classes    []Class `json:"classes"`    // classes that have URLs, in the order of the help
	// hosts with the most missing pages
	ByHost   []HostStates `json:"by_host"`
	NumHosts int          `json:"num_hosts"` // number of hosts with known pages; 0 without names
	// held pages by the patterns of their URLs, those with the most pages first
	Patterns []Pattern `json:"held_patterns,omitempty" absent:"no page is held back"`
	// pages of hosts beyond the first 131,072; `by_host` and `num_hosts` leave them out
	Untabled int64 `json:"pages_of_uncounted_hosts,omitempty"`
	// URLs of hosts beyond the first 131,072; `hosts` leaves them out
	Unhosted int64 `json:"urls_of_uncounted_hosts,omitempty"`

	top      int
	match    string // pattern of the URLs that are counted; "" for all
	onlyHeld bool   // the text shows the patterns alone
	files    []answer.File
}

// A Class counts the pages that are missing for one reason.
//
//json:object class of missing pages
type Class struct {
	// name of the class: failed, waiting, held, cut-short, shells, cookies, loops, unread, never, limit,
	// robots, nofollow, scope, types, excluded, absent, unknown, requisites or sitemaps
	Name string `json:"name" label:"class"`
	What string `json:"what" label:"description" show:"name"` // the class as a sentence
	URLs int64  `json:"urls" label:"URLs"`                    // URLs of the class
	// URLs with a final error, such as 404: no run of the crawl requests them again
	Final    int64     `json:"final,omitempty" absent:"0, or unknown, as for a stored crawl"`
	Links    int64     `json:"links" label:"links"` // links to these URLs from pages of the crawl
	NoPages  bool      `json:"no_pages,omitempty"`  // the URLs are requisites or sitemaps, not pages
	Reasons  []Reason  `json:"reasons"`             // reasons, most frequent first
	Hosts    []Host    `json:"hosts"`               // hosts with the most URLs of the class
	NumHosts int       `json:"num_hosts"`           // number of hosts of the class
	Examples []Example `json:"examples"`            // examples, most linked first, robots.txt last
	Fetch    []Fetch   `json:"fetch"`               // commands that fetch these URLs
}

// A Fetch is a command that fetches URLs of a class.
//
//json:object command
type Fetch struct {
	Command string `json:"command"`                    // command line; replace the words in capitals
	For     string `json:"for,omitempty" absent:"all"` // which of the URLs it fetches, or what to consider

	words error // the command, with the options in braces
}

// A Reason counts URLs of one reason.
//
//json:object reason
type Reason struct {
	Reason string `json:"reason"` // reason, such as 404 Not Found
	URLs   int64  `json:"urls"`   // URLs with this reason
}

// A Host counts URLs of a host.
//
//json:object host of missing pages
type Host struct {
	Host  string `json:"host"`  // name and port
	URLs  int64  `json:"urls"`  // missing URLs of the host
	Links int64  `json:"links"` // links to these URLs
}

// An Example is a URL that is missing.
//
//json:object missing page
type Example struct {
	URL    string `json:"url"`                               // URL of the page, or its number if pages have no names
	Reason string `json:"reason,omitempty" absent:"unknown"` // reason why it is missing
	Links  int    `json:"links"`                             // pages that link to it
	From   string `json:"from,omitempty"`                    // one of these pages, or the sitemap that names the URL
}

// Unknown returns the number of pages of the class unknown: whether they are missing is not known.
func (m *Missing) Unknown() int64 {
	for i := range m.Classes {
		if m.Classes[i].Name == Unknown {
			return m.Classes[i].URLs
		}
	}
	return 0
}

// Kept implements answer.Answer: nothing but the list is kept.
func (m *Missing) Kept() answer.Kept { return answer.Kept{Files: m.files} }

// Blocks implements answer.Answer.
func (m *Missing) Blocks() []answer.Block {
	if m.onlyHeld {
		return m.heldBlocks(len(m.Patterns))
	}
	unknown := m.Unknown()
	blocks := []answer.Block{
		answer.Row("pages", "%s known: %s fetched whole, %s redirected, %s missing", digits.Grouped(m.Pages), digits.Grouped(m.Here), digits.Grouped(m.Redirected), digits.Grouped(m.Missing-unknown)),
	}
	if unknown > 0 {
		blocks = append(blocks, answer.Row("", "%s of unknown state: the input does not say whether %s fetched", digits.Plural(unknown, "page"), digits.Verb(unknown, "it was", "they were")))
	}
	switch {
	case len(m.Classes) == 0 && m.Pages == 0 && m.match != "":
		return []answer.Block{answer.Text("No known URL matches " + m.match + ".")}
	case len(m.Classes) == 0:
		return append(blocks, answer.Text("Nothing is missing."))
	}
	blocks = append(blocks, answer.TableOf("", m.Classes))
	if len(m.ByHost) > 0 {
		blocks = append(blocks, m.hostTable())
	}
	for i := range m.Classes {
		blocks = append(blocks, m.Classes[i].blocks(m.top)...)
		if m.Classes[i].Name == Held {
			blocks = append(blocks, m.heldBlocks(m.top)...)
		}
	}
	if m.Unhosted > 0 {
		blocks = append(blocks, answer.Text(fmt.Sprintf("%s of hosts found after the first %s hosts are in no list of hosts.", digits.Plural(m.Unhosted, "URL"), digits.Grouped(maxHosts))))
	}
	return blocks
}

// heldBlocks reports the patterns of held pages.
func (m *Missing) heldBlocks(top int) []answer.Block {
	if len(m.Patterns) == 0 {
		return []answer.Block{answer.Text("No page is held back.")}
	}
	t := &answer.Table{Title: "patterns of pages that are held back; * stands for any text", NoHead: true, Columns: []answer.Column{{Width: 8}, {}}}
	for i, p := range m.Patterns {
		if i == top {
			t.Add("", fmt.Sprintf("and %s more", digits.Plural(len(m.Patterns)-top, "pattern")))
			break
		}
		t.Add(digits.Grouped(p.Pages), p.Pattern+": "+p.Reason)
		for _, url := range p.Examples {
			t.Add("e.g.", url)
		}
		if p.Release != "" {
			t.Add("fetch", p.Release)
		}
		if p.Drop != "" {
			t.Add("drop", p.Drop)
		}
	}
	return []answer.Block{t}
}

// OfArchive reports whether the class never counts the pages that an imported archive lacks.
func (m *Missing) OfArchive() bool {
	return slices.ContainsFunc(m.Classes, func(c Class) bool { return c.Name == Never && c.What == neverOfArchive })
}

// hostTable shows the hosts with the most missing pages.
func (m *Missing) hostTable() *answer.Table {
	kind := "missing pages"
	switch unknown := m.Unknown(); {
	case unknown == m.Missing:
		kind = "pages of unknown state"
	case unknown > 0:
		kind = "missing pages and pages of unknown state"
	}
	title := "hosts with " + kind
	if m.NumHosts > len(m.ByHost) {
		title = fmt.Sprintf("the %s of %s with the most %s", digits.Plural(len(m.ByHost), "host"), digits.Grouped(m.NumHosts), kind)
	}
	t := answer.TableOf(title, m.ByHost)
	for i := range t.Columns {
		switch c := &t.Columns[i]; {
		case c.Title != "never requested":
		case m.OfArchive():
			c.Title = "not in the archive"
		case slices.ContainsFunc(m.Classes, func(c Class) bool { return c.Name == Waiting }):
			c.Title = "waiting or never requested"
		}
	}
	return t
}

// blocks reports a class for people.
func (c *Class) blocks(top int) []answer.Block {
	t := &answer.Table{Title: fmt.Sprintf("%s: %s", c.Name, c.What), NoHead: true, Columns: []answer.Column{{Width: 8}, {}}}
	for i, r := range c.Reasons {
		if i == top {
			t.Add("", fmt.Sprintf("and %s more", digits.Plural(len(c.Reasons)-top, "reason")))
			break
		}
		t.Add(digits.Grouped(r.URLs), r.Reason)
	}
	if len(c.Hosts) > 0 {
		hosts := make([]string, 0, len(c.Hosts))
		for _, h := range c.Hosts {
			hosts = append(hosts, fmt.Sprintf("%s %s", cmp.Or(h.Host, "no host"), digits.Grouped(h.URLs)))
		}
		if more := c.NumHosts - len(c.Hosts); more > 0 {
			hosts = append(hosts, digits.Plural(more, "host")+" more")
		}
		t.Add("of", strings.Join(hosts, ", "))
	}
	for _, e := range c.Examples {
		text := e.URL
		if len(c.Reasons) > 1 && e.Reason != "" {
			text += ": " + e.Reason
		}
		if e.From != "" {
			text += fmt.Sprintf(" (%s, such as %s)", digits.Plural(e.Links, "link"), e.From)
			if e.Links == 0 {
				text = strings.Replace(text, "0 links, such as", "named by", 1)
			} else if e.Links == 1 {
				text = strings.Replace(text, "1 link, such as", "linked from", 1)
			}
		}
		t.Add("e.g.", text)
	}
	for _, f := range c.Fetch {
		text := f.Command
		if f.For != "" {
			text += "  # " + f.For
		}
		t.Add("fetch", text)
	}
	return []answer.Block{t}
}
