package live

import "syscall"

// tcpQuickAck is TCP_QUICKACK of Linux.
const tcpQuickAck = 12

// ackAtOnce lets the system acknowledge what comes next without delay. Servers that write header and body apart, and
// wait for the first to be acknowledged (Nagle's algorithm), would take 40 ms for each page.
func (c *conn) ackAtOnce() {
	if c.raw != nil {
		_ = c.raw.Control(func(fd uintptr) {
			_ = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpQuickAck, 1)
		})
	}
}
