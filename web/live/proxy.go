package live

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"

	"weft/internal/http1"
)

// proxyFunc returns the proxy for a URL; nil means none.
func (o *Options) proxyFunc() (func(*url.URL) (*url.URL, error), error) {
	switch {
	case o.Proxy != "":
		u, err := parseProxy(o.Proxy)
		if err != nil {
			return nil, err
		}
		return func(*url.URL) (*url.URL, error) { return u, nil }, nil
	case o.FromEnvironment:
		env := httpproxy.FromEnvironment()
		for _, s := range []string{env.HTTPProxy, env.HTTPSProxy} {
			if _, err := parseProxy(s); s != "" && err != nil {
				return nil, err
			}
		}
		return env.ProxyFunc(), nil
	}
	return nil, nil
}

func parseProxy(s string) (*url.URL, error) {
	if !strings.Contains(s, "://") {
		s = "http://" + s
	}
	u, err := url.Parse(s)
	if err != nil {
		return nil, errors.New("proxy: want http://HOST:PORT") // the URL may hold a password
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("proxy %s: want http://HOST:PORT", u.Redacted())
	}
	return u, nil
}

// proxyOf returns the proxy for a target, or nil. It refuses targets that must not be requested through a proxy.
func (d *dialer) proxyOf(ctx context.Context, t *target) (*url.URL, error) {
	if d.proxy == nil {
		return nil, nil
	}
	proxy, err := d.proxy(&url.URL{Scheme: t.scheme(), Host: t.authority})
	if err != nil {
		return nil, &Error{Cause: CauseProxy, Err: err}
	}
	if proxy != nil && !d.opts.AllowPrivate {
		if err := d.beside.refuse(ctx, d.resolver, t); err != nil {
			return nil, err
		}
	}
	return proxy, nil
}

// throughProxy connects to a proxy, and over it for https to the server.
func (d *dialer) throughProxy(ctx context.Context, t *target, proxy *url.URL) (*conn, error) {
	nc, err := d.dialProxy(ctx, proxy)
	if err != nil {
		if asError(err, CauseProxy).Cause == CauseLocal || ctx.Err() != nil {
			return nil, err
		}
		return nil, fail(CauseProxy, "proxy %s: %w", proxy.Host, err)
	}
	c := newConn(nc, t.site)
	c.ip = netip.Addr{}
	credentials := ""
	if proxy.User != nil {
		credentials = basic(proxy.User.String())
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
		if _, named := errors.AsType[*Error](err); !named && ctx.Err() == nil {
			err = fail(CauseProxy, "CONNECT: %w", err)
		}
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
	nc, err := dialAny(ctx, d.toProxy.DialContext, addrs, port)
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
		return fail(CauseProxy, "response to CONNECT %s: %q", address, cut(strings.TrimSpace(line), 100))
	}
	return nil
}

// readTunnel reads the header of a response to CONNECT and not a byte more: the next bytes belong to the server.
func readTunnel(nc net.Conn, limit int) ([]byte, error) {
	var header []byte
	var one [1]byte
	for len(header) < limit {
		if _, err := io.ReadFull(nc, one[:]); err != nil {
			return nil, err
		}
		header = append(header, one[0])
		if end, _ := http1.HeaderEnd(header, max(0, len(header)-4)); end > 0 {
			return header, nil
		}
	}
	return nil, fail(CauseProxy, "the header of the response to CONNECT is longer than %d bytes", limit)
}
