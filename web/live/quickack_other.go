//go:build !linux

package live

// ackAtOnce does nothing where the system cannot be told.
func (c *conn) ackAtOnce() {}
