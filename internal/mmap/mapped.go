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

// add adds a mapping of some bytes, or takes it away if they are negative.
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

// Most returns the most bytes of files and of scratch files that were mapped at a time since the last call of Most. That is
// also the most that they can add to the resident size of the process. The program itself is not counted.
func Most() int64 {
	mapped.mu.Lock()
	defer mapped.mu.Unlock()
	most := mapped.most
	mapped.most = mapped.now
	return most
}

var pageSize = int64(os.Getpagesize())

// Resident returns the most that a mapping of some bytes can add to the resident size: whole pages of memory.
func Resident(bytes int64) int64 { return (bytes + pageSize - 1) / pageSize * pageSize }
