package answer

import (
	"errors"
	"fmt"

	"weft/internal/digits"
	"weft/internal/option"
	"weft/making/ingest"
	"weft/store"
)

// SitesFor returns the sites that a question uses. With a path it reads a list, which may be compressed; without
// it, it takes the sites that were found in the crawl. The option and value that require sites are named in the
// error if there are no sites.
func (o *Options) SitesFor(c *store.Crawl, option, value, path string) (s *store.Sites, err error) {
	if path != "" {
		s, err = o.Sites(c, path)
	} else {
		s, err = o.found(c, option, value)
	}
	if err == nil {
		o.SitesID = s.Used.ID
		if o.Used != nil {
			o.Used(s.Used)
		}
	}
	return s, err
}

// Sites reads a list of sites, which may be compressed.
func (o *Options) Sites(c *store.Crawl, path string) (*store.Sites, error) {
	r, err := ingest.OpenText(path, o.Stdin, o.Memory)
	if err != nil {
		return nil, err
	}
	s, err := c.ReadSites(r, o.Memory)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), r.Close())
	}
	if s.Unknown > 0 {
		o.Say("%s names pages that the crawl does not have, in %s", path, digits.Plural(s.Unknown, "line"))
	}
	s.Used.File = path
	return s, r.Close()
}

func (o *Options) found(c *store.Crawl, name, value string) (*store.Sites, error) {
	s, err := c.FoundSites(o.Memory)
	switch {
	case errors.Is(err, store.ErrNoSites) && c.Manifest == nil:
		return nil, Refused("{"+name+"} %s requires {sites}: a bare graph has no saved sites", value)
	case errors.Is(err, store.ErrNoSites):
		return nil, Refused("{"+name+"} %s: the crawl has no saved sites: run weft site all %s first, or use {sites}", value, option.Word(c.Path))
	case errors.Is(err, store.ErrCorrupt), errors.Is(err, store.ErrOtherGraph):
		return nil, fmt.Errorf("%w: run weft site all %s again", err, option.Word(c.Path))
	case err != nil:
		return nil, err
	}
	if arcs, err := o.Arcs(); err == nil && arcs.String() != s.Used.Kinds {
		o.Say("the sites were found by arcs of other kinds: %s", s.Used.Kinds)
	}
	return s, nil
}

// SitesGo refuses a list of sites beside a value of an option that does not go by sites.
func SitesGo(option, value, want, sites string) error {
	if sites != "" && value != want {
		return Refused("{sites} requires {"+option+"} %s", want)
	}
	return nil
}

// UsedBlock reports the sites that were used.
func UsedBlock(u *store.SitesUsed) Block {
	text := fmt.Sprintf("%s, by %s", digits.Plural(u.Sites, "site"), u.File)
	if u.From == store.Found {
		text = fmt.Sprintf("%s that were found (leak %g, least %d)", digits.Plural(u.Sites, "site"), max(0, u.Leak), u.Least)
	}
	return Row("goes by", "%s", text)
}
