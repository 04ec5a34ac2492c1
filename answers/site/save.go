package site

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"weft/answers/answer"
	"weft/graph"
	"weft/internal/inert"
	live "weft/livecrawl/folder"
	"weft/store"
	"weft/store/notes"
)

// Saved returns the boundary of the site as it is saved. Options name what found it. It is an error if the pages have no URLs.
func (s *Site) Saved(c *store.Crawl, name, version string, options []string) (*SavedBoundary, error) {
	return savedOf(s.chosen(c), s.Scope, s.start(), s.Hosts, SavedBoundary{Name: name, Version: version, Options: options})
}

// Saved returns the boundary of the outline as it is saved. It is an error if the pages have no URLs.
func (o *Outline) Saved(name, version string) (*SavedBoundary, error) {
	options := []string{"clusters " + Found}
	for _, e := range o.Edits {
		options = append(options, e.option())
	}
	hosts, err := hostsWith(o.c, o.pages)
	if err != nil {
		return nil, err
	}
	return savedOf(&o.chosen, o.Scope, o.start(), hosts, SavedBoundary{Name: name, Version: version, Options: options})
}

// option is the option of the change.
func (e *Edit) option() string {
	if e.In {
		return "include " + e.Of
	}
	return "exclude " + e.Of
}

func savedOf(s *chosen, sc *Scope, home graph.Node, hosts []Host, b SavedBoundary) (*SavedBoundary, error) {
	if sc == nil {
		return nil, fmt.Errorf("boundary %q: %w", b.Name, errNoURLs)
	}
	b.Home, b.Pages, b.Saved = s.c.Label(home), len(s.pages), time.Now().UTC().Truncate(time.Second)
	b.Accept, b.Reject = sc.lines(sc.Accept), sc.lines(sc.Reject)
	b.Hosts = hosts[:min(len(hosts), mostSavedHosts)]
	return &b, nil
}

// Keep saves a boundary with the crawl at a path. It replaces another one of the name only if replace is set.
func (b *SavedBoundary) Keep(path string, replace bool) error {
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		return err
	}
	return live.Notes(path).SaveBoundary(b.Name, text.Bytes(), replace)
}

// Load reads a saved boundary of the crawl at a path.
func Load(path, name string) (*SavedBoundary, error) {
	p := live.Notes(path)
	text, err := p.ReadBoundary(name)
	if err != nil {
		return nil, err
	}
	return ReadBoundary(bytes.NewReader(text), p.BoundaryPath(name), name)
}

// optionsOf are the options of the question for a site that a saved boundary names.
func (q *asked) optionsOf(r *Request) (all []string) {
	for _, name := range q.names {
		all = append(all, "page "+name)
	}
	if r.Keyword != "" {
		all = append(all, "keyword "+r.Keyword)
	}
	all = append(all, "clusters "+r.Cluster, "flow "+r.Flow, "superset "+r.Superset)
	if r.Flow != NoFlow {
		all = append(all, "capacity "+r.Capacity, "epsilon "+q.epsilon)
	}
	for i := range r.Edits {
		all = append(all, r.Edits[i].option())
	}
	return slices.Clip(all)
}

// save saves the site under the name of --save.
func (q *asked) save(c *store.Crawl, s *Site, r *Request) error {
	b, err := s.Saved(c, q.saveAs, r.Version, q.optionsOf(r))
	if err != nil {
		return err
	}
	s.SavedAs = q.saveAs
	return b.Keep(c.Path, false)
}

// checkSave checks the name of --save.
func (q *asked) checkSave() error {
	if q.saveAs == "" {
		return nil
	}
	if err := notes.CheckName(q.saveAs); err != nil {
		return answer.Refused("{save} %s: %w", inert.Text(q.saveAs), err)
	}
	return nil
}
