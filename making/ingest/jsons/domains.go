package jsons

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"weft/graph/kinds"
	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tally"
	"weft/store"
)

// Domains is JSON: nodes, and links with date, src and dst.
const Domains formats.Name = "domains"

// DomainsFormat is the format Domains.
var DomainsFormat = formats.Format{
	Name: Domains, Group: formats.Programs, Endings: []string{".json"},
	Says:  "JSON of nodes and dated links; {date} 2014-02..2014-05 selects dates",
	Takes: []string{formats.DateOption}, Read: readDomains,
}

// A domainReader reads the dated graph of domains of a web archive, as the Archives Unleashed project publishes
// them. It is an object with nodes (domain, and measures of it) and links (date, src, dst, count). A domain becomes the
// page http://domain/, in lower case, because domains that differ only in case are one domain (RFC 4343). All
// dates make one graph, unless dates are chosen: then only the domains of links of these dates are pages.
// node_link_data of NetworkX and similar objects (id or name, source, target) are read as well.
type domainReader struct {
	Reader
	im       *formats.Import
	t        *formats.Text
	from, to string // dates that are wanted, as digits; a prefix of a date stands for all days of it
	chosen   bool
	link     datedLink
	name     []byte
	small    []byte // the name, of a domain in small letters
	domains  bool   // names are domains: a node has the member domain, or a link a date
	first    string // dates of the links
	last     string
	skipped  int64
	dated    bool
	parts    int // nodes and links that were found
}

type datedLink struct{ date, src, dst []byte }

// parseDates reads FROM..TO, each a date, a month or a year with or without hyphens, or empty; or one of them alone.
func parseDates(text string) (from, to string, err error) {
	from, to, two := strings.Cut(text, "..")
	if !two {
		to = from
	}
	for _, d := range []*string{&from, &to} {
		digits := strings.ReplaceAll(*d, "-", "")
		if strings.Trim(digits, "0123456789") != "" || len(digits) != 0 && len(digits) != 4 && len(digits) != 6 && len(digits) != 8 {
			return "", "", fmt.Errorf("%w: date %q: expected such as 2014, 2014-02, 2014-02-25, or two with .. between", option.ErrUnfit, *d)
		}
		*d = digits
	}
	if from == "" && to == "" || to != "" && from[:min(len(from), len(to))] > to[:min(len(from), len(to))] {
		return "", "", fmt.Errorf("%w: dates %q: expected the first before the last", option.ErrUnfit, text)
	}
	return from, to, nil
}

func readDomains(ctx context.Context, t *formats.Text) error {
	im := t.Import
	d := &domainReader{Reader: Reader{Scanner: t.Scan(ctx)}, im: im, t: formats.NewText(im)}
	if im.Dates != "" {
		var err error
		d.chosen = true
		if d.from, d.to, err = parseDates(im.Dates); err != nil {
			return err
		}
	}
	return im.Named(d.read)
}

func (d *domainReader) read() error {
	err := d.Members(func(name string, kind Kind) error {
		switch {
		case name == "nodes" && kind == List:
			d.parts++
			return d.Elements(func(kind Kind) error { return d.record(kind, "node", d.node) })
		case (name == "links" || name == "edges") && kind == List:
			d.parts++
			return d.Elements(func(kind Kind) error { return d.record(kind, "link", d.takeLink) })
		case name == "directed" && kind == Word && string(d.Word) == "false":
			return d.Errorf("a graph without directions: expected one of links")
		}
		return d.Skip(kind)
	})
	if err != nil {
		return err
	}
	if c, ok := d.SkipSpace(); ok {
		return d.Errorf("found %q after the graph: expected the end", c)
	}
	if d.Err != io.EOF {
		return d.Cut("the graph")
	}
	return d.check()
}

// check reports content other than a graph, and counts the parts that are not kept.
func (d *domainReader) check() error {
	switch {
	case d.parts < 2:
		return d.Errorf("the object has no lists \"nodes\" and \"links\": expected a graph of domains; write another one (HAR, Cytoscape) as a list of arcs")
	case d.chosen && !d.dated:
		return option.Errorf("%w: no link has a date: leave out {date}", option.ErrUnfit)
	case d.chosen && d.skipped > 0 && d.im.Tally.Records == 0:
		return option.Errorf("%w: {date} %s: no link is of that time: the dates are %s to %s", option.ErrUnfit, d.im.Dates, d.first, d.last)
	}
	d.im.Notes["links of other dates, left out"] += d.skipped
	if d.dated && !d.chosen && d.first != d.last {
		d.im.Notes[fmt.Sprintf("dates of links, %s to %s, which are not kept (--date chooses)", d.first, d.last)]++
	}
	return nil
}

