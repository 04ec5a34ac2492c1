package livecrawl

import (
	"weft/crawl"
	"weft/crawl/frontier"
	"weft/crawl/journal"
)

// A Frontier is the store of the pages that a crawl knows. It numbers their keys, returns their names, and queues
// the picked pages.
type Frontier interface {
	// Names are appended in the order of their numbers, and stay.
	journal.Names
	// Numbers returns the table that numbers keys. The table knows the names that are already there. Numbers is
	// called once.
	Numbers() (crawl.Pages, error)
	// Queue returns the queue of picks. Those whose hosts are asked from here it hands on to hosts, which is nil if no
	// host is asked.
	Queue(hosts crawl.Queue) crawl.Queue
	// Bytes bounds the memory that it takes in this process.
	Bytes() int64
	Close() error
}

// Frontiers makes and opens the frontier in a folder.
type Frontiers interface {
	Create(dir string) (Frontier, error)
	// Open opens a frontier with at most atMost names. Later names are forgotten.
	Open(dir string, atMost int) (Frontier, error)
	// Count returns how many names it has, without a change.
	Count(dir string) (int, error)
}

// localFrontiers opens the frontiers of package frontier.
type localFrontiers struct{}

func (localFrontiers) Create(dir string) (Frontier, error) { return frontier.Create(dir) }

func (localFrontiers) Open(dir string, atMost int) (Frontier, error) {
	return frontier.Open(dir, atMost)
}

func (localFrontiers) Count(dir string) (int, error) {
	names, err := frontier.OpenNamesReadOnly(dir)
	if err != nil {
		return 0, err
	}
	return names.Len(), names.Close()
}
