package mmap

import (
	"os"
	"sync"
)

// mapped counts the mapped bytes of the process.
var mapped counter

type counter struct {
	mu        sync.Mutex
	now, most int64
}

// add adds a mapping of some bytes; a negative number removes one.
func (c *counter) add(bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if bytes < 0 {
		c.now -= Resident(int64(-bytes))
		return
	}
	c.now += Resident(int64(bytes))
	c.most = max(c.most, c.now)
}

// Most returns the peak of mapped bytes since the last call of Most: of files and scratch files, without the program.
// The resident size of the process cannot contain more bytes of them.
func Most() int64 {
	mapped.mu.Lock()
	defer mapped.mu.Unlock()
	most := mapped.most
	mapped.most = mapped.now
	return most
}

var pageSize = int64(os.Getpagesize())

// Resident rounds the size of a mapping up to whole pages of memory, as the resident size counts it.
func Resident(bytes int64) int64 { return (bytes + pageSize - 1) / pageSize * pageSize }
