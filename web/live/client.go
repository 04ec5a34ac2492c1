package live

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"
)

// A Client gets pages. It is safe for concurrent use.
type Client struct {
	opts   Options
	fixed  string // header fields of every request
	dialer *dialer
	pool   *pool
	budget *budget
	arena  *arena
	jar    *jar              // nil without cookies
	origin map[string]string // header fields by site
	secret []string          // names of fields that no answer shows
}

// NewClient returns a client. The error names the option that makes no sense.
func NewClient(o Options) (*Client, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("http client: %w", err)
	}
	o.setDefaults()
	c := &Client{opts: o, fixed: fixedFields(&o)}
	var err error
	if c.dialer, err = newDialer(&c.opts); err != nil {
		return nil, fmt.Errorf("http client: %w", err)
	}
	c.pool = newPool(2*o.Workers, o.IdleTimeout)
	most := o.MaxBody + int64(o.MaxHeader) + minRead // largest size of a response
	c.budget, c.arena = newBudget(max(o.Budget, most-freeBytes)), newArena(most)
	if c.origin, c.secret, err = originFields(o.Origins); err != nil {
		return nil, fmt.Errorf("http client: %w", err)
	}
	c.secret = append(c.secret, "Authorization")
	if o.Cookies || len(o.CookieList) > 0 {
		c.jar = newJar(o.CookieList)
	}
	if len(o.CookieList) > 0 {
		c.secret = append(c.secret, "Cookie")
	}
	return c, nil
}

// Close closes the idle connections. Gets under way continue, and their Answers are valid until they are released.
func (c *Client) Close() {
	c.pool.close()
	c.arena.close()
}

// Get requests a page and fills in the answer, whatever its status. It follows no redirect. The URL may have any
// spelling; a fragment is left out, and credentials are sent. Get waits for the end of the body, or for its
// truncation. For a large body it may wait until other Answers are released.
//
// The error is an *Error, and a is empty then. If a kept connection turns out to be closed, the request is sent
// once more over a new connection.
func (c *Client) Get(ctx context.Context, url string, cond Condition, a *Answer) error {
	a.Release()
	t, err := parseTarget(url)
	if err != nil {
		return err
	}
	a.begin(c, t.url)
	a.Request = c.appendRequest(a.Request[:0], &t, cond)
	if err := c.get(ctx, &t, a); err != nil {
		a.Release()
		return err
	}
	a.Request = c.withoutSecrets(a.Request)
	a.lease.settle()
	a.Took = time.Since(a.Began)
	if c.jar != nil {
		c.jar.learn(&t, a)
	}
	return nil
}

func (c *Client) get(ctx context.Context, t *target, a *Answer) error {
	if cn := c.pool.take(t.site); cn != nil {
		err := c.exchange(ctx, t, cn, a)
		if !errors.Is(err, errStale) {
			return err
		}
		a.Response = a.Response[:0]
	}
	cn, err := c.dialer.connect(ctx, t)
	if err != nil {
		return err
	}
	return c.exchange(ctx, t, cn, a)
}

// exchange uses a connection for a request and keeps or closes it.
func (c *Client) exchange(ctx context.Context, t *target, cn *conn, a *Answer) error {
	a.IP, a.TLS = cn.ip, cn.tls
	total := a.Began.Add(c.opts.TotalTimeout)
	var keep bool
	var err error
	if cn.h2 != nil {
		x := exchange2{opts: &c.opts, cn: cn, a: a, total: total}
		keep, err = x.run(ctx, t)
	} else {
		keep, err = c.exchange1(ctx, t, cn, a, total)
	}
	if keep && err == nil {
		c.pool.put(cn)
	} else {
		cn.shut()
	}
	return err
}

func (c *Client) exchange1(ctx context.Context, t *target, cn *conn, a *Answer, total time.Time) (keep bool, err error) {
	request := a.Request
	if cn.proxied != "" {
		a.wire = proxied(a.wire[:0], a.Request, t, cn.proxied)
		request = a.wire
	}
	stop := context.AfterFunc(ctx, func() { _ = cn.SetDeadline(time.Unix(1, 0)) })
	x := exchange{ctx: ctx, opts: &c.opts, cn: cn, a: a, total: total}
	keep, err = x.run(request)
	if !stop() {
		keep = false // the deadline may be set at any moment
	}
	return keep, err
}

// Locate returns the address to which Get would first connect for a URL if no connection were kept. It comes from
// Options.Resolve or the DNS and is kept for five minutes. It is not valid behind a proxy. If no address is
// permitted, Locate returns an error that says so.
func (c *Client) Locate(ctx context.Context, url string) (netip.Addr, error) {
	t, err := parseTarget(url)
	if err != nil {
		return netip.Addr{}, err
	}
	proxy, err := c.dialer.proxyOf(ctx, &t)
	if err != nil || proxy != nil {
		return netip.Addr{}, err
	}
	within, cancel := context.WithTimeout(ctx, c.opts.ConnectTimeout)
	defer cancel()
	addrs, err := c.dialer.resolver.addresses(within, t.name(), t.port)
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		return netip.Addr{}, fail(CauseDNS, "no answer within %s", c.opts.ConnectTimeout)
	}
	if err != nil {
		return netip.Addr{}, err
	}
	for _, a := range addrs {
		if c.opts.AllowPrivate || specialKind(a) == "" {
			return a, nil
		}
	}
	return netip.Addr{}, refuse(addrs[0])
}
