package redis

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"
)

// A conn is a connection, which one call uses at a time.
type conn struct {
	net.Conn
	r *bufio.Reader
}

// A pool keeps connections. Calls take one each, so that a call that hangs holds up no other.
type pool struct {
	address Address

	mu     sync.Mutex
	idle   []*conn
	closed bool
}

// mostIdle is the largest number of connections that are kept.
const mostIdle = 4

// dialTime is how long opening a connection may take.
const dialTime = 10 * time.Second

// dial opens a connection, and authenticates.
func (a Address) dial(ctx context.Context) (*conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	var raw net.Conn
	var err error
	if a.TLS {
		raw, err = (&tls.Dialer{}).DialContext(ctx, "tcp", a.Host)
	} else {
		raw, err = (&net.Dialer{}).DialContext(ctx, "tcp", a.Host)
	}
	if err != nil {
		return nil, err
	}
	c := &conn{raw, bufio.NewReaderSize(raw, longestLine)}
	if err := a.greet(ctx, c); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// greet authenticates and selects the database, as far as the address says so.
func (a Address) greet(ctx context.Context, c *conn) error {
	if a.Password != "" {
		args := []string{"AUTH"}
		if a.User != "" {
			args = append(args, a.User)
		}
		if err := c.order(ctx, append(args, a.Password)...); err != nil {
			return fmt.Errorf("user and password: %w", err)
		}
	}
	if a.Database != 0 {
		if err := c.order(ctx, "SELECT", strconv.Itoa(a.Database)); err != nil {
			return fmt.Errorf("database %d: %w", a.Database, err)
		}
	}
	return nil
}

// order makes a call whose reply does not matter, unless it is an error.
func (c *conn) order(ctx context.Context, args ...string) error {
	_, _, err := c.call(ctx, bytesOf(args)...)
	return err
}

func bytesOf(args []string) (list [][]byte) {
	for _, arg := range args {
		list = append(list, []byte(arg))
	}
	return list
}

// call sends a request and reads its reply. It also reports whether the connection can be used again.
func (c *conn) call(ctx context.Context, args ...[]byte) (reply any, usable bool, err error) {
	stop := context.AfterFunc(ctx, func() { c.SetDeadline(time.Unix(1, 0)) }) //nolint:errcheck,gosec // it is closed soon
	reply, err = c.exchange(args)
	inTime := stop()
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, false, err
	}
	if failed, ok := reply.(Error); ok {
		return nil, inTime, failed
	}
	return reply, inTime, nil
}

func (c *conn) exchange(args [][]byte) (any, error) {
	if _, err := c.Write(appendRequest(nil, args...)); err != nil {
		return nil, err
	}
	return readReply(c.r)
}

// call makes a call on a free connection, or on a new one.
func (p *pool) call(ctx context.Context, args ...[]byte) (any, error) {
	c, err := p.take(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.address, err)
	}
	reply, usable, err := c.call(ctx, args...)
	p.give(c, usable)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.address, err)
	}
	return reply, nil
}

func (p *pool) take(ctx context.Context) (*conn, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return p.address.dial(ctx)
}

// give keeps a connection that can be used again. After the end of another one, the kept ones are likely to have ended,
// too: the server has restarted, say.
func (p *pool) give(c *conn, usable bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if usable && !p.closed && len(p.idle) < mostIdle {
		p.idle = append(p.idle, c)
		return
	}
	_ = c.Close()
	if !usable {
		p.drop()
	}
}

// drop closes the kept connections.
func (p *pool) drop() {
	for _, c := range p.idle {
		_ = c.Close()
	}
	p.idle = nil
}

// close closes the connections that no call uses; the others are closed after their calls.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.drop()
}
