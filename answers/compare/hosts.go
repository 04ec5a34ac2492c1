package compare

import (
	"bytes"
	"cmp"
	"slices"

	"weft/web/weburl"
)

// A hostTable adds up the changes of each host, whose pages arrive together. It keeps the hosts with the most
// changes.
type hostTable struct {
	top  int
	key  []byte // of the host whose pages come
	row  Host
	rows []Host
	some bool // a host was begun

	hosts   Change   // hosts that have a name
	leagues *leagues // nil unless [Options.More] requests them
}

// NoHost stands for the host of pages whose names are no URLs.
const NoHost = "(no host)"

// add takes a page, its host, what became of it, and the arcs counted before and after it.
func (t *hostTable) add(host, key []byte, status string, before, after Change) {
	if !t.some || !bytes.Equal(host, t.key) {
		t.end()
		t.key, t.some = append(t.key[:0], host...), true
		t.row = Host{Host: cmp.Or(weburl.HostName(key), NoHost)}
	}
	switch status {
	case Kept:
		t.row.Pages.Kept++
	case Gone:
		t.row.Pages.Gone++
	case New:
		t.row.Pages.New++
	}
	t.row.Arcs.Kept += after.Kept - before.Kept
	t.row.Arcs.Gone += after.Gone - before.Gone
	t.row.Arcs.New += after.New - before.New
}

// end takes the host whose pages came.
func (t *hostTable) end() {
	if t.some {
		t.count()
	}
	if t.some && t.top > 0 {
		t.rows = append(t.rows, t.row)
	}
	if len(t.rows) > 64*t.top {
		t.thin()
	}
}

// count counts the host whose pages came.
func (t *hostTable) count() {
	if t.row.Host == NoHost {
		return
	}
	switch before, after := t.row.Pages.Kept+t.row.Pages.Gone, t.row.Pages.Kept+t.row.Pages.New; {
	case before == 0:
		t.hosts.New++
	case after == 0:
		t.hosts.Gone++
	default:
		t.hosts.Kept++
	}
	if t.leagues != nil {
		t.leagues.add(t.row)
	}
}

func (t *hostTable) thin() {
	changed := func(c Change) int64 { return c.Gone + c.New }
	slices.SortStableFunc(t.rows, func(a, b Host) int {
		return cmp.Or(cmp.Compare(changed(b.Pages), changed(a.Pages)), cmp.Compare(changed(b.Arcs), changed(a.Arcs)))
	})
	t.rows = t.rows[:min(len(t.rows), t.top)]
}

// best ends the table and returns its rows, the host that changed most first; ties in the order of names.
func (t *hostTable) best() []Host {
	if t == nil {
		return nil
	}
	t.end()
	t.some = false
	t.thin()
	return t.rows
}

// counts returns the number of hosts that are kept, gone and new; nil for a nil table. Call best first.
func (t *hostTable) counts() *Change {
	if t == nil {
		return nil
	}
	return &t.hosts
}
