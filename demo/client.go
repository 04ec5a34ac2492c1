package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"sync"
	"syscall"
	"time"

	"weft/kinds"
	"weft/links"
	"weft/warc"
	"weft/weburl"
)

// errNotLoopback refuses a connection that would leave this machine.
var errNotLoopback = errors.New("the demo connects to loopback only")

// A dialer connects to one listener, whatever host it is asked for.
type dialer struct {
	addr string
	net  net.Dialer
}

func newDialer(addr string) *dialer {
	return &dialer{addr: addr, net: net.Dialer{Timeout: 10 * time.Second, Control: onlyLoopback}}
}

// onlyLoopback is asked by the net package before each connection, after names are resolved.
func onlyLoopback(_, address string, _ syscall.RawConn) error {
	if to, err := netip.ParseAddrPort(address); err != nil || !to.Addr().IsLoopback() {
		return fmt.Errorf("connect to %s: %w", address, errNotLoopback)
	}
	return nil
}

func (d *dialer) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	conn, err := d.net.DialContext(ctx, "tcp", d.addr)
	if err != nil {
		return nil, err
	}
	return &tapedConn{Conn: conn}, nil
}

// A tapedConn writes down what goes over it.
type tapedConn struct {
	net.Conn
	mu   sync.Mutex
	tape *tape
}

// A tape holds one request and the answer, byte by byte. When the answer has been read it does not change any more.
type tape struct{ sent, received bytes.Buffer }

// begin puts in a new tape.
func (c *tapedConn) begin() *tape {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tape = new(tape)
	return c.tape
}

// Read implements net.Conn.
func (c *tapedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tape != nil {
		c.tape.received.Write(p[:n])
	}
	return n, err
}

// Write implements net.Conn.
func (c *tapedConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	if c.tape != nil {
		c.tape.sent.Write(p)
	}
	c.mu.Unlock()
	return c.Conn.Write(p)
}

// A client fetches pages from the listener.
type client struct {
	dialer    *dialer
	transport *http.Transport
}

func newClient(addr string, workers int) *client {
	d := newDialer(addr)
	return &client{d, &http.Transport{
		DialContext:         d.dial,
		DisableCompression:  true, // asked for by hand, so that bodies come as they are sent
		MaxIdleConns:        16 * workers,
		MaxIdleConnsPerHost: workers,
	}}
}

func (c *client) close() { c.transport.CloseIdleConnections() }

// ip is the address of the server.
func (c *client) ip() string {
	host, _, _ := net.SplitHostPort(c.dialer.addr)
	return host
}

// A visit is one URL on its way: first what goes over the wire, then what was read in it.
type visit struct {
	url               string
	request, response []byte
	status            int
	redirects         bool
	links             []found
	err               error
}

// fetch asks for the URL of a visit and follows no redirect.
func (c *client) fetch(ctx context.Context, v *visit) error {
	var t *tape
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { t = info.Conn.(*tapedConn).begin() },
	})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.url, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "weft-demo")
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := c.transport.RoundTrip(req)
	if err != nil {
		return fmt.Errorf("fetch %s: %w", v.url, err)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return fmt.Errorf("fetch %s: %w", v.url, err)
	}
	v.request, v.response = t.sent.Bytes(), t.received.Bytes()
	return nil
}

// A reader finds the links of answers. It keeps its buffers.
type reader struct {
	http warc.Response
	ex   links.Extractor
}

// read fills in status and links.
func (r *reader) read(v *visit) error {
	if err := r.http.Parse(v.response); err != nil {
		return fmt.Errorf("answer to %s: %w", v.url, err)
	}
	v.status = r.http.Status
	p := links.Page{URL: []byte(v.url), ContentType: r.http.Header.Get("Content-Type")}
	for _, f := range []struct {
		name string
		dst  *[]string
	}{{"Link", &p.Header.Link}, {"Refresh", &p.Header.Refresh}, {"X-Robots-Tag", &p.Header.Robots}} {
		for value := range r.http.Header.All(f.name) {
			*f.dst = append(*f.dst, string(value))
		}
	}
	if location := r.http.Header.Get("Location"); location != "" && v.status >= 300 && v.status < 400 {
		v.redirects = true
		if to, err := weburl.Resolve(v.url, location); err == nil {
			v.links = append(v.links, found{url: to})
		}
	}
	if links.IsHTML(p.ContentType, r.http.Body) {
		p.Body = r.http.Body
	}
	_, err := r.ex.Extract(p, func(l links.Link) {
		v.links = append(v.links, found{string(l.URL), l.Kinds&kinds.Nofollow != 0})
	})
	return err
}
