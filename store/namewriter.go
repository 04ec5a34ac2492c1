package store

import (
	"bytes"
	"errors"

	"weft/internal/atomicfile"
	"weft/internal/npy"
	"weft/store/names"
	"weft/web/weburl"
)

// A namesWriter writes the sort keys of the pages of a draft, and where each host and each domain begins. Memory: 8
// bytes a domain, 4 a host.
type namesWriter struct {
	d    *Draft
	out  *atomicfile.File
	w    *names.Writer
	n    uint32
	host []byte // of the key before; nil for none
	none bool   // whether the key before had no host

	hosts, domains, ids []uint32
	open                []openDomain
	numDomains          uint32
}

// openDomain is a domain that may get more names, because the present keys still lie below it.
type openDomain struct {
	prefix []byte // "org,debian"
	id     uint32
}

// append adds the key of the next page in the order of keys.
func (w *namesWriter) append(key []byte) error {
	host := weburl.KeyHost(key)
	if first := w.n == 0; first || w.none != (host == nil) || !bytes.Equal(host, w.host) {
		w.hosts = append(w.hosts, w.n)
		w.domain(key, host, first)
		w.host, w.none = append(w.host[:0], host...), host == nil
	}
	w.n++
	return w.w.Append(key)
}

// domain notes the domain of a key whose host is new.
func (w *namesWriter) domain(key, host []byte, first bool) {
	prefix := key[:0]
	if host != nil {
		prefix = key[:weburl.DomainLen(key)]
	}
	for n := len(w.open); n > 0 && !below(key, w.open[n-1].prefix); n-- {
		w.open = w.open[:n-1]
	}
	if n := len(w.open); n > 0 && bytes.Equal(w.open[n-1].prefix, prefix) {
		if id := w.open[n-1].id; first || w.ids[len(w.ids)-1] != id {
			w.domains, w.ids = append(w.domains, w.n), append(w.ids, id)
		}
		return
	}
	w.domains, w.ids = append(w.domains, w.n), append(w.ids, w.numDomains)
	if host != nil {
		w.open = append(w.open, openDomain{bytes.Clone(prefix), w.numDomains})
	}
	w.numDomains++
}

// below says whether key is of a host that is the domain or lies below it.
func below(key, domain []byte) bool {
	return bytes.HasPrefix(key, domain) && len(key) > len(domain) && (key[len(domain)] == ',' || key[len(domain)] == ')')
}

// finish writes everything and returns the numbers of hosts and domains. Names that are no URL are of no host and no
// domain.
func (w *namesWriter) finish() (hosts, domains int, err error) {
	if err := w.w.Finish(); err != nil {
		return 0, 0, err
	}
	hosts, domains = len(w.hosts), int(w.numDomains)
	err = errors.Join(
		w.out.Commit(),
		npy.WriteFile(w.d.Path(HostsFile), append(w.hosts, w.n)),
		npy.WriteFile(w.d.Path(DomainsFile), append(w.domains, w.n)),
		npy.WriteFile(w.d.Path(DomainIDsFile), w.ids),
	)
	return hosts, domains, err
}
