package missing

import (
	"cmp"
	"fmt"
	"strings"

	"weft/answers/answer"
	"weft/internal/digits"
)

// Missing says which pages of a crawl are not there, and why. Pages is the sum of Here, Redirected and Missing; Missing is
// the sum of the URLs of all classes that are of pages.
type Missing struct {
	Crawl      string  `json:"crawl"`
	Of         string  `json:"of"`    // what was read: log or graph
	Pages      int64   `json:"pages"` // that the crawl knows
	Here       int64   `json:"here"`  // fetched whole
	Redirected int64   `json:"redirected"`
	Missing    int64   `json:"missing"`
	Classes    []Class `json:"classes"` // in the order of Names
	// Unhosted is how many URLs are of hosts that were met after too many others, and are in no Class.Hosts.
	Unhosted int64 `json:"urls_of_uncounted_hosts,omitempty"`

	top   int
	files []answer.File
}

// A Class is what is missing for one reason.
type Class struct {
	Name     string    `json:"name"`
	What     string    `json:"what"`
	URLs     int64     `json:"urls"`
	Links    int64     `json:"links"`              // to them, from pages of the crawl
	NoPages  bool      `json:"no_pages,omitempty"` // they are requisites or sitemaps
	Reasons  []Reason  `json:"reasons"`            // the most frequent first
	Hosts    []Host    `json:"hosts"`              // those with most URLs
	NumHosts int       `json:"num_hosts"`
	Examples []Example `json:"examples"` // the most linked first
	Fetch    []Fetch   `json:"fetch"`    // commands that fetch them
}

// A Fetch is a command that fetches URLs of a class.
type Fetch struct {
	Command string `json:"command"`
	For     string `json:"for,omitempty"` // which of them, or what to mind

	words error // the command, with the options in braces
}

// A Reason counts URLs of one reason.
type Reason struct {
	Reason string `json:"reason"`
	URLs   int64  `json:"urls"`
}

// A Host counts URLs of a host.
type Host struct {
	Host  string `json:"host"`
	URLs  int64  `json:"urls"`
	Links int64  `json:"links"`
}

// An Example is a URL that is missing.
type Example struct {
	URL    string `json:"url"`
	Reason string `json:"reason,omitempty"`
	Links  int    `json:"links"`
	From   string `json:"from,omitempty"` // a page that links to it
}

// Kept implements answer.Answer: nothing but the list is kept.
func (m *Missing) Kept() answer.Kept { return answer.Kept{Files: m.files} }

// Blocks implements answer.Answer.
func (m *Missing) Blocks() []answer.Block {
	blocks := []answer.Block{
		answer.Row("pages", "%s known: %s fetched whole, %s redirected, %s missing", digits.Grouped(m.Pages), digits.Grouped(m.Here), digits.Grouped(m.Redirected), digits.Grouped(m.Missing)),
	}
	if len(m.Classes) == 0 {
		return append(blocks, answer.Text("Nothing is missing."))
	}
	sums := &answer.Table{Apart: true, Columns: []answer.Column{{Title: "class", Width: -10}, {Title: "URLs", Width: 10}, {Title: "links", Width: 10}, {Title: "what it is"}}}
	for i := range m.Classes {
		c := &m.Classes[i]
		sums.Add(c.Name, digits.Grouped(c.URLs), digits.Grouped(c.Links), c.What)
	}
	blocks = append(blocks, sums)
	for i := range m.Classes {
		blocks = append(blocks, m.Classes[i].blocks(m.top)...)
	}
	if m.Unhosted > 0 {
		blocks = append(blocks, answer.Text(fmt.Sprintf("%s of hosts that were met after %s others are in no list of hosts.", digits.Plural(m.Unhosted, "URL"), digits.Grouped(maxHosts))))
	}
	return blocks
}

// blocks are what people read of a class.
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
