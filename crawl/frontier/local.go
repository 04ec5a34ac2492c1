package frontier

import (
	"context"

	"weft/crawl"
	"weft/internal/par"
)

// A Local frontier serves one process: names in a folder, numbers in memory, and a given queue.
type Local struct {
	*Names
	known *Known
}

// Create makes a frontier in a folder; see [CreateNames].
func Create(dir string) (*Local, error) {
	n, err := CreateNames(dir)
	if err != nil {
		return nil, err
	}
	return &Local{Names: n}, nil
}

// Open opens a frontier with at most atMost names; see [OpenNames].
func Open(dir string, atMost int) (*Local, error) {
	n, err := OpenNames(dir, atMost)
	if err != nil {
		return nil, err
	}
	return &Local{Names: n}, nil
}

// Numbers returns what numbers keys. When it is asked first it learns the names that there are.
func (l *Local) Numbers() (crawl.Pages, error) {
	if l.known == nil {
		k := new(Known)
		if err := k.Fill(context.Background(), l.Names, par.Workers(0)); err != nil {
			return nil, err
		}
		l.known = k
	}
	return l.known, nil
}

// Queue returns the queue of hosts as it is: all of them are asked from here.
func (l *Local) Queue(hosts crawl.Queue) crawl.Queue { return hosts }

// Bytes returns an upper limit for the memory of the frontier: 15 bytes per page for its fingerprint, its place in
// the table, and a 17th of a byte of Names. It does not include [LocalBytes].
func (l *Local) Bytes() int64 { return 15 * int64(l.Len()) }

// LocalBytes is the memory of a Local without pages: the last names, their compressor, and the smallest table.
const LocalBytes = 12 << 20
