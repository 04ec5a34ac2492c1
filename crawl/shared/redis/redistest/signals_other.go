//go:build !unix

package redistest

import "syscall"

// A process cannot be stopped by a signal here; sending one fails.
const (
	stopSignal     = syscall.SIGTERM
	continueSignal = syscall.SIGTERM
)
