//go:build unix

package disk

import "syscall"

// nonblock opens a pipe without waiting for its writer. Regular files do not heed it.
const nonblock = syscall.O_NONBLOCK
