//go:build !linux

package live

// ackAtOnce does nothing where the system has no such option.
func (c *conn) ackAtOnce() {}
