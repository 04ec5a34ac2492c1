package quotient

import (
	"fmt"
	"slices"
	"strings"

	"weft/store"
	"weft/web/weburl"
)

// nameless names the group of pages without a host, a domain or a site.
func (o *Options) nameless() string { return "(no " + o.By + ")" }

// key returns the sort key of the page that a group becomes.
func (o *Options) key(g int) ([]byte, error) {
	name, err := o.Groups.Name(g)
	switch {
	case err != nil:
		return nil, err
	case name == "":
		return weburl.AppendOpaqueKey(nil, []byte(o.nameless())), nil
	case o.By == BySite:
		return store.Key(nil, []byte(name)), nil
	}
	key := store.Key(nil, []byte("http://"+name+"/"))
	if weburl.HostName(key) != name { // it is not written as in a URL
		key = weburl.AppendOpaqueKey(nil, []byte(name))
	}
	return key, nil
}

// nameOf returns what a group is called, which is a page of the new crawl.
func (b *builder) nameOf(u uint32) (string, error) {
	if b.group != nil {
		u = b.group[u]
	}
	name, err := b.opts.Groups.Name(int(u))
	if name == "" {
		name = b.opts.nameless()
	}
	return name, err
}

// CountNames finds out whether the groups come in the order of their keys, in a pass over their names. If they do not, the
// names are held in memory, and View counts them.
func (o *Options) CountNames() error {
	last, sorted, size := "", true, int64(0)
	for g := range o.Groups.Len() {
		key, err := o.key(g)
		if err != nil {
			return err
		}
		sorted = sorted && string(key) > last
		last = string(key)
		size += 24 + int64(len(key))
	}
	if o.names = size; sorted {
		o.names = 0
	}
	return nil
}

// order numbers the groups in the order of their keys. Hosts come in that order, and are not held in memory.
func (b *builder) order() error {
	b.Note("ordering groups", 0, 0)
	if b.opts.names == 0 {
		return nil
	}
	keys := make([]string, b.groups)
	b.group, b.number = make([]uint32, b.groups), make([]uint32, b.groups)
	for g := range keys {
		key, err := b.opts.key(g)
		if err != nil {
			return err
		}
		keys[g], b.group[g] = string(key), uint32(g)
	}
	slices.SortFunc(b.group, func(x, y uint32) int { return strings.Compare(keys[x], keys[y]) })
	for u, g := range b.group {
		b.number[g] = uint32(u)
		if u > 0 && keys[g] == keys[b.group[u-1]] {
			return b.same(b.group[u-1], g)
		}
	}
	b.names, b.held = keys, b.opts.names
	return nil
}

// same says that two groups would be the same page.
func (b *builder) same(g, h uint32) error {
	first, _ := b.opts.Groups.Name(int(g))
	second, _ := b.opts.Groups.Name(int(h))
	return fmt.Errorf("groups %q and %q would be the same page: rename one of them", first, second)
}

// eachKey calls add with the keys of the pages of the new crawl.
func (b *builder) eachKey(add func(key []byte) error) error {
	for u := range b.groups {
		key, err := b.keyOf(u)
		if err == nil {
			err = add(key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keyOf returns the key of a page of the new crawl.
func (b *builder) keyOf(u int) ([]byte, error) {
	if b.names == nil {
		return b.opts.key(u)
	}
	return []byte(b.names[b.group[u]]), nil
}
