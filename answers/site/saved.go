package site

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"weft/crawl/scope"
	"weft/graph"
	"weft/graph/page"
	"weft/internal/bitset"
	"weft/internal/inert"
	listed "weft/internal/lists"
	"weft/store"
)

// A SavedBoundary is the boundary of a site that was saved. Its file is a list of SURT prefixes for crawlers. Comments at the
// beginning of the file describe the site.
//
//json:object saved boundary
type SavedBoundary struct {
	Name    string    `json:"name"`                                           // name of the boundary
	Home    string    `json:"home,omitempty" absent:"the list names none"`    // page that the site is named after
	Pages   int       `json:"pages"`                                          // pages of the site, in the crawl where it was saved
	Hosts   []Host    `json:"hosts"`                                          // hosts of the site in that crawl, most pages first
	Options []string  `json:"options"`                                        // options that found the site, and changes by hand: name and value
	Version string    `json:"version,omitempty" absent:"the list names none"` // version of weft that saved it
	Saved   time.Time `json:"saved,omitzero" absent:"the list names none"`    // time of saving
	Accept  []string  `json:"accept"`                                         // SURT prefixes and URLs that accept pages
	Reject  []string  `json:"reject"`                                         // longer ones that reject pages again
}

// savedHead begins the file of a saved boundary.
const savedHead = "# weft boundary 1"

// Limits of saved boundaries.
const (
	mostSavedHosts = 10_000
	mostSavedLine  = 1 << 20 // bytes
	mostSavedRules = 1 << 20
)

// Write writes the file of the boundary.
func (b *SavedBoundary) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	put := func(form string, args ...any) { fmt.Fprintf(out, form, args...) } //nolint:errcheck // kept until Flush
	put("%s\n", savedHead)
	for _, line := range []struct{ key, value string }{{"home", b.Home}, {"version", b.Version}} {
		if line.value != "" {
			put("# %s: %s\n", line.key, inert.Text(line.value))
		}
	}
	if !b.Saved.IsZero() {
		put("# saved: %s\n", b.Saved.UTC().Format(time.RFC3339))
	}
	if b.Pages > 0 {
		put("# pages: %d\n", b.Pages)
	}
	for _, o := range b.Options {
		put("# option: %s\n", inert.Text(o))
	}
	for _, h := range b.Hosts {
		put("# host: %d %s\n", h.Pages, inert.Text(h.Host))
	}
	for _, p := range b.Accept {
		put("+%s\n", p)
	}
	for _, p := range b.Reject {
		put("-%s\n", p)
	}
	return out.Flush()
}

// ErrBoundary is the error of a file that is no boundary.
var ErrBoundary = errors.New("expected a boundary of weft, or a list of SURT prefixes such as +http://(org,example,")

// ReadBoundary reads the file of a boundary, or a list of SURT prefixes of another program. Errors have the name of the
// file and the line.
func ReadBoundary(r io.Reader, file, name string) (*SavedBoundary, error) {
	b := &SavedBoundary{Name: name, Hosts: []Host{}, Options: []string{}, Accept: []string{}, Reject: []string{}}
	in := bufio.NewScanner(r)
	in.Buffer(nil, mostSavedLine)
	in.Split(listed.Lines)
	line, ours := 0, false
	for in.Scan() {
		line++
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		var err error
		switch {
		case text == savedHead:
			ours = true
		case strings.HasPrefix(text, "# weft boundary "):
			err = fmt.Errorf("a form of a later version, %.40q: use a newer weft", text)
		case strings.HasPrefix(text, "#") && ours:
			err = b.readFact(strings.TrimSpace(text[1:]))
		case text == "" || text[0] == '#':
		default:
			err = b.readRule(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w: %w", file, line, ErrBoundary, err)
		}
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w: %w", file, line+1, ErrBoundary, err)
	}
	if len(b.Accept) == 0 {
		return nil, fmt.Errorf("%s: %w: it has no prefix that lets pages in", file, ErrBoundary)
	}
	return b, nil
}

// readRule reads a prefix.
func (b *SavedBoundary) readRule(text string) error {
	if _, err := scope.ReadList(strings.NewReader(text), "the list"); err != nil {
		return err
	}
	if len(b.Accept)+len(b.Reject) == mostSavedRules {
		return fmt.Errorf("more than %d prefixes", mostSavedRules)
	}
	text, _, _ = strings.Cut(text, " #")
	to := &b.Accept
	if text[0] == '-' {
		to = &b.Reject
	}
	rule := strings.TrimSpace(strings.TrimLeft(text[:1], "+-") + text[1:])
	if rule == "" || inert.Text(rule) != rule {
		return fmt.Errorf("%.200q: control characters cannot be part of a prefix", rule)
	}
	*to = append(*to, rule)
	return nil
}

// readFact reads a comment of the beginning. Unknown ones are skipped.
func (b *SavedBoundary) readFact(text string) (err error) {
	key, value, _ := strings.Cut(text, ": ")
	switch value = inert.Text(strings.TrimSpace(value)); key {
	case "home":
		b.Home = value
	case "version":
		b.Version = value
	case "saved":
		if b.Saved, err = time.Parse(time.RFC3339, value); err != nil || b.Saved.Year() < 1900 || b.Saved.UTC().Year() > 9999 {
			err = fmt.Errorf("saved %.40q: expected a time such as 2026-01-31T12:00:00Z", value)
		}
	case "pages":
		b.Pages, err = readCount(value)
	case "option":
		b.Options = append(b.Options, value)
	case "host":
		count, host, _ := strings.Cut(value, " ")
		h := Host{Host: strings.TrimSpace(host)}
		if h.Pages, err = readCount(count); err == nil && (h.Host == "" || len(b.Hosts) == mostSavedHosts) {
			err = fmt.Errorf("host %.100q: expected a number of pages and a host, for at most %d hosts", value, mostSavedHosts)
		}
		b.Hosts = append(b.Hosts, h)
	}
	return err
}

func readCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%.40q: expected a number of pages", text)
	}
	return int(n), nil //nolint:gosec // 32 bits
}

