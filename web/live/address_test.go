package live

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weft/internal/drawn"
)

func TestSpecialAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"127.0.0.1": "loopback", "127.255.255.254": "loopback", "::1": "loopback", "::ffff:127.0.0.1": "loopback", "::ffff:7f00:1": "loopback",
		"64:ff9b::7f00:1": "loopback", "2002:7f00:1::": "loopback", "0.0.0.0": "unspecified", "0.1.2.3": "unspecified", "::": "unspecified",
		"10.0.0.1": "private", "172.16.0.1": "private", "172.31.255.255": "private", "192.168.1.1": "private", "64:ff9b::a00:1": "private",
		"100.64.0.1": "carrier-grade NAT", "100.127.255.255": "carrier-grade NAT", "169.254.169.254": "link-local", "fe80::1": "link-local",
		"fe80::1%eth0": "link-local", "fd00:ec2::254": "unique local", "fc00::1": "unique local", "224.0.0.1": "multicast", "ff02::1": "multicast",
		"255.255.255.255": "reserved", "198.18.0.1": "benchmarking", "192.0.2.1": "documentation", "2001:db8::1": "documentation",
		"2001:0:1::1": "protocol assignments", "::127.0.0.1": "not global", "::8.8.8.8": "not global", "64:ff9b:1::1": "not global",
		"100::1": "not global", "fec0::1": "site-local", "168.63.129.16": "metadata", "192.0.0.170": "protocol assignments",
		"8.8.8.8": "", "172.15.255.255": "", "172.32.0.1": "", "100.63.0.1": "", "100.128.0.1": "", "2606:4700::1111": "", "64:ff9b::808:808": "",
		"2002:808:808::1": "", "::ffff:8.8.8.8": "", "198.20.0.1": "", "192.167.0.1": "",
	} {
		if got := specialKind(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
}

// TestSpecialIsWhatTheLibraryKnows compares with the predicates of net/netip on random addresses near the edges.
func TestSpecialIsWhatTheLibraryKnows(t *testing.T) {
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	for range 20000 {
		var a netip.Addr
		if s := special[r.IntN(len(special))].prefix; r.IntN(2) == 0 {
			b := s.Addr().AsSlice()
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			a, _ = netip.AddrFromSlice(b)
		} else {
			a = netip.AddrFrom4([4]byte{byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32()), byte(r.Uint32())})
		}
		known := a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() || !a.IsGlobalUnicast()
		if known && specialKind(a) == "" {
			t.Errorf("seed %d: %s counts as public", seed, a)
		}
		if mapped := netip.AddrFrom16(a.As16()); a.Is4() && specialKind(mapped) != specialKind(a) {
			t.Errorf("seed %d: %s is %q, %s is %q", seed, a, specialKind(a), mapped, specialKind(mapped))
		}
	}
}

// public are options of a crawl of the Web, with a resolver of the test's.
func public(addrs ...string) Options {
	o := quick()
	o.AllowPrivate = false
	o.Lookup = func(context.Context, string) (all []netip.Addr, _ error) {
		for _, a := range addrs {
			all = append(all, netip.MustParseAddr(a))
		}
		return all, nil
	}
	return o
}

func TestPrivateAddressesAreRefused(t *testing.T) {
	var conns atomic.Int64
	url := rawServer(t, func(net.Conn, *http.Request) bool { conns.Add(1); return false })
	port := url[strings.LastIndexByte(url, ':'):]
	o := public("127.0.0.1")
	o.Resolve = []string{"pinned.example" + port + ":127.0.0.1"}
	c := newClient(t, o)
	for _, host := range []string{
		"127.0.0.1", "127.1", "0x7f.1", "2130706433", "017700000001", "0177.0.0.1", "127.0.0.1.", "%31%32%37.0.0.1", "１２７.0.0.1",
		"0", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]",
		"[fe80::1]", "[fd00:ec2::254]", "10.0.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "255.255.255.255",
		"localhost", "LOCALHOST.", "rebound.example", "pinned.example", "metadata.google.internal",
	} {
		wantCause(t, c, "http://"+host+port+"/", CausePrivate, "needs permission to connect")
		if _, err := c.Locate(context.Background(), "http://"+host+port+"/"); CauseOf(err) != CausePrivate {
			t.Errorf("locate %s: %v, want a private address", host, err)
		}
	}
	if conns.Load() > 0 {
		t.Errorf("%d connections were made", conns.Load())
	}
}

