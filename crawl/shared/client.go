package shared

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"weft/crawl"
)

// ClientOptions are options of a Client.
type ClientOptions struct {
	// Crawler is the name of the crawler. A later session with the same name gets the pages that this session holds.
	Crawler string
	// Lease is how long the service keeps hosts and pages for a silent crawler. 0 is [DefaultLease].
	Lease time.Duration
	// Margin is how long before the end of the lease requests are stopped. Clocks differ in speed, and requests need a
	// moment to stop. 0 is a tenth of the lease.
	Margin time.Duration
	// Away is how long the service may be away before the client gives up. 0 is [DefaultAway].
	Away time.Duration
	// Tell receives messages for people. Nil drops them. It is called from several goroutines.
	Tell func(string)
}

// Defaults of ClientOptions.
const (
	DefaultLease = time.Minute
	DefaultAway  = 5 * time.Minute
)

// SetDefaults replaces zero values.
func (o *ClientOptions) SetDefaults() {
	if o.Lease == 0 {
		o.Lease = DefaultLease
	}
	if o.Margin == 0 {
		o.Margin = o.Lease / 10
	}
	if o.Away == 0 {
		o.Away = DefaultAway
	}
	if o.Tell == nil {
		o.Tell = func(string) {}
	}
}

// ErrAway says that the service has not answered for too long.
var ErrAway = errors.New("the shared frontier does not answer")

// A Client is a crawler's side of a Service. It keeps a session alive, begins another one after a lapse, repeats calls
// that fail, and gathers small calls. Any goroutine may call its methods.
//
// A page may be requested only under its [Client.Context], which ends before the service may hand its host to others.
// The clocks of the two sides are never compared: the client counts from the time when it sent the call.
type Client struct {
	service Service
	o       ClientOptions
	first   []crawl.Key // what the first Join returned

	ctx  context.Context // of the goroutines and calls; its cause is why the client ended
	end  context.CancelCauseFunc
	done sync.WaitGroup
	wake chan struct{} // something is to be sent

	sending  turn // held while a batch is sent, so that batches keep their order
	pulling  turn
	renewing turn // held during Renew
	leaving  bool // the session is not renewed any more; guarded by renewing

	mu       sync.Mutex
	now      *span
	doubted  chan struct{} // says that the session may have lapsed
	held     map[crawl.Key]state
	usurped  int    // how often the service ended sessions before their time, since the last Renew
	returned []Page // by Join, to be handed out by Pull
	next     *batch // what the calls since the last batch say
	out      *batch // the batch that is sent, until the service has confirmed it
}

// Connect begins a session. It fails at once if the service cannot be reached. Errors that no repetition cures wrap
// [ErrRefused].
func Connect(ctx context.Context, s Service, o ClientOptions) (*Client, error) {
	o.SetDefaults()
	if o.Crawler == "" || o.Lease < 0 || o.Margin < 0 || o.Margin >= o.Lease {
		return nil, fmt.Errorf("shared: crawler %q, lease %v, margin %v: want a name, and a margin below the lease", o.Crawler, o.Lease, o.Margin)
	}
	c := &Client{
		service: s, o: o, sending: newTurn(), pulling: newTurn(), renewing: newTurn(),
		wake: make(chan struct{}, 1), doubted: make(chan struct{}, 1), next: new(batch), out: new(batch),
	}
	c.ctx, c.end = context.WithCancelCause(context.Background())
	c.now = c.newSpan()
	if err := c.join(ctx); err != nil {
		c.end(err)
		return nil, fmt.Errorf("join the shared frontier: %w", err)
	}
	for key := range c.held {
		c.first = append(c.first, key)
	}
	c.done.Go(c.keep)
	c.done.Go(c.deliver)
	return c, nil
}

// Held returns the keys of the pages that the first Join returned, in no order: pages of an earlier session.
func (c *Client) Held() []crawl.Key { return c.first }

// Holds reports whether the session holds a page, as far as the client knows.
func (c *Client) Holds(key crawl.Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.holds(key)
}

