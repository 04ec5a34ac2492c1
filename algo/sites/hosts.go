package sites

import "weft/graph"

// The shares that decide whether a folder is a unit.
const (
	homeShare   = 0.4  // of its pages that link to one of them
	strongShare = 0.8  // of its pages that its home page leads to and that lead there
	upShare     = 0.2  // of its pages that link to pages of the folder above it: it belongs there
	tiedScore   = 0.06 // with a folder beside it of at least a quarter of its size: both belong together
	mostShare   = 0.5  // of the pages of a host that folders of their own must hold for it to be divided
	menuShare   = 0.2  // of its pages that link to a folder beside it: the folder is in their menu
	leastOpen   = 20   // pages of a folder that may be a site, where nothing decides it
)

// divideHosts makes units of hosts and their folders.
func (d *divider) divideHosts() error {
	if f := d.in.Folders; f != nil {
		for h, root := range f.roots {
			if err := d.ctx.Err(); err != nil {
				return err
			}
			if err := d.divide(h, root); err != nil {
				return err
			}
		}
	}
	d.links.label = d.of
	return nil
}

// unitOf is a unit of a host.
func (d *divider) unitOf(host int) unit {
	domain := uint32(none)
	if host < len(d.in.Domains) {
		domain = d.in.Domains[host]
	}
	return unit{domain: domain, on: int32(host), host: -1} //nolint:gosec // fewer hosts than pages
}

// divide makes units of a host, or of a shelf of it.
func (d *divider) divide(host int, root int32) error {
	f := d.in.Folders
	whole := func() error {
		x, why := d.unitOf(host), WholeHost
		switch {
		case f.nodes[root].kind == opaque:
			x.host, x.linked, why = int32(host), true, ByLinks //nolint:gosec // fewer hosts than pages
		case f.nodes[root].depth > 0:
			why = Folder
		}
		d.add(x, f.within(root), why)
		return nil
	}
	x := f.down(root)
	if f.nodes[x].kind == user && x != root {
		return whole()
	}
	if f.nodes[x].first < 0 {
		return whole()
	}
	s, err := d.shelf(x)
	if err != nil {
		return err
	}
	if s.divides() {
		return d.takeApart(host, root, s)
	}
	doubt, err := d.takeSure(host, s)
	if err != nil {
		return err
	}
	n := len(d.units)
	if err := whole(); err != nil || len(d.units) == n {
		return err
	}
	d.units[n].doubt = doubt
	return nil
}

// A shelf is a folder, with the folders in it that may be units.
type shelf struct {
	folder
	x     int32
	kids  []int32
	apart []bool   // the folder is a unit
	tied  []bool   // to one beside it
	up    []uint32 // pages of each that link to pages directly in the shelf
	menu  []uint32 // folders beside each that a fifth of its pages link to
	says  []speech // what the pages of each say
	names int      // different names that folders have of their own
	pages uint32   // pages of the separate folders
	count int      // number of separate folders
}

// divides reports whether the folders in a shelf hold most of it.
func (s *shelf) divides() bool {
	all := s.hi - s.lo
	return float64(s.pages) >= mostShare*float64(all) && (s.count >= 2 || s.count == 1 && all-s.pages >= leastUnit)
}

func (s *shelf) take(i int, f *Folders) {
	s.apart[i] = true
	s.count++
	s.pages += f.nodes[s.kids[i]].hi - f.nodes[s.kids[i]].lo
}

// shelf finds the folders in x that are units.
func (d *divider) shelf(x int32) (*shelf, error) {
	f := d.in.Folders
	s := &shelf{folder: f.nodes[x], x: x}
	var err error
	if s.kids, err = d.kids(nil, x); err != nil {
		return nil, err
	}
	s.apart, s.tied, s.up, s.menu = make([]bool, len(s.kids)), make([]bool, len(s.kids)), make([]uint32, len(s.kids)), make([]uint32, len(s.kids))
	d.labelKids(s)
	defer d.unlabel(x)
	if err = d.tie(s); err != nil {
		return nil, err
	}
	if err = d.listen(s); err != nil {
		return nil, err
	}
	for i := range s.kids {
		alone, err := d.standsAlone(s, i)
		if err != nil {
			return nil, err
		}
		if alone {
			s.take(i, f)
		}
	}
	if s.own > 0 || s.count < 2 || !s.divides() {
		return s, nil
	}
	for i, k := range s.kids { // a shelf ties nothing together
		if !s.apart[i] && !s.tied[i] && f.nodes[k].kind != unnamed && s.says[i].as != sectionVoice {
			s.take(i, f)
		}
	}
	return s, nil
}

