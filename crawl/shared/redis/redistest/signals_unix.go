//go:build unix

package redistest

import "syscall"

// Signals that let a process hang, and continue.
const (
	stopSignal     = syscall.SIGSTOP
	continueSignal = syscall.SIGCONT
)
