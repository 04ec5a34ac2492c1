//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// inGroup lets the kill of a command also kill the processes that it started.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
