package live

import (
	"context"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Behind a proxy weft does not see the address that the proxy connects to. Unless special addresses are allowed,
// it still refuses all that it can detect: special addresses, names that no public name server has, and names that
// this machine resolves to special addresses. A name that only the proxy can resolve passes, as does a name that
// changes its address meanwhile.

// notPublic are the ends of names that are not in the public DNS: .localhost (RFC 6761), .local (RFC 6762) and the
// names of private networks in its appendix G, .home.arpa (RFC 8375), .internal (ICANN, 2024), .localdomain of
// resolvers.
var notPublic = []string{"localhost", "localdomain", "local", "internal", "home.arpa", "intranet", "private", "corp", "home", "lan"}

// refuseHost is refuse for a host that a proxy will resolve. It judges only the spelling.
func refuseHost(host string) error {
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return refuse(a)
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if !strings.Contains(name, ".") {
		return fail(CausePrivate, "%s is a name without a domain, as networks of their own have them, which needs permission to connect to", host)
	}
	for _, end := range notPublic {
		if strings.HasSuffix(name, "."+end) {
			return fail(CausePrivate, "%s is not a name of the public DNS (.%s), which needs permission to connect to", host, end)
		}
	}
	return nil
}

// A beside resolves names on this machine although a proxy will resolve them again.
type beside struct {
	deaf atomic.Int32 // how many lookups in a row had no answer
}

const (
	besideWait = 2 * time.Second
	besideDeaf = 3 // failed lookups after which no more are made: there is no DNS here
)

// refuse returns the reason why a host must not be requested, as far as this machine knows.
func (b *beside) refuse(ctx context.Context, r *resolver, t *target) error {
	if err := refuseHost(t.host); err != nil || b.deaf.Load() >= besideDeaf || strings.HasSuffix(t.name(), ".onion") { // RFC 7686
		return err
	}
	within, cancel := context.WithTimeout(ctx, besideWait)
	defer cancel()
	addrs, err := r.addresses(within, t.name(), t.port)
	switch {
	case err != nil && ctx.Err() != nil:
		return cancelled(ctx)
	case err != nil && CauseOf(err) != CauseNoHost: // the proxy may know
		b.deaf.Add(1)
		return nil
	}
	b.deaf.Store(0)
	if i := slices.IndexFunc(addrs, func(a netip.Addr) bool { return specialKind(a) != "" }); i >= 0 {
		return fail(CausePrivate, "%s leads here to %w", t.host, refuse(addrs[i]))
	}
	return nil
}

// Proxied says whether requests may go through a proxy.
func (o *Options) Proxied() bool {
	choose, err := o.proxyFunc()
	if err != nil || choose == nil {
		return false
	}
	for _, scheme := range []string{"http", "https"} {
		if proxy, err := choose(&url.URL{Scheme: scheme, Host: "a.example"}); err == nil && proxy != nil {
			return true
		}
	}
	return false
}
