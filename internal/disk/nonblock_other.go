//go:build !unix

package disk

// nonblock has no use where folders hold no pipes.
const nonblock = 0
