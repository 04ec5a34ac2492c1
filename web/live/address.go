package live

import (
	"net/netip"
	"syscall"
)

// special lists the addresses that no page of the Web can have, with their purpose, by the registries of IANA (RFC
// 6890 and its updates). Of IPv6, everything outside 2000::/3 is special too.
var special = []struct {
	prefix netip.Prefix
	what   string
}{
	{netip.MustParsePrefix("0.0.0.0/8"), "unspecified"},
	{netip.MustParsePrefix("10.0.0.0/8"), "private"},
	{netip.MustParsePrefix("100.64.0.0/10"), "carrier-grade NAT"},
	{netip.MustParsePrefix("127.0.0.0/8"), "loopback"},
	{netip.MustParsePrefix("169.254.0.0/16"), "link-local"}, // metadata services of clouds, too
	{netip.MustParsePrefix("172.16.0.0/12"), "private"},
	{netip.MustParsePrefix("192.0.0.0/24"), "protocol assignments"},
	{netip.MustParsePrefix("192.0.2.0/24"), "documentation"},
	{netip.MustParsePrefix("192.88.99.0/24"), "6to4 relay"},
	{netip.MustParsePrefix("192.168.0.0/16"), "private"},
	{netip.MustParsePrefix("198.18.0.0/15"), "benchmarking"},
	{netip.MustParsePrefix("198.51.100.0/24"), "documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "documentation"},
	{netip.MustParsePrefix("224.0.0.0/4"), "multicast"},
	{netip.MustParsePrefix("240.0.0.0/4"), "reserved"},
	{netip.MustParsePrefix("168.63.129.16/32"), "metadata"}, // of Azure, the one such address in public space
	{netip.MustParsePrefix("::/128"), "unspecified"},
	{netip.MustParsePrefix("::1/128"), "loopback"},
	{netip.MustParsePrefix("fc00::/7"), "unique local"},
	{netip.MustParsePrefix("fe80::/10"), "link-local"},
	{netip.MustParsePrefix("fec0::/10"), "site-local"},
	{netip.MustParsePrefix("ff00::/8"), "multicast"},
	{netip.MustParsePrefix("2001::/23"), "protocol assignments"}, // Teredo among them
	{netip.MustParsePrefix("2001:db8::/32"), "documentation"},
	{netip.MustParsePrefix("3fff::/20"), "documentation"},
}

var (
	global6 = netip.MustParsePrefix("2000::/3")
	nat64   = netip.MustParsePrefix("64:ff9b::/96")
	sixTo4  = netip.MustParsePrefix("2002::/16")
)

// specialKind names the purpose of a special address, "" for an address that a page of the Web can have. An IPv6
// address that embeds an IPv4 address is judged by the embedded address.
func specialKind(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if v4, ok := embedded(a); ok {
		return specialKind(v4)
	}
	for _, s := range special {
		if s.prefix.Contains(a) {
			return s.what
		}
	}
	if !a.Is4() && !global6.Contains(a) {
		return "not global"
	}
	return ""
}

// embedded returns the address of IPv4 in one of NAT64 or of 6to4.
func embedded(a netip.Addr) (netip.Addr, bool) {
	if a.Is4() {
		return a, false
	}
	b := a.As16()
	switch {
	case nat64.Contains(a):
		return netip.AddrFrom4([4]byte(b[12:])), true
	case sixTo4.Contains(a):
		return netip.AddrFrom4([4]byte(b[2:6])), true
	}
	return a, false
}

// refuse returns the error for an address that may not be connected to, or nil.
func refuse(a netip.Addr) error {
	if kind := specialKind(a); kind != "" {
		return fail(CausePrivate, "%s is a special address (%s), which needs permission to connect to", a, kind)
	}
	return nil
}

// onlyPublic is asked by the net package before each connection, when names are resolved: nothing gets round it.
func onlyPublic(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fail(CausePrivate, "connect to %q, which is not an address", address)
	}
	return refuse(to.Addr())
}