// A Carried boundary is a saved boundary in a crawl: the pages that its rules let in there.
//
//json:object boundary in a crawl
type Carried struct {
	Boundary *SavedBoundary `json:"boundary" absent:"never"` // the boundary
	Pages    int            `json:"pages"`                   // pages of the crawl within the boundary
	Fetched  int            `json:"fetched"`                 // fetched ones of them
	Hosts    []Host         `json:"hosts"`                   // their hosts, most pages first
	Gone     []Host         `json:"gone"`                    // hosts of the boundary without a page in the crawl, with the pages that they had
	HasHome  bool           `json:"has_home"`                // the crawl has the page that the site is named after

	inside bitset.Set
}

// Has reports whether a page lies within the boundary.
func (x *Carried) Has(u graph.Node) bool { return x.inside.Has(int(u)) }

// In finds the pages of a crawl within the boundary. The longest prefix decides, as it does for a crawl with
// --scope surt:FILE. Time: a pass over the names of all pages. Memory: a bit for each page.
func (b *SavedBoundary) In(ctx context.Context, c *store.Crawl) (*Carried, error) {
	if !c.HasNames() {
		return nil, store.ErrNoNames
	}
	judge, err := b.judge()
	if err != nil {
		return nil, err
	}
	x := &Carried{Boundary: b, Hosts: []Host{}, Gone: []Host{}, inside: bitset.New(c.NumPages())}
	if b.Home != "" {
		if _, x.HasHome, err = c.Find(b.Home); err != nil {
			return nil, err
		}
	}
	hosts, err := c.Hosts()
	if err != nil {
		return nil, err
	}
	counts, names := map[int]int{}, c.Names()
	var name []byte
	for i := range c.NumPages() {
		if i%(1<<14) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		u := c.AtKey(i)
		if name, err = names.Append(name[:0], u); err != nil {
			return nil, err
		}
		if !judge.Judge(name, scope.Place{}, 0).In {
			continue
		}
		x.inside.Add(int(u))
		x.Pages++
		counts[hosts.Of(u)]++
		if c.State(u) == page.Fetched {
			x.Fetched++
		}
	}
	return x, x.setHosts(hosts, counts)
}

// judge returns the scope of the rules alone.
func (b *SavedBoundary) judge() (*scope.Scope, error) {
	var text strings.Builder
	for _, p := range b.Accept {
		fmt.Fprintf(&text, "+%s\n", p)
	}
	for _, p := range b.Reject {
		fmt.Fprintf(&text, "-%s\n", p)
	}
	list, err := scope.ReadList(strings.NewReader(text.String()), "boundary "+b.Name)
	if err != nil {
		return nil, err
	}
	return scope.New(scope.Options{Lists: []*scope.List{list}})
}

// setHosts sets the hosts of the pages, and the hosts that are gone.
func (x *Carried) setHosts(hosts store.Groups, counts map[int]int) error {
	all, err := named(hosts, counts)
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, h := range all {
		there[h.Host] = true
		x.Hosts = append(x.Hosts, h)
	}
	for _, h := range x.Boundary.Hosts {
		if !there[h.Host] {
			x.Gone = append(x.Gone, h)
		}
	}
	return nil
}
