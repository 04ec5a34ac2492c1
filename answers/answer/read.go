package answer

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"weft/graph"
	"weft/graph/view"
	"weft/internal/digits"
	"weft/internal/lists"
	"weft/internal/option"
	"weft/making/ingest"
	"weft/store"
)

// Pages reads a list of pages of a crawl: a URL or number per line, up to a tab. It reports and skips pages that
// the crawl does not contain.
func (o *Options) Pages(c *store.Crawl, path string) (pages []graph.Node, err error) {
	in, err := ingest.OpenText(path, o.Stdin, o.Memory)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	missing := 0
	list := lists.New(in, path, bufio.MaxScanTokenSize)
	for list.Next() {
		text, _, _ := strings.Cut(list.Text(), "\t")
		u, ok, err := c.Page(strings.TrimSpace(text))
		switch {
		case err != nil:
			return nil, list.At(err)
		case !ok:
			missing++
		default:
			pages = append(pages, u)
		}
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	if missing > 0 {
		o.Say("not in the crawl: %s of %s", digits.Plural(missing, "page"), path)
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("%s: the file names no page of the crawl", path)
	}
	return pages, nil
}

// Assume treats unknown pages as fetched: all of them, the pages with links, or the pages in a file. An empty
// which changes nothing.
func (o *Options) Assume(c *store.Crawl, which string) error {
	if which == "" {
		return nil
	}
	if c.Unknown() == 0 {
		return Refused("{fetched} %s cannot be used: %s already knows which pages were fetched", which, c.Path)
	}
	fetched, err := o.fetched(c, which)
	if err == nil {
		err = c.Assume(fetched)
	}
	if err != nil {
		return option.Errorf("{fetched} %s: %w", which, err)
	}
	return nil
}

func (o *Options) fetched(c *store.Crawl, which string) (func(graph.Node) bool, error) {
	pages := view.NewBits(c.NumPages())
	has := func(u graph.Node) bool { return pages.Has(int(u)) }
	switch which {
	case ingest.AllFetched:
		return func(graph.Node) bool { return true }, nil
	case ingest.LinkingFetched:
		cur := c.Graph().Scan(graph.Everything(c.Graph()))
		for u, succ := range graph.Lists(cur) {
			if len(succ) > 0 {
				pages.Add(int(u))
			}
		}
		return has, cur.Err()
	}
	listed := ingest.ListOptions{Stdin: o.Stdin, Memory: o.Memory, IsPage: func(name []byte) (bool, error) {
		_, ok, err := c.Page(string(name))
		return ok, err
	}}
	_, err := ingest.EachListed(which, listed, func(name []byte) error {
		u, ok, err := c.Page(string(name))
		if err == nil && !ok {
			err = fmt.Errorf("the crawl has no page %.200q", name)
		}
		if err == nil {
			pages.Add(int(u))
		}
		return err
	})
	return has, err
}
