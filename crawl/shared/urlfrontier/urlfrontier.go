// Package urlfrontier lets crawlers share a frontier that a server of URLFrontier (crawler-commons) keeps.
//
// The protocol knows no sessions. Consequences:
//   - A host hands out one page at a time. It is locked for the lease, which Renew cannot prolong: the page must be
//     fetched within the lease, or it is handed out again (shared.Expirer).
//   - The pages of a crawler that was killed are handed out again after the lease, to any crawler. So are the pages of a
//     Pull whose response was lost. Join returns no pages.
//   - A page that waits goes back, to be handed out after a pause that doubles, from the lease on. After the
//     fifth time it is not handed out again. Until it may be handed out, this session can still give it up.
//     A page set aside is not handed out again.
//   - Pages that return come in no special place of their queue, and crawlers do not keep their hosts.
//   - The number of crawlers is not known.
package urlfrontier

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"weft/crawl"
	"weft/crawl/shared"
	"weft/internal/held"
)

// An Address says where a frontier is.
type Address struct {
	Host  string // HOST:PORT
	TLS   bool
	Crawl string // its name; empty for the default crawl of the server
}

var crawlSyntax = held.Regexp(`^[A-Za-z0-9._-]{0,100}$`)

// Parse reads grpc://HOST[:PORT][/CRAWL], or the same with grpcs for TLS. The port defaults to 7071.
func Parse(text string) (Address, error) {
	u, err := url.Parse(text)
	if err != nil {
		return Address{}, errors.New("the address of the frontier is no URL, expected grpc://HOST:PORT/CRAWL")
	}
	a := Address{TLS: u.Scheme == "grpcs", Crawl: strings.TrimPrefix(u.Path, "/")}
	switch {
	case u.Scheme != "grpc" && u.Scheme != "grpcs" || u.Hostname() == "":
		return Address{}, fmt.Errorf("the address of the frontier has scheme %q and host %q, expected grpc://HOST:PORT/CRAWL", u.Scheme, u.Hostname())
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return Address{}, errors.New("the address of the frontier has a user, a query or a fragment, expected grpc://HOST:PORT/CRAWL")
	case !crawlSyntax().MatchString(a.Crawl):
		return Address{}, fmt.Errorf("the name of the crawl is %q, expected up to 100 letters, digits, dots, hyphens and underscores of ASCII", a.Crawl)
	}
	a.Host = net.JoinHostPort(u.Hostname(), "7071")
	if u.Port() != "" {
		a.Host = net.JoinHostPort(u.Hostname(), u.Port())
	}
	return a, nil
}

// String returns the address.
func (a Address) String() string {
	u := url.URL{Scheme: "grpc", Host: a.Host, Path: a.Crawl}
	if a.TLS {
		u.Scheme = "grpcs"
	}
	return u.String()
}

// A Service is a shared.Service at a server of URLFrontier.
type Service struct {
	address Address
	channel *channel
	now     func() time.Time
}

// Open opens the frontier at an address.
func Open(ctx context.Context, a Address) (*Service, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	s := &Service{a, newChannel(a.Host, a.TLS), time.Now}
	if _, err := s.left(ctx); err != nil {
		if ctx.Err() == nil && !absent(err) && !errors.As(err, new(Status)) && !errors.Is(err, errMalformed) {
			err = fmt.Errorf("%w: %w", errMalformed, err) // a server of HTTP/1, say: it may answer, or break the connection off
		}
		return nil, err
	}
	return s, nil
}

// absent reports whether no connection could be made.
func absent(err error) bool {
	op := new(net.OpError)
	return errors.As(err, &op) && op.Op == "dial"
}

// Close implements [shared.Service].
func (s *Service) Close() error {
	s.channel.client.CloseIdleConnections()
	return nil
}

func (s *Service) call(ctx context.Context, method string, requests [][]byte, receive func([]byte) error) error {
	if err := s.channel.call(ctx, method, requests, receive); err != nil {
		return fmt.Errorf("%s: %s: %w", s.address, method, err)
	}
	return nil
}

// left asks for the statistics of the crawl. Pages that are handed out are among the pages of queues.
func (s *Service) left(ctx context.Context) (l shared.Left, err error) {
	err = s.call(ctx, "GetStats", [][]byte{appendText(nil, 2, s.address.Crawl)}, func(message []byte) error {
		list, err := fields(message)
		for _, f := range list {
			switch f.number {
			case 1:
				l.Queued = f.n
			case 2:
				l.Held = f.n
			}
		}
		return err
	})
	l.Queued -= min(l.Queued, l.Held)
	return l, err
}

// Join implements [shared.Service]. It returns no pages. The lease is at least one second.
func (s *Service) Join(ctx context.Context, _ string, lease time.Duration) (shared.Session, []shared.Page, error) {
	if _, err := s.left(ctx); err != nil {
		return nil, nil, err
	}
	return &session{s: s, lease: max(lease.Truncate(time.Second), time.Second), held: map[crawl.Key]handed{}, waits: map[crawl.Key]handed{}}, nil, nil
}

// A session keeps the pages that a crawler holds.
type session struct {
	s     *Service
	lease time.Duration // full seconds

	mu    sync.Mutex
	held  map[crawl.Key]handed
	waits map[crawl.Key]handed // pages that wait, and no crawler holds
}

// A handed page is a page that was handed out.
type handed struct {
	info
	until time.Time // when it may be handed out to others
}
