package live

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// A conn is a connection that one exchange at a time uses.
type conn struct {
	net.Conn
	raw     syscall.RawConn // of the socket; nil if there is none
	site    string
	ip      netip.Addr // address of the server; not valid behind a proxy
	proxied string     // value of Proxy-Authorization, or "-", if requests go to a proxy as they are
	tls     string     // "tls/1.3"; "" without
	h2      *http.ClientConn
	reused  bool
	idle    time.Time // since when
}

// A dialer makes connections.
type dialer struct {
	opts     *Options
	resolver *resolver
	proxy    func(*url.URL) (*url.URL, error)
	dial     dialFunc // to servers
	toProxy  net.Dialer
	beside   beside
	tls      *tls.Config
	h2       *http.Transport // nil without HTTP/2
}

func newDialer(o *Options) (*dialer, error) {
	r, err := newResolver(o)
	if err != nil {
		return nil, err
	}
	proxy, err := o.proxyFunc()
	if err != nil {
		return nil, err
	}
	d := &dialer{opts: o, resolver: r, proxy: proxy, dial: dialerOf(o), toProxy: net.Dialer{KeepAlive: -1}}
	d.tls = &tls.Config{
		RootCAs:            o.Roots,
		InsecureSkipVerify: o.Insecure,
		MinVersion:         tls.VersionTLS12,
		ClientSessionCache: tls.NewLRUClientSessionCache(1024),
		NextProtos:         []string{"http/1.1"},
	}
	if o.Insecure {
		d.tls.MinVersion = tls.VersionTLS10
	}
	if o.HTTP2 {
		d.tls.NextProtos = []string{"h2", "http/1.1"}
		d.h2 = newTransport2(o)
	}
	return d, nil
}

type dialFunc func(ctx context.Context, network, address string) (net.Conn, error)

// dialerOf returns what makes connections to servers: to public addresses alone, unless others are allowed.
func dialerOf(o *Options) dialFunc {
	if o.Dial == nil {
		direct := net.Dialer{KeepAlive: -1}
		if !o.AllowPrivate {
			direct.Control = onlyPublic
		}
		return direct.DialContext
	}
	if o.AllowPrivate {
		return o.Dial
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if err := onlyPublic(network, address, nil); err != nil {
			return nil, err
		}
		return o.Dial(ctx, network, address)
	}
}

// connect makes a connection for a target, TLS included.
func (d *dialer) connect(ctx context.Context, t *target) (*conn, error) {
	within, cancel := context.WithTimeout(ctx, d.opts.ConnectTimeout)
	defer cancel()
	c, err := d.reach(within, t)
	if err == nil && t.https {
		err = d.handshake(within, t, c)
	}
	switch {
	case err == nil:
		return c, nil
	case ctx.Err() != nil:
		return nil, cancelled(ctx)
	case within.Err() != nil:
		return nil, fail(CauseConnectTime, "not connected within %s: %w", d.opts.ConnectTimeout, err)
	}
	return nil, asError(err, CauseConnectTime)
}

// reach makes a connection over which the server, or for http the proxy, can be talked to.
func (d *dialer) reach(ctx context.Context, t *target) (*conn, error) {
	proxy, err := d.proxyOf(ctx, t)
	if err != nil {
		return nil, err
	}
	if proxy == nil {
		addrs, err := d.resolver.addresses(ctx, t.name(), t.port)
		if err != nil {
			return nil, err
		}
		nc, err := dialAny(ctx, d.dial, addrs, t.port)
		if err != nil {
			return nil, err
		}
		return newConn(nc, t.site), nil
	}
	return d.throughProxy(ctx, t, proxy)
}

func newConn(nc net.Conn, site string) *conn {
	c := &conn{Conn: nc, site: site}
	if tcp, ok := nc.(*net.TCPConn); ok {
		c.raw, _ = tcp.SyscallConn()
	}
	if to, err := netip.ParseAddrPort(nc.RemoteAddr().String()); err == nil {
		c.ip = to.Addr().Unmap()
	}
	return c
}

// fallbackDelay is after how long the next address is tried beside those before (RFC 8305, section 5).
const fallbackDelay = 300 * time.Millisecond

// maxAddresses is how many addresses of a host are tried.
const maxAddresses = 6

// dialAny connects to the first address that accepts. It tries the next address when one has failed, or after
// fallbackDelay. The error is the error of the first address.
func dialAny(ctx context.Context, dial dialFunc, addrs []netip.Addr, port string) (net.Conn, error) {
	addrs = addrs[:min(len(addrs), maxAddresses)]
	if len(addrs) == 1 {
		return dial(ctx, "tcp", net.JoinHostPort(addrs[0].String(), port))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type outcome struct {
		nc  net.Conn
		err error
		at  int
	}
	outcomes := make(chan outcome, len(addrs))
	errs := make([]error, len(addrs))
	timer := time.NewTimer(0)
	defer timer.Stop()
	for started, ended := 0, 0; ended < len(addrs); {
		next := timer.C
		if started == len(addrs) {
			next = nil
		}
		select {
		case <-next:
			go func(at int) {
				nc, err := dial(ctx, "tcp", net.JoinHostPort(addrs[at].String(), port))
				outcomes <- outcome{nc, err, at}
			}(started)
			started++
			timer.Reset(fallbackDelay)
		case o := <-outcomes:
			ended++
			if o.err == nil {
				go func() { // connections that come later are closed
					for range started - ended {
						if late := <-outcomes; late.err == nil {
							_ = late.nc.Close()
						}
					}
				}()
				return o.nc, nil
			}
			errs[o.at] = o.err
			timer.Reset(0)
		}
	}
	return nil, errs[0]
}

// handshake speaks TLS with the server. On an error the connection is closed.
func (d *dialer) handshake(ctx context.Context, t *target, c *conn) error {
	config := d.tls.Clone()
	config.ServerName = t.name()
	tc := tls.Client(c.Conn, config)
	if err := tc.HandshakeContext(ctx); err != nil {
		_ = c.Close()
		if ctx.Err() != nil {
			return err
		}
		return tlsError(err)
	}
	c.Conn = tc
	state := tc.ConnectionState()
	c.tls = "tls/" + strings.TrimPrefix(tls.VersionName(state.Version), "TLS ")
	if state.NegotiatedProtocol != "h2" {
		return nil
	}
	var err error
	c.h2, err = d.startHTTP2(ctx, tc, net.JoinHostPort(t.name(), t.port))
	return err
}

// startHTTP2 makes net/http speak over a connection whose handshake chose HTTP/2.
func (d *dialer) startHTTP2(ctx context.Context, tc *tls.Conn, address string) (*http.ClientConn, error) {
	cc, err := d.h2.NewClientConn(context.WithValue(ctx, connKey{}, net.Conn(tc)), "https", address)
	if err != nil {
		_ = tc.Close()
		return nil, fail(CauseProtocol, "begin HTTP/2: %w", err)
	}
	return cc, nil
}
