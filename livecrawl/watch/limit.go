package watch

import (
	"container/list"
	"net"
	"sync"
)

// Connections to the status page take file handles, of which the crawl needs those that are left. The page takes at
// most a sixteenth of what the process may have, 4 to 64 connections. Where one more comes the oldest is closed:
// who holds connections open and asks nothing can neither stop the crawl nor keep the page from others.

// mostConns returns how many connections a status page has at most where the process may have so many file handles
// open.
func mostConns(handles uint64) int {
	return int(min(max(handles/16, 4), 64)) //nolint:gosec // at most 64
}

// A limited is a listener with at most so many connections open at a time.
type limited struct {
	net.Listener
	most int

	mu   sync.Mutex
	open list.List // of *limitedConn, the oldest first
}

// Accept is that of net.Listener. It closes the oldest connection where there are too many.
func (l *limited) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &limitedConn{Conn: nc, of: l}
	l.mu.Lock()
	c.at = l.open.PushBack(c)
	var oldest *limitedConn
	if l.open.Len() > l.most {
		oldest, _ = l.open.Front().Value.(*limitedConn)
	}
	l.mu.Unlock()
	if oldest != nil {
		oldest.Close() //nolint:errcheck // nobody is waiting for it
	}
	return c, nil
}

// A limitedConn is a connection that its listener counts.
type limitedConn struct {
	net.Conn
	of   *limited
	at   *list.Element
	once sync.Once
}

// Close is that of net.Conn.
func (c *limitedConn) Close() error {
	c.once.Do(func() {
		c.of.mu.Lock()
		c.of.open.Remove(c.at)
		c.of.mu.Unlock()
	})
	return c.Conn.Close()
}
