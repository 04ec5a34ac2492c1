package redis

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/crawl/shared/redis/redistest"
	"weft/crawl/shared/sharedtest"
	"weft/internal/drawn"
)

// A proxy stands before a server, and cuts connections: before a request has passed, or before its reply has.
type proxy struct {
	to   string
	mu   sync.Mutex
	r    *rand.Rand
	cuts int // so far
}

func startProxy(t *testing.T, to string) (addr string, p *proxy) {
	p = &proxy{to: to, r: drawn.Rand(t)}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(c)
		}
	}()
	return l.Addr().String(), p
}

// cut draws whether to cut now.
func (p *proxy) cut() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	cut := p.r.IntN(10) == 0
	if cut {
		p.cuts++
	}
	return cut
}

func (p *proxy) serve(c net.Conn) {
	defer c.Close()
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer server.Close()
	go p.pass(c, server) // replies
	p.pass(server, c)
	c.Close()
}

// pass passes data on. A cut comes after data was read, so that a reply that is cut belongs to a call that was made.
func (p *proxy) pass(to, from net.Conn) {
	data := make([]byte, 64<<10)
	for {
		n, err := from.Read(data)
		if err != nil || p.cut() {
			from.Close()
			to.Close()
			return
		}
		if _, err := to.Write(data[:n]); err != nil {
			return
		}
	}
}

// A stubborn service repeats every call that the network lost.
type stubborn struct{ *Service }

// A stubbornSession repeats calls.
type stubbornSession struct{ shared.Session }

func repeat(call func() error) error {
	for {
		err := call()
		var network *net.OpError
		if !errors.As(err, &network) && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
	}
}

func (s stubborn) Join(ctx context.Context, crawler string, lease time.Duration) (x shared.Session, pages []shared.Page, err error) {
	err = repeat(func() (err error) {
		x, pages, err = s.Service.Join(ctx, crawler, lease)
		return err
	})
	return stubbornSession{x}, pages, err
}

func (s stubbornSession) Offer(ctx context.Context, pages []shared.Page) error {
	return repeat(func() error { return s.Session.Offer(ctx, pages) })
}

func (s stubbornSession) Again(ctx context.Context, pages []shared.Page) error {
	return repeat(func() error { return s.Session.Again(ctx, pages) })
}

func (s stubbornSession) Pull(ctx context.Context, most, perHost int) (pages []shared.Page, left shared.Left, err error) {
	err = repeat(func() (err error) {
		pages, left, err = s.Session.Pull(ctx, most, perHost)
		return err
	})
	return pages, left, err
}

func (s stubbornSession) Done(ctx context.Context, keys []crawl.Key) error {
	return repeat(func() error { return s.Session.Done(ctx, keys) })
}

func (s stubbornSession) Wait(ctx context.Context, keys []crawl.Key) error {
	return repeat(func() error { return s.Session.Wait(ctx, keys) })
}

func (s stubbornSession) Aside(ctx context.Context, keys []crawl.Key) error {
	return repeat(func() error { return s.Session.Aside(ctx, keys) })
}

func (s stubbornSession) Back(ctx context.Context, keys []crawl.Key) error {
	return repeat(func() error { return s.Session.Back(ctx, keys) })
}

func (s stubbornSession) Renew(ctx context.Context) error {
	return repeat(func() error { return s.Session.Renew(ctx) })
}

func (s stubbornSession) Leave(ctx context.Context) (left shared.Left, err error) {
	err = repeat(func() (err error) {
		left, err = s.Session.Leave(ctx)
		return err
	})
	return left, err
}

// All that a shared frontier must do holds also over a network that loses calls and replies, when calls are repeated:
// nothing is done twice, and nothing is lost.
func TestLostReplies(t *testing.T) {
	server := redistest.Start(t, "appendonly no")
	frontiers, cuts := 0, 0
	sharedtest.Run(t, func(t *testing.T) sharedtest.Subject {
		frontiers++
		direct := open(t, server, "f"+strconv.Itoa(frontiers))
		addr, p := startProxy(t, server.Addr())
		through := &Service{pool: &pool{address: direct.pool.address}, id: direct.id}
		through.pool.address.Host = addr
		t.Cleanup(func() {
			through.Close()
			p.mu.Lock()
			defer p.mu.Unlock()
			cuts += p.cuts
		})
		return sharedtest.Subject{Service: stubborn{through}, Advance: func(d time.Duration) { advance(t, direct, d) }}
	})
	if cuts < 50 {
		t.Errorf("only %d connections were cut", cuts)
	}
}
