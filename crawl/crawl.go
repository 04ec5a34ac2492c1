package crawl

import (
	"context"
	"errors"
	"io"

	"weft/graph/kinds"
	"weft/graph/page"
)

// A Page is the number of a page in one crawl, in the order in which pages were first mentioned.
type Page uint32

// None is no page: where seeds come from.
const None = ^Page(0)

// A Key is the name that a Web has for a page, such as the fingerprint of its URL or its number in a graph.
type Key uint64

// A Pick is a page that was chosen to be fetched: the Seq-th from 0 on.
type Pick struct {
	Seq  uint64
	Page Page
	Key  Key
}

// An Out is a link of a page. Slices are valid until the reply is used again.
type Out struct {
	Key   Key
	Kinds kinds.Set
	// Name is the URL, and Anchor the text of the link, as far as a Web has them.
	Name, Anchor []byte
	// Barred says that this link does not lead there, and Why: the page is out of scope, say. A page is picked only if some
	// link to it is not barred.
	Barred bool
	Why    string
}

// A Reply is the result of fetching a page. It is reused: Fetch overwrites it.
type Reply struct {
	State page.State
	Links []Out
	// Again says that the page may be picked once more: Options.Again says when. The page was not had; or, with state
	// page.Fetched, in part.
	Again bool
	// Handed says that this is not a reply: the links are pages that a Feed has handed out.
	Handed bool
	// Aside says that this is no page of the crawl, but something that its pages need: it does not count as fetched.
	Aside bool
	// Note holds data of the Web about the page: a log keeps it, and returns it when a crawl is replayed.
	Note []byte
	// Attached is further data from the Web for the log, such as a record of an archive. A replay does not restore
	// it, and it stays in place when the reply is reused.
	Attached any
}

func (r *Reply) reset() {
	*r = Reply{Links: r.Links[:0], Note: r.Note[:0], Attached: r.Attached}
}

// A Web is where pages come from.
type Web interface {
	// Start receives each pick, in the order of their numbers, also in a replay. A model draws here.
	Start(Pick)
	// Fetch gets a page. Calls run concurrently, and depend only on the picks that Start received. A page that
	// cannot be fetched is a reply with that state. An error ends the crawl, except ErrLater, which means that the
	// Web has put the pick back into the Queue.
	Fetch(ctx context.Context, p Pick, r *Reply) error
}

// ErrLater says that a pick is to be fetched later.
var ErrLater = errors.New("later")

// A Queue holds picks until they may be fetched, such as picks of a host with a delay between requests.
type Queue interface {
	// Put adds a pick, after Web.Start received it. One goroutine calls it.
	Put(Pick)
	// Take waits for a pick that may be fetched. The workers call it. An error ends the crawl, except an error of
	// ctx.
	Take(ctx context.Context) (Pick, error)
}

// Again holds pages whose last reply says that they may be picked once more, as long as it likes. The loop calls it from one
// goroutine.
type Again interface {
	// Next returns a page that is to be picked once more now; false if there is none.
	Next() (Page, bool)
	// Last returns a page that is to be picked once more when the strategy knows of none; false if there is none.
	Last() (Page, bool)
	// Ready lets one read when Next may have a page that it had not before.
	Ready() <-chan struct{}
	// Left says whether there will be such pages, so that a crawl with nothing else left to do waits for them. Nothing
	// is under way then.
	Left() bool
}

// A Feed hands out the pages that a crawl may fetch, from a frontier that it shares with other crawls. The loop calls it from
// one goroutine.
type Feed interface {
	// Next returns the pages that were handed out since the last call, lent until the next call. An error ends the crawl.
	Next() ([]Handed, error)
	// Had receives a page that was handed out, and needs no request: its reply was learnt before.
	Had(Key)
	// Postponed receives a page that was handed out and is postponed. It reports whether the page stays postponed, and is not
	// picked at once.
	Postponed(Page) bool
	// Ready lets one read when Next may have pages.
	Ready() <-chan struct{}
	// Left reports whether the crawl waits for more pages when nothing else is left to do.
	Left() bool
}

// A Handed is a page that a Feed hands out. Its Note goes into the log: the notes of pages that are handed out together
// stand there one after the other.
type Handed struct {
	Out
	Note []byte
}

// ErrLost says that a pick is not fetched, because other crawls may fetch its page. It stays under way until the Feed hands
// its page out again.
var ErrLost = errors.New("lost to another crawl")

// A Link is a link as a strategy learns it.
type Link struct {
	To    Page
	Kinds kinds.Set
	// New reports that To was not mentioned before, or only by barred links, and that this link is not barred.
	New bool
	// LetIn says the latter: To may be picked from here on. It is New, too.
	LetIn bool
	// Barred says that To must not be picked: only barred links led there so far.
	Barred bool
	// Name is the URL of a new page where the Web has one, lent.
	Name []byte
}

// A Turn is the wish of a strategy.
type Turn uint8

const (
	// Take says that the page comes next.
	Take Turn = iota
	// Wait says that no page is known which could be next, but that those under way may lead to some.
	Wait
	// Stop says that the crawl is to end.
	Stop
)

// A Strategy chooses the next page. One goroutine uses it. It is a function of its calls and of its seed: the same
// calls return the same results. It must not name a page twice, nor a barred one. About a page that is picked once
// more it learns when the page is fetched, and earlier only if there were links, such as the links of a sitemap.
type Strategy interface {
	// Learn receives a fetched page, or the seeds, with None as page. Links are valid until it returns.
	Learn(p Page, s page.State, links []Link)
	// Next chooses a page. With Wait it may be asked again before anything is learnt; with no page under way the crawl ends.
	Next() (Page, Turn)
	// Save and Load write and read the state of the strategy. Load is called on a new strategy with the same
	// options.
	Save(io.Writer) error
	Load(io.Reader) error
}

// Fed is a [Strategy] for a crawl with a [Feed]. It chooses only pages that were handed out. A page may be handed out more
// than once before it is picked. Links are valid until the method returns.
type Fed interface {
	Handed(links []Link)
}

// Patient is a [Strategy] that also receives pages that were picked and are neither fetched nor given up: their
// reply has Again set. Their links are learnt before.
type Patient interface {
	PutOff(p Page, s page.State)
}

// A Log receives everything that a crawl does, in order, before it takes effect. Slices are valid until the method
// returns.
type Log interface {
	Picked(Pick) error
	// Learnt receives a reply, and its links as the strategy learns them, in the same places. Seeds are the reply
	// of a Pick with None as page, as are pages that were handed out.
	Learnt(Pick, *Reply, []Link) error
}

// Pages numbers the keys of pages. It is used by one goroutine.
type Pages interface {
	// Number returns the page with a key, and whether that is the first mention, which gives it the next number.
	Number(Key) (Page, bool, error)
	// Key returns the key of a page that was numbered.
	Key(Page) Key
	// Len returns how many pages have been numbered.
	Len() int
}