// Context returns a context for requests of a page that the session holds. It ends with the cause [ErrLapsed] before
// another crawler may hold the host; then call Context again. While the client does not know whether the session
// lasts, Context waits, at most until parent ends. The result is false if the page is not held any more, and if parent or
// the client ended. The caller must call the function when the requests are over.
func (c *Client) Context(parent context.Context, key crawl.Key) (context.Context, context.CancelFunc, bool) {
	x, err := c.sure(parent)
	if err != nil || !c.Holds(key) {
		return nil, nil, false
	}
	free := func() {}
	if e, ok := x.session.(Expirer); ok {
		at, held := e.Expires(key)
		if c.idles(key) {
			return nil, nil, false
		}
		if at = at.Add(-c.o.Margin); !held || !time.Now().Before(at) {
			c.forget(key)
			return nil, nil, false
		}
		parent, free = context.WithDeadlineCause(parent, at, ErrLapsed)
	}
	ctx, cancel := context.WithCancelCause(parent)
	stop := context.AfterFunc(x.ctx, func() { cancel(context.Cause(x.ctx)) })
	return ctx, func() {
		stop()
		cancel(context.Canceled)
		free()
	}, true
}

// Waits reports whether a page waits or is set aside that no crawler may request now, and that this crawler can still give
// up. Only a service with an [Expirer] has such pages.
func (c *Client) Waits(key crawl.Key) bool {
	c.mu.Lock()
	x, state, held := c.now, c.held[key], c.holds(key)
	c.mu.Unlock()
	if !x.isReady() || !held || state == active {
		return false
	}
	e, ok := x.session.(Expirer)
	return ok && (state == aside || e.Waits(key))
}

// idles reports whether a page waits or is set aside.
func (c *Client) idles(key crawl.Key) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.holds(key) && c.held[key] != active
}

// holds is Holds under the lock.
func (c *Client) holds(key crawl.Key) bool {
	_, held := c.held[key]
	return held
}

// forget drops a page that the session holds no more.
func (c *Client) forget(key crawl.Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.held, key)
}

// Failed is closed when the client has given up, or was closed.
func (c *Client) Failed() <-chan struct{} { return c.ctx.Done() }

// Err returns why the client gave up. It is nil as long as it has not, and after Leave and Close.
func (c *Client) Err() error {
	if err := context.Cause(c.ctx); !errors.Is(err, errClosed) {
		return err
	}
	return nil
}

// Pull takes pages, as [Session.Pull] does. It first sends what was queued. Pages that a Join returned come first.
// While the service is away, Pull repeats the call.
func (c *Client) Pull(ctx context.Context, most, perHost int) (pages []Page, left Left, err error) {
	if err := c.pulling.take(ctx); err != nil {
		return nil, Left{}, err
	}
	defer c.pulling.give()
	err = c.try(ctx, func(ctx context.Context, s Session) error {
		if err := c.send(ctx, s); err != nil {
			return err
		}
		if pages, left, err = s.Pull(ctx, most, perHost); err == nil {
			pages = c.pulled(s, pages)
		}
		return err
	})
	if err != nil {
		return nil, Left{}, err
	}
	return pages, left, nil
}

// pulled notes pages that a session pulled, and returns them after pages that a Join returned. If another session has
// begun meanwhile, its Join has returned the pulled pages.
func (c *Client) pulled(s Session, pages []Page) (all []Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.returned {
		if _, held := c.held[p.Key]; held { // it may be done meanwhile
			all = append(all, p)
		}
	}
	c.returned = nil
	if c.now.session != s {
		return all
	}
	for _, p := range pages {
		c.held[p.Key] = active
		delete(c.next.states, p.Key) // of an earlier time
	}
	return append(all, pages...)
}

// Leave sends what was queued, returns all pages to the service, and ends the session and the client.
func (c *Client) Leave(ctx context.Context) (left Left, err error) {
	defer c.shut()
	if err := c.renewing.take(ctx); err != nil {
		return Left{}, err
	}
	c.leaving = true
	c.renewing.give()
	err = c.try(ctx, func(ctx context.Context, s Session) error {
		if err := c.send(ctx, s); err != nil {
			return err
		}
		left, err = s.Leave(ctx)
		return err
	})
	return left, err
}

// Close ends the client without leaving. The session lapses later; a client of the same name may continue it.
func (c *Client) Close() error {
	c.shut()
	return nil
}

// errClosed is the cause of the end of a client that was closed.
var errClosed = errors.New("the client of the shared frontier was closed")

func (c *Client) shut() {
	c.end(errClosed)
	c.done.Wait()
}