// kids appends the folders in x. A folder without pages of its own whose pages do not hold together is a shelf: the
// folders in it take its place.
func (d *divider) kids(all []int32, x int32) ([]int32, error) {
	f := d.in.Folders
	for k := f.nodes[x].first; k >= 0; k = f.nodes[k].next {
		shelf, err := d.isShelf(k)
		if err != nil {
			return nil, err
		}
		if !shelf {
			all = append(all, k)
		} else if all, err = d.kids(all, f.down(k)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// isShelf reports whether a folder has no pages of its own, several folders, and pages that do not hold together.
func (d *divider) isShelf(k int32) (bool, error) {
	f := d.in.Folders
	if n := &f.nodes[f.down(k)]; n.own > 0 || n.folders < 2 || n.first < 0 || f.nodes[k].kind == user || n.kind == user {
		return false, nil
	}
	d.relabel(k, 0)
	defer d.unlabel(k)
	together, err := d.holds(f.within(k), 0)
	return !together, err
}

// labelKids labels the pages of each folder of a shelf with the number of the folder. Pages directly in the shelf
// get the next number.
func (d *divider) labelKids(s *shelf) {
	f := d.in.Folders
	for p := s.lo; p < s.hi; p++ {
		if u := f.order[p]; f.isOwn(s.x, p) && !d.isLeft(u) {
			d.links.label[u] = uint32(len(s.kids)) //nolint:gosec // fewer than pages
		}
	}
	for i, k := range s.kids {
		d.relabel(k, uint32(i)) //nolint:gosec // fewer than pages
	}
}

func (d *divider) relabel(x int32, label uint32) {
	for _, u := range d.in.Folders.within(x) {
		if !d.isLeft(u) {
			d.links.label[u] = label
		}
	}
}

func (d *divider) unlabel(x int32) {
	for _, u := range d.in.Folders.within(x) {
		d.links.label[u] = none
	}
}

// tie marks the folders of a shelf that belong together with another one, and counts the pages of each that link
// to pages directly in the shelf.
func (d *divider) tie(s *shelf) error {
	f := d.in.Folders
	for i, k := range s.kids {
		pages := f.within(k)
		rows, err := d.links.count(pages, len(s.kids)+1)
		if err != nil {
			return err
		}
		all := sum(rows)
		for j := range rows {
			r := &rows[j]
			b := int(r.label)
			if b == len(s.kids) {
				s.up[i] = r.sources
				continue
			}
			if float64(r.sources) >= menuShare*float64(len(pages)) {
				s.menu[i]++
			}
			size := len(f.within(s.kids[b]))
			if size < len(pages) || size == len(pages) && b < i || r.score(len(pages), all) < tiedScore {
				continue
			}
			s.tied[i] = true
			s.tied[b] = s.tied[b] || 4*len(pages) >= size
		}
	}
	return nil
}

// standsAlone reports whether a folder of a shelf is a unit.
func (d *divider) standsAlone(s *shelf, i int) (bool, error) {
	f := d.in.Folders
	pages := f.within(s.kids[i])
	switch n := &f.nodes[s.kids[i]]; {
	case s.isSure(i, f):
		return true, nil
	case n.kind == unnamed, s.says[i].as == sectionVoice, s.tied[i], float64(s.up[i]) >= upShare*float64(len(pages)):
		return false, nil
	}
	return d.holds(pages, uint32(i)) //nolint:gosec // fewer than pages
}

// holds reports whether the pages of a label hold together. Many of them link to one page, their home page, or most of them
// are linked with it in both directions.
func (d *divider) holds(pages []graph.Node, label uint32) (bool, error) {
	home, most, err := d.homeOf(pages, label)
	if most < 0 || err != nil {
		return false, err
	}
	if float64(most) >= homeShare*float64(len(pages)) {
		return true, nil
	}
	n, err := d.strong(home, label)
	return float64(n) >= strongShare*float64(len(pages)), err
}

// homeOf returns the page of a label that most pages of the label link to, and how many do; -1 without a page.
func (d *divider) homeOf(pages []graph.Node, label uint32) (home graph.Node, most int, err error) {
	most = -1
	for _, u := range pages {
		n, err := d.countLabel(d.links.in, u, label)
		if err != nil {
			return 0, 0, err
		}
		if n > most && d.links.label[u] == label {
			home, most = u, n
		}
	}
	return home, most, nil
}

// countLabel counts the links in the list of a page that lead to other pages of a label.
func (d *divider) countLabel(g graph.Random, u graph.Node, label uint32) (n int, err error) {
	l := d.links
	if l.succ, err = g.AppendSucc(l.succ[:0], u); err != nil {
		return 0, err
	}
	for _, v := range l.succ {
		if v != u && l.label[v] == label {
			n++
		}
	}
	return n, nil
}

// strong counts the pages of a label that lead to a page and that it leads to.
func (d *divider) strong(u graph.Node, label uint32) (n int, err error) {
	l := d.links
	l.group++
	if err = d.reach(l.out, u, label, l.to, nil); err != nil {
		return 0, err
	}
	err = d.reach(l.in, u, label, l.from, func(v graph.Node) {
		if l.to[v] == l.group {
			n++
		}
	})
	return n, err
}

// reach marks the pages of a label that a page leads to.
func (d *divider) reach(g graph.Random, u graph.Node, label uint32, marks []uint32, each func(graph.Node)) (err error) {
	l := d.links
	marks[u] = l.group
	queue := append(d.order[:0], u)
	for i := 0; i < len(queue); i++ {
		if each != nil {
			each(queue[i])
		}
		if l.succ, err = g.AppendSucc(l.succ[:0], queue[i]); err != nil {
			return err
		}
		for _, v := range l.succ {
			if l.label[v] == label && marks[v] != l.group {
				marks[v] = l.group
				queue = append(queue, v)
			}
		}
	}
	d.order = queue[:0]
	return nil
}

// isSure reports whether a folder of a shelf is a unit without regard to links. It belongs to a user, or its pages give
// their own name.
func (s *shelf) isSure(i int, f *Folders) bool {
	return f.isUser(s.kids[i]) || s.isNamed(i)
}

func (s *shelf) isNamed(i int) bool { return s.says[i].as == ownVoice && s.names >= leastNames }

// takeApart makes units of the folders of a shelf that are units, and one unit of the rest.
func (d *divider) takeApart(host int, root int32, s *shelf) error {
	f := d.in.Folders
	doubt, err := d.takeNamed(host, s)
	if err != nil {
		return err
	}
	for i, kid := range s.kids {
		switch {
		case s.isSure(i, f):
		case s.apart[i] && f.nodes[kid].own == 0:
			if err := d.divide(host, kid); err != nil {
				return err
			}
		default:
			in, err := d.look(host, kid)
			if err != nil {
				return err
			}
			if !s.apart[i] {
				doubt = doubt || in
				continue
			}
			x := d.unitOf(host)
			x.doubt = in
			d.add(x, f.within(kid), Folder)
		}
	}
	x := d.unitOf(host)
	x.doubt = doubt
	d.add(x, f.within(root), Rest)
	return nil
}

// takeNamed makes units of the folders of users and of folders with their own names. It reports whether other folders may
// be sites.
func (d *divider) takeNamed(host int, s *shelf) (doubt bool, err error) {
	f, open := d.in.Folders, 0
	for i, kid := range s.kids {
		switch {
		case s.isNamed(i):
			x := d.unitOf(host)
			if x.doubt, err = d.look(host, kid); err != nil { // a large site in a shelf may seem to name it
				return false, err
			}
			d.add(x, f.within(kid), Named)
		case f.isUser(kid):
			d.add(d.unitOf(host), f.within(kid), UserFolder)
		case !s.apart[i]:
			is, err := d.isOpen(s, i)
			if err != nil {
				return false, err
			}
			if is {
				open++
			}
		}
	}
	return open >= 2 || s.doubted(f), nil
}

// isOpen reports whether a folder may be a site, and nothing decides it. Its pages hold together, no menu lists it, and
// other folders are not tied to it.
func (d *divider) isOpen(s *shelf, i int) (bool, error) {
	f := d.in.Folders
	pages := f.within(s.kids[i])
	switch says := s.says[i]; {
	case s.hasMenu(i):
		return false, nil
	case says.torn:
		return true, nil
	case len(pages) < leastOpen, s.tied[i]:
		return false, nil
	}
	d.relabel(s.kids[i], 0)
	defer d.unlabel(s.kids[i])
	_, n, err := d.homeOf(pages, 0)
	return float64(n) >= homeShare*float64(len(pages)), err
}

// look makes units of the sure folders in another folder, and reports whether other folders may be sites. The caller makes a
// unit of the rest.
func (d *divider) look(host int, k int32) (doubt bool, err error) {
	f := d.in.Folders
	x := f.down(k)
	if n := &f.nodes[x]; n.kind == user || n.first < 0 || f.nodes[n.first].next < 0 && f.nodes[n.first].kind != user {
		return false, nil
	}
	s, err := d.shelf(x)
	if err != nil {
		return false, err
	}
	return d.takeSure(host, s)
}

// takeSure makes units of the sure folders of a shelf, and of the sure folders in the other ones.
func (d *divider) takeSure(host int, s *shelf) (doubt bool, err error) {
	f := d.in.Folders
	for i := range s.kids {
		s.apart[i] = s.isSure(i, f)
	}
	if doubt, err = d.takeNamed(host, s); err != nil {
		return false, err
	}
	for i, kid := range s.kids {
		if s.apart[i] {
			continue
		}
		in, err := d.look(host, kid)
		if err != nil {
			return false, err
		}
		doubt = doubt || in
	}
	return doubt, nil
}
