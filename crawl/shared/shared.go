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
	// Note is a word of the first crawler that offers the page to the crawler that fetches it. The service keeps it as it is.
	Note []byte
}

// LongestNote is the size of the longest note, in bytes.
const LongestNote = 64

// Left counts the pages that are left.
type Left struct {
	Queued uint64 // pages that no crawler holds
	Held   uint64 // pages that crawlers hold, this one among them, without pages set aside
	// Crawlers counts the sessions that have neither lapsed nor left, this one among them.
	Crawlers uint64
}

// Over reports whether nothing is left to be fetched, by anybody.
func (l Left) Over() bool { return l.Queued == 0 && l.Held == 0 }

// ErrLapsed says that a session has lapsed, or that its crawler has begun another one. The call has done nothing.
var ErrLapsed = errors.New("the session of this crawler at the shared frontier has ended")

// ErrRefused marks errors that a repetition does not cure: a wrong password, say, or data of another program.
var ErrRefused = errors.New("the shared frontier cannot be used")

// A Service keeps a frontier for several crawlers: all pages ever offered, a queue for each host, and the crawlers that
// hold hosts. Any goroutine may call its methods. Each may be repeated after an error: a repetition
// changes nothing more.
type Service interface {
	// Join begins a session of a crawler, which ends the session before of the same crawler. Pages that the ended
	// session held are held by the new session. Join returns them in the order of their pulls; no page of them waits or
	// is set aside. The session lapses when lease passes without Renew. The next Join or Pull of another crawler then
	// frees the hosts of the session and queues its pages again, first at their hosts. A Join of the same crawler before
	// gets the pages.
	Join(ctx context.Context, crawler string, lease time.Duration) (Session, []Page, error)
	Close() error
}

// A Session offers and pulls pages for one crawler. After it has lapsed or was ended, all methods return ErrLapsed, and
// have done nothing.
type Session interface {
	// Offer queues the pages that no crawler has offered before.
	Offer(ctx context.Context, pages []Page) error
	// Pull takes up to most pages from hosts that this session holds, and from free hosts. A host is held as long as any
	// page of it is. The session holds up to perHost pages of a host, beside pages that wait (Wait) or are set aside. For
	// each of these it may hold one more, up to eight times perHost. So a host that fails does not fail page by page.
	// Hosts that the session holds come first, then free hosts that this crawler held last, then other free hosts. Pages of
	// a host come in the order of its queue. A repetition after an error returns the pages that the failed call took.
	Pull(ctx context.Context, most, perHost int) ([]Page, Left, error)
	// Again queues pages at the front, the first page first, also if they are done. Pages that are queued or held stay as
	// they are.
	Again(ctx context.Context, pages []Page) error
	// Done drops pages that need not be fetched again. Pages that the session does not hold are ignored.
	Done(ctx context.Context, keys []crawl.Key) error
	// Wait marks pages that will be requested again later: they stay held, and take no room of their host.
	Wait(ctx context.Context, keys []crawl.Key) error
	// Aside sets pages aside that a rule of this crawler bars: as Wait, but Left does not count them. Otherwise, two
	// crawlers with such pages would wait for each other.
	Aside(ctx context.Context, keys []crawl.Key) error
	// Back returns pages to the front of the queues of their hosts, the first key first.
	Back(ctx context.Context, keys []crawl.Key) error
	// Renew prolongs the session by its lease from now.
	Renew(ctx context.Context) error
	// Leave returns all pages to the front, the earliest pull first, and ends the session.
	Leave(ctx context.Context) (Left, error)
}

// An Expirer is a Session that holds each page for a time of its own, which Renew does not prolong.
type Expirer interface {
	// Expires returns until when the session holds a page. It returns false for a page that it does not hold.
	Expires(key crawl.Key) (time.Time, bool)
	// Waits reports whether no crawler gets a page now, because this session let it wait.
	Waits(key crawl.Key) bool
}

// An Identified is a Service whose frontiers have names.
type Identified interface {
	// Identity returns a name that no other frontier has, not even a later one at the same address.
	Identity() string
}

// An Agreed is a Service that keeps a text for each frontier.
type Agreed interface {
	// Agree keeps the text of the first crawler that calls it, and returns the text that is kept. It returns an empty text if
	// the frontier is gone.
	Agree(ctx context.Context, text string) (string, error)
}