// record reads an element with f and counts it.
func (d *domainReader) record(kind Kind, what string, f func() error) error {
	line, offset := d.Line, d.Offset
	if kind != Object {
		return d.Errorf("a %s is an object {…}: found something else", what)
	}
	d.link.date, d.link.src, d.link.dst, d.name = d.link.date[:0], d.link.src[:0], d.link.dst[:0], d.name[:0]
	if err := d.Members(d.member); err != nil {
		return err
	}
	err := f()
	if errors.Is(err, errOtherDate) {
		return nil
	}
	return d.im.Tally.Judge(err, offset, func(bad error) string { return fmt.Sprintf("line %d: %s: %s", line, what, bad) })
}

// errOtherDate says that a record is not wanted.
var errOtherDate = errors.New("of another date")

// member reads a member of a node or link.
func (d *domainReader) member(name string, kind Kind) error {
	if kind == List || kind == Object {
		return d.Skip(kind)
	}
	set := func(dst *[]byte) error {
		*dst = append((*dst)[:0], d.Word...)
		if d.long {
			*dst = append(*dst, make([]byte, scan.MaxWord+1)...) // too long stays too long
		}
		return nil
	}
	switch name {
	case "domain", "date", "crawlDate", "crawl_date":
		d.domains = true
	}
	switch name {
	case "domain", "id":
		return set(&d.name)
	case "name", "label":
		if len(d.name) == 0 {
			return set(&d.name)
		}
	case "src", "source", "from":
		return set(&d.link.src)
	case "dst", "target", "to":
		return set(&d.link.dst)
	case "date", "crawlDate", "crawl_date":
		return set(&d.link.date)
	case "count", "weight":
		d.im.Notes["counts of links, which are not kept"]++
	case "pageRank", "inDegree", "outDegree":
		d.im.Notes["measures of domains, which are not kept"]++
	}
	return nil
}

// key returns the sort key of a domain, or of the name of another node.
func (d *domainReader) key(dst, name []byte) ([]byte, error) {
	d.small = append(d.small[:0], name...)
	if d.domains {
		d.small = appendSmall(d.small[:0], name)
	}
	if judge.IsHost(d.small) {
		if !bytes.Equal(d.small, name) {
			d.im.Notes["domains in capital letters, read in small ones"]++
		}
		d.t.Host = formats.AppendHost(d.t.Host[:0], d.small)
		return store.Key(dst, d.t.Host), nil
	}
	return d.t.Name(dst, name)
}

// appendSmall appends a text with the capital letters of ASCII as small ones.
func appendSmall(dst, text []byte) []byte {
	for _, c := range text {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

func (d *domainReader) node() error {
	if d.chosen {
		return errOtherDate
	}
	key, err := d.key(d.t.Key[:0], d.name)
	d.t.Key = key
	if err != nil {
		return err
	}
	d.im.Col.Page(key, d.t.StateOfNamed())
	return d.im.Col.Room()
}

// wanted says whether a date was chosen.
func (d *domainReader) wanted(date string) bool {
	if !d.chosen {
		return true
	}
	from, to := d.from, d.to
	return date[:min(len(date), len(from))] >= from && (to == "" || date[:min(len(date), len(to))] <= to)
}

func (d *domainReader) takeLink() error {
	l := &d.link
	if date := strings.ReplaceAll(string(l.date), "-", ""); date != "" {
		if !d.dated || date < d.first {
			d.first = date
		}
		if !d.dated || date > d.last {
			d.last = date
		}
		d.dated = true
		if !d.wanted(date) {
			d.skipped++
			return errOtherDate
		}
	} else if d.chosen {
		d.skipped++
		return errOtherDate
	}
	var err error
	if d.t.Key, err = d.key(d.t.Key[:0], l.src); err != nil {
		return tally.Badf("src: %v", err)
	}
	if d.t.Key2, err = d.key(d.t.Key2[:0], l.dst); err != nil {
		return tally.Badf("dst: %v", err)
	}
	c, s := d.im.Col, d.t.StateOfNamed()
	c.Arc(c.Page(d.t.Key, s), c.Page(d.t.Key2, s), kinds.Link)
	return c.Room()
}
