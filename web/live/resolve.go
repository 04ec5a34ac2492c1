package live

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Times that answers of the DNS are kept; they do not tell us theirs.
const (
	hostLifetime   = 5 * time.Minute
	noHostLifetime = time.Minute
	maxHosts       = 32 << 10 // in each of two generations
)

// A resolver turns names into addresses: by the entries of Options.Resolve, else by a lookup that is kept for a while.
// Concurrent lookups of a name are one.
type resolver struct {
	fixed  map[string][]netip.Addr // by "host:port"; "*:port"
	lookup func(context.Context, string) ([]netip.Addr, error)

	mu         sync.Mutex
	young, old map[string]*hostEntry
}

// A hostEntry is the result of a DNS lookup, once done is closed.
type hostEntry struct {
	done  chan struct{}
	addrs []netip.Addr
	err   error
	until time.Time
}

func newResolver(o *Options) (*resolver, error) {
	r := &resolver{fixed: map[string][]netip.Addr{}, lookup: o.Lookup, young: map[string]*hostEntry{}}
	if r.lookup == nil {
		r.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	for _, s := range o.Resolve {
		key, addrs, err := parseResolve(s)
		if err != nil {
			return nil, err
		}
		r.fixed[key] = addrs
	}
	return r, nil
}

// parseResolve reads an entry HOST:PORT:ADDRESS[,ADDRESS…].
func parseResolve(s string) (key string, addrs []netip.Addr, err error) {
	var host, rest string
	if end := strings.IndexByte(s, ']'); strings.HasPrefix(s, "[") && end > 0 {
		host, rest = s[1:end], strings.TrimPrefix(s[end+1:], ":")
	} else {
		host, rest, _ = strings.Cut(s, ":")
	}
	port, list, ok := strings.Cut(rest, ":")
	if _, err := strconv.ParseUint(port, 10, 16); host == "" || !ok || err != nil {
		return "", nil, fmt.Errorf("resolve %q: want HOST:PORT:ADDRESS", s)
	}
	for text := range strings.SplitSeq(list, ",") {
		a, err := netip.ParseAddr(strings.Trim(text, "[]"))
		if err != nil {
			return "", nil, fmt.Errorf("resolve %q: %q is no address", s, text)
		}
		addrs = append(addrs, a)
	}
	return strings.ToLower(host) + ":" + port, addrs, nil
}

// addresses returns where a host may be, in the order to be tried. The errors are *Error.
func (r *resolver) addresses(ctx context.Context, host, port string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	if len(r.fixed) > 0 {
		for _, key := range []string{host + ":" + port, "*:" + port} {
			if addrs := r.fixed[key]; addrs != nil {
				return addrs, nil
			}
		}
	}
	for {
		e, mine := r.entry(host)
		if mine {
			r.ask(ctx, host, e)
		}
		select {
		case <-e.done:
		case <-ctx.Done():
			return nil, cancelled(ctx)
		}
		if !mine && CauseOf(e.err) == CauseCancelled && ctx.Err() == nil {
			continue // who asked has gone
		}
		return e.addrs, e.err
	}
}

// entry returns the entry of a host, and whether the caller is to fill it.
func (r *resolver) entry(host string) (e *hostEntry, mine bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e = r.young[host]; e == nil {
		e = r.old[host]
	}
	if e != nil && (e.until.IsZero() || time.Now().Before(e.until)) {
		return e, false
	}
	if len(r.young) >= maxHosts {
		r.young, r.old = map[string]*hostEntry{}, r.young
	}
	e = &hostEntry{done: make(chan struct{})}
	r.young[host] = e
	return e, true
}

// ask fills an entry. Only what the DNS knows for certain is kept.
func (r *resolver) ask(ctx context.Context, host string, e *hostEntry) {
	addrs, err := r.lookup(ctx, host)
	life := hostLifetime
	switch {
	case err != nil && ctx.Err() != nil:
		e.err, life = cancelled(ctx), 0
	case err != nil:
		dns := dnsError(err)
		e.err, life = dns, 0
		if dns.Cause == CauseNoHost {
			life = noHostLifetime
		}
	case len(addrs) == 0:
		e.err, life = fail(CauseNoHost, "%s has no address", host), noHostLifetime
	}
	for _, a := range addrs {
		e.addrs = append(e.addrs, a.Unmap())
	}
	r.mu.Lock()
	e.until = time.Now().Add(life)
	r.mu.Unlock()
	close(e.done)
}
