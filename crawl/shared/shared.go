// Package shared lets several crawlers fetch from one frontier, which a service keeps: each page once, and each host by
// one crawler at a time.
package shared

import (
	"context"
	"errors"
	"time"

	"weft/crawl"
)

// A Page is a page as crawlers tell each other of it.
type Page struct {
	Key  crawl.Key // the fingerprint of the URL
	Host string    // whose turns it takes, as in crawl/polite
	URL  []byte
}

// Left says what the service still has.
type Left struct {
	Queued uint64 // pages that no crawler holds
	Held   uint64 // pages that crawlers hold, this one among them
	// Crawlers counts the sessions that have neither lapsed nor left, this one among them.
	Crawlers uint64
}

// Over reports whether nothing is left to be fetched, by anybody.
func (l Left) Over() bool { return l.Queued == 0 && l.Held == 0 }

// ErrLapsed says that a session has lapsed, or that its crawler has begun another one. The call has done nothing.
var ErrLapsed = errors.New("the session of this crawler at the shared frontier has ended")

// ErrRefused marks errors that a repetition does not cure: a wrong password, say, or data of another program.
var ErrRefused = errors.New("the shared frontier cannot be used")

// A Service keeps a frontier for several crawlers: the pages that were ever offered, a queue of pages for each host,
// and who holds which host. Any goroutine may call its methods. Each may be repeated after an error: a repetition
// changes nothing more.
type Service interface {
	// Join begins a session of a crawler, which ends the session before of the same crawler. Pages that the ended
	// session held are held by the new one, and returned in the order in which they were pulled; none of them waits. The
	// session lapses when lease passes without Renew. Then the next Join or Pull of another crawler frees its hosts, and
	// queues its pages again, before the others of their hosts. Until then, a Join of the same crawler still gets them.
	Join(ctx context.Context, crawler string, lease time.Duration) (Session, []Page, error)
	Close() error
}

// A Session is what a crawler does at a service. After it has lapsed or was ended, all methods return ErrLapsed, and
// have done nothing.
type Session interface {
	// Offer queues the pages that nobody has offered before.
	Offer(ctx context.Context, pages []Page) error
	// Pull takes up to most pages from hosts that this session holds, or that nobody holds. Of a host it lets the session
	// hold up to perHost pages, beside those that wait (Wait). A host is held as long as any page of it is. Hosts that the
	// session holds come first, then free hosts that this crawler held last, then other free hosts. Of each, pages come
	// in the order of their queue. A repetition after an error returns what the failed call took.
	Pull(ctx context.Context, most, perHost int) ([]Page, Left, error)
	// Done says that pages need not be fetched again. Pages that the session does not hold are ignored.
	Done(ctx context.Context, keys []crawl.Key) error
	// Wait says that pages will be requested again later: they stay held, and take no room of their host.
	Wait(ctx context.Context, keys []crawl.Key) error
	// Back returns pages to the front of the queues of their hosts, the first of them first.
	Back(ctx context.Context, keys []crawl.Key) error
	// Renew prolongs the session by its lease from now.
	Renew(ctx context.Context) error
	// Leave returns all pages, the one pulled first to the front, and ends the session.
	Leave(ctx context.Context) (Left, error)
}
