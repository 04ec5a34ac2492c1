package serve

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"

	"weft/answers/answer"
	"weft/answers/missing"
	"weft/internal/atomicfile"
	"weft/web/weburl"
)

// mostLists is the number of lists of missing pages that a crawl holds, under way and ended. Each is a scratch file.
const mostLists = 4

// A listKey names a list of missing pages: the class, and the reason. An empty reason means all reasons.
type listKey struct{ class, reason string }

// A listStore makes the lists of missing pages of a crawl, and holds the latest ones.
type listStore struct {
	mu  sync.Mutex
	all []*listWork // by their last use, the latest last
}

// A listWork is a list that is being made, or was made.
type listWork struct {
	*task[*missingList]
	key  listKey
	refs int // requests that read the list, and one while the store holds it
}

// A missingList has the URLs of a list as weft missing writes them, a line each, in a scratch file. It is safe for
// concurrent use.
type missingList struct {
	file   *os.File
	size   int64
	starts []int64 // where every 100th line begins, from the first
	rows   int
}

// listMissing returns the work on a list of missing pages, and begins it for the first request. It returns nil while too
// many other lists are made. The caller gives the list back when it has read it.
func (s *Server) listMissing(o *opened, key listKey) *listWork {
	m := &o.lists
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.all, func(l *listWork) bool { return l.key == key })
	if i >= 0 && m.all[i].isOld(o.of) {
		m.forget(i)
		i = -1
	}
	if i < 0 && len(m.all) == mostLists {
		oldest := slices.IndexFunc(m.all, func(l *listWork) bool { return l.hasEnded() })
		if oldest < 0 {
			return nil
		}
		m.forget(oldest)
	}
	var l *listWork
	if i < 0 {
		l = &listWork{newLogTask[*missingList](o.of), key, 1}
		o.hold()
		go s.makeList(o, l)
	} else {
		l = m.all[i]
		m.all = append(m.all[:i:i], m.all[i+1:]...)
	}
	l.refs++
	m.all = append(m.all, l)
	return l
}

// forget removes a list that has ended from the store. The caller holds the lock.
func (m *listStore) forget(i int) {
	l := m.all[i]
	m.all = append(m.all[:i:i], m.all[i+1:]...)
	m.drop(l)
}

// drop ends a use of a list, and removes its file after the last use. The caller holds the lock. A list under way is in use.
func (m *listStore) drop(l *listWork) {
	if l.refs--; l.refs == 0 && l.got != nil {
		l.got.file.Close() //nolint:errcheck // a scratch file
	}
}

// back ends the use of a list by a request.
func (m *listStore) back(l *listWork) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drop(l)
}

// close forgets all lists. All of them have ended, because each holds the crawl until its end.
func (m *listStore) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.all) > 0 {
		m.forget(0)
	}
}

// makeList makes a list of a crawl that it holds.
func (s *Server) makeList(o *opened, l *listWork) {
	defer o.release()
	l.run(s, "list the missing pages", func(memory int64) (*missingList, error) {
		return s.askList(o, l.key, answer.Options{Memory: memory, Workers: s.options.Workers, Seed: 1})
	})
}

// askList asks the question of weft missing for a list.
func (s *Server) askList(o *opened, key listKey, options answer.Options) (*missingList, error) {
	asked := map[string]string{"list": key.class, "top": "0", "hosts": "0"}
	if key.reason != "" {
		asked["reason"] = key.reason
	}
	got, err := s.askMissing(o, options, asked)
	if err != nil {
		return nil, err
	}
	files := got.Kept().Files
	if len(files) != 1 {
		return nil, errors.New("weft missing has no list")
	}
	return newMissingList(&files[0])
}

// newMissingList copies a list to a scratch file, and notes where its lines begin.
func newMissingList(from *answer.File) (*missingList, error) {
	f, err := atomicfile.Scratch("")
	if err != nil {
		return nil, err
	}
	l := &missingList{file: f}
	out := bufio.NewWriter(io.MultiWriter(f, l))
	if err = from.Write(out); err == nil {
		err = out.Flush()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return l, nil
}

// Write counts lines, and notes where every 100th begins.
func (l *missingList) Write(p []byte) (int, error) {
	for i, b := range p {
		if l.size == 0 && i == 0 {
			l.starts = append(l.starts, 0)
		}
		if b != '\n' {
			continue
		}
		if l.rows++; l.rows%rowsShown == 0 {
			l.starts = append(l.starts, l.size+int64(i)+1)
		}
	}
	l.size += int64(len(p))
	return len(p), nil
}

// all returns a reader of the whole list.
func (l *missingList) all() io.Reader { return io.NewSectionReader(l.file, 0, l.size) }

// page returns the rows of a page of the list, counted from 0. Texts that are longer than any URL are cut.
func (l *missingList) page(n int) (rows []missing.Example, err error) {
	if n < 0 || n >= len(l.starts) {
		return nil, nil
	}
	in := bufio.NewReader(io.NewSectionReader(l.file, l.starts[n], l.size-l.starts[n]))
	for len(rows) < rowsShown {
		columns, err := readColumns(in)
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		links, _ := strconv.Atoi(columns[2]) // weft wrote it
		rows = append(rows, missing.Example{URL: columns[0], Reason: columns[1], Links: links, From: columns[3]})
	}
	return rows, nil
}

// readColumns reads a line of four columns. It cuts each to a byte more than the longest URL, so that no cut text is a URL.
func readColumns(in *bufio.Reader) (columns [4]string, err error) {
	var text [len(columns)][]byte
	for at := 0; ; {
		b, err := in.ReadByte()
		switch {
		case err != nil:
			return columns, err
		case b == '\n':
			for i := range text {
				columns[i] = string(text[i])
			}
			return columns, nil
		case b == '\t' && at < len(columns)-1:
			at++
		case len(text[at]) <= weburl.MaxLen:
			text[at] = append(text[at], b)
		}
	}
}

// whole waits for a list to the end, for downloads. The list is nil if ctx is done before.
func (l *listWork) whole(ctx context.Context) (*missingList, error) {
	select {
	case <-l.done:
		return l.got, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