// TestRebinding has a name that is public when it is looked up first, and this machine when it is looked up again, as the
// attack is done; what counts is the address that is connected to.
func TestRebinding(t *testing.T) {
	url := rawServer(t, says(exact["length"], false))
	port := url[strings.LastIndexByte(url, ':'):]
	var asked atomic.Int64
	o := quick()
	o.AllowPrivate = false
	o.Lookup = func(context.Context, string) ([]netip.Addr, error) {
		if asked.Add(1) == 1 {
			return nil, &net.DNSError{Err: "server misbehaving", IsTemporary: true}
		}
		return []netip.Addr{netip.MustParseAddr("::ffff:127.0.0.1")}, nil
	}
	c := newClient(t, o)
	wantCause(t, c, "http://rebound.example"+port, CauseDNS, "misbehaving")
	wantCause(t, c, "http://rebound.example"+port, CausePrivate, "127.0.0.1", "loopback")
	o.AllowPrivate = true
	var a Answer
	get(t, newClient(t, o), "http://rebound.example"+port, &a)
}

func TestResolve(t *testing.T) {
	url := rawServer(t, func(c net.Conn, r *http.Request) bool {
		_, _ = c.Write([]byte("HTTP/1.0 200 OK\r\n\r\n" + r.Host))
		return false
	})
	port := url[strings.LastIndexByte(url, ':')+1:]
	o := quick()
	o.Lookup = func(context.Context, string) ([]netip.Addr, error) {
		return nil, errors.New("asked for a name that is given")
	}
	o.Resolve = []string{"Example.org:" + port + ":127.0.0.2,127.0.0.1", "*:" + port + ":127.0.0.1"}
	c := newClient(t, o)
	var a Answer
	for host, ip := range map[string]string{"example.org": "127.0.0.2", "other.example": "127.0.0.1", "EXAMPLE.org.": "127.0.0.2"} {
		where, err := c.Locate(context.Background(), "http://"+host+":"+port)
		if err != nil || where.String() != ip {
			t.Errorf("locate %s: %s, %v, want %s", host, where, err, ip)
		}
		get(t, c, "http://"+host+":"+port, &a) // nobody listens at the first address of example.org
		if a.IP.String() != "127.0.0.1" || !strings.EqualFold(string(a.Body()), host+":"+port) {
			t.Errorf("%s: %s from %s", host, a.Body(), a.IP)
		}
	}
	wantCause(t, c, "http://example.org:1/", CauseDNS, "asked for a name")
}

func TestLookups(t *testing.T) {
	var asked atomic.Int64
	release := make(chan struct{})
	o := quick()
	o.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
		asked.Add(1)
		switch host {
		case "none.example":
			return nil, &net.DNSError{Err: "no such host", IsNotFound: true}
		case "empty.example":
			return nil, nil
		case "slow.example":
			select {
			case <-release:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
	}
	c := newClient(t, o)
	for range 3 {
		wantCause(t, c, "http://none.example/", CauseNoHost, "no such host")
		wantCause(t, c, "http://empty.example/", CauseNoHost, "empty.example")
	}
	if asked.Load() != 2 {
		t.Errorf("%d lookups, want 2: what does not exist is kept", asked.Load())
	}
	ctx, cancel := context.WithCancel(context.Background())
	results := make(chan error, 2)
	go func() { _, err := c.Locate(ctx, "http://slow.example/"); results <- err }()
	for asked.Load() < 3 {
		time.Sleep(time.Millisecond)
	}
	go func() { _, err := c.Locate(context.Background(), "http://slow.example/"); results <- err }()
	cancel() // the first one; the second must ask itself
	if err := <-results; CauseOf(err) != CauseCancelled {
		t.Errorf("the lookup that was cancelled: %v", err)
	}
	close(release)
	if err := <-results; err != nil {
		t.Errorf("the lookup that was not: %v", err)
	}
}

func TestConnectFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	_ = l.Close()
	o := quick()
	c := newClient(t, o)
	wantCause(t, c, url, CauseRefused, "refused")
	o.Lookup = func(ctx context.Context, _ string) ([]netip.Addr, error) { <-ctx.Done(); return nil, ctx.Err() }
	o.ConnectTimeout = 30 * time.Millisecond
	wantCause(t, newClient(t, o), "http://slow.example/", CauseConnectTime, "30ms")
}
