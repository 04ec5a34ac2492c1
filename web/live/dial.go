package live

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"io"
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
	ip      netip.Addr // of the server; not valid behind a proxy
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
	direct   net.Dialer // to servers
	toProxy  net.Dialer
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
	d := &dialer{opts: o, resolver: r, proxy: proxy, direct: net.Dialer{KeepAlive: -1}, toProxy: net.Dialer{KeepAlive: -1}}
	if !o.AllowPrivate {
		d.direct.Control = onlyPublic
	}
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
	proxy, err := d.proxyOf(t)
	if err != nil {
		return nil, err
	}
	if proxy == nil {
		addrs, err := d.resolver.addresses(ctx, t.name(), t.port)
		if err != nil {
			return nil, err
		}
		nc, err := dialAny(ctx, &d.direct, addrs, t.port)
		if err != nil {
			return nil, err
		}
		return newConn(nc, t.site), nil
	}
	return d.throughProxy(ctx, t, proxy)
}

// proxyOf returns the proxy for a target, or nil.
func (d *dialer) proxyOf(t *target) (*url.URL, error) {
	if d.proxy == nil {
		return nil, nil
	}
	proxy, err := d.proxy(&url.URL{Scheme: t.scheme(), Host: t.authority()})
	if err != nil {
		return nil, &Error{Cause: CauseProxy, Err: err}
	}
	if proxy != nil && !d.opts.AllowPrivate {
		if err := refuseHost(t.host); err != nil {
			return nil, err
		}
	}
	return proxy, nil
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

// dialAny connects to the first of the addresses that answers. Each is tried when the one before has failed, or
// after fallbackDelay. The error is that of the first address.
func dialAny(ctx context.Context, d *net.Dialer, addrs []netip.Addr, port string) (net.Conn, error) {
	addrs = addrs[:min(len(addrs), maxAddresses)]
	if len(addrs) == 1 {
		return d.DialContext(ctx, "tcp", net.JoinHostPort(addrs[0].String(), port))
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
				nc, err := d.DialContext(ctx, "tcp", net.JoinHostPort(addrs[at].String(), port))
				outcomes <- outcome{nc, err, at}
			}(started)
			started++
			timer.Reset(fallbackDelay)
		case o := <-outcomes:
			ended++
			if o.err == nil {
				go func() { // whoever else connects is late
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

// throughProxy connects to a proxy, and over it for https to the server.
func (d *dialer) throughProxy(ctx context.Context, t *target, proxy *url.URL) (*conn, error) {
	nc, err := d.dialProxy(ctx, proxy)
	if err != nil {
		var e *Error
		if errors.As(err, &e) && e.Cause == CauseCancelled || ctx.Err() != nil {
			return nil, err
		}
		return nil, fail(CauseProxy, "proxy %s: %w", proxy.Host, err)
	}
	c := newConn(nc, t.site)
	c.ip = netip.Addr{}
	credentials := ""
	if proxy.User != nil {
		password, _ := proxy.User.Password()
		credentials = "Basic " + base64.StdEncoding.EncodeToString([]byte(proxy.User.Username()+":"+password))
	}
	if !t.https {
		c.proxied = credentials
		if credentials == "" {
			c.proxied = "-"
		}
		return c, nil
	}
	stop := context.AfterFunc(ctx, func() { _ = nc.SetDeadline(time.Unix(1, 0)) })
	err = d.tunnel(nc, net.JoinHostPort(t.name(), t.port), credentials)
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		_ = nc.Close()
		return nil, err
	}
	return c, nil
}

func (d *dialer) dialProxy(ctx context.Context, proxy *url.URL) (net.Conn, error) {
	port := proxy.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[proxy.Scheme]
	}
	addrs, err := d.resolver.addresses(ctx, proxy.Hostname(), port)
	if err != nil {
		return nil, err
	}
	nc, err := dialAny(ctx, &d.toProxy, addrs, port)
	if err != nil || proxy.Scheme != "https" {
		return nc, err
	}
	tc := tls.Client(nc, &tls.Config{ServerName: proxy.Hostname(), RootCAs: d.opts.Roots, MinVersion: tls.VersionTLS12})
	if err := tc.HandshakeContext(ctx); err != nil {
		_ = nc.Close()
		return nil, err
	}
	return tc, nil
}

// tunnel asks a proxy to connect us to a server (RFC 9110, section 9.3.6).
func (d *dialer) tunnel(nc net.Conn, address, credentials string) error {
	ask := "CONNECT " + address + " HTTP/1.1\r\nHost: " + address + "\r\nUser-Agent: " + d.opts.UserAgent + "\r\n"
	if credentials != "" {
		ask += "Proxy-Authorization: " + credentials + "\r\n"
	}
	if _, err := nc.Write([]byte(ask + "\r\n")); err != nil {
		return err
	}
	header, err := readTunnel(nc, d.opts.MaxHeader)
	if err != nil {
		return err
	}
	status, _, err := parseStatus(header)
	if err != nil {
		return fail(CauseProxy, "CONNECT: %w", err)
	}
	if status/100 != 2 {
		line, _, _ := strings.Cut(string(header), "\n")
		return fail(CauseProxy, "CONNECT %s was answered %q", address, cut(strings.TrimSpace(line), 100))
	}
	return nil
}

// readTunnel reads the header of an answer to CONNECT and not a byte more: what follows is the server's.
func readTunnel(nc net.Conn, limit int) ([]byte, error) {
	var header []byte
	var one [1]byte
	for len(header) < limit {
		if _, err := io.ReadFull(nc, one[:]); err != nil {
			return nil, err
		}
		header = append(header, one[0])
		if end, _ := headerEnd(header, max(0, len(header)-4)); end > 0 {
			return header, nil
		}
	}
	return nil, fail(CauseProxy, "the header of the answer to CONNECT is longer than %d bytes", limit)
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
