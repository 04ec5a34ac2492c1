package watch

import (
	"container/list"
	"net"
	"sync"
)

// Connections to the status page take file handles, and the crawl needs the rest. The page takes at most a
// sixteenth of the handles that the process may open: 4 to 64 connections. A further connection closes the oldest.
// So a client that holds connections open can neither stop the crawl nor keep others from the page.

// mostConns returns the largest number of connections to a status page if the process may open a number of file
// handles.
func mostConns(handles uint64) int {
	return int(min(max(handles/16, 4), 64)) //nolint:gosec // at most 64
}

// ServerConns returns the largest number of connections to a server that has the process for itself: a quarter of the
// file handles, 16 to 1,024.
func ServerConns() int {
	return int(min(max(fileHandles()/4, 16), 1024)) //nolint:gosec // at most 1,024
}

// A limited is a listener with a limit of open connections.
type limited struct {
	net.Listener
	most int

	mu   sync.Mutex
	open list.List // of *limitedConn, the oldest first
}

// Accept implements net.Listener. It closes the oldest connection if there are too many.
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

// Close implements net.Conn.
func (c *limitedConn) Close() error {
	c.once.Do(func() {
		c.of.mu.Lock()
		c.of.open.Remove(c.at)
		c.of.mu.Unlock()
	})
	return c.Conn.Close()
}
