package memo

import (
	"weft/livecrawl/visit"
)

// roles tracks what URLs are that are something else than a page.
type roles struct{ of perPage[visit.Role] }

// learn implements [tracker]: new URLs keep the role of their first mention.
func (x *roles) learn(e *event) error {
	for i, f := range e.handed {
		*x.of.to(e.links[i].To) = f.Role
	}
	for _, l := range e.links {
		r := visit.RoleOf(l.Kinds)
		if l.New && e.handed == nil && r != x.of.at(l.To) {
			*x.of.to(l.To) = r
		}
	}
	return nil
}

func (x *roles) save(s *saved) { s.Roles = x.of }

func (x *roles) load(s *saved) error {
	x.of = s.Roles
	return nil
}

func (x *roles) bytes() int64 { return x.of.bytes() }
