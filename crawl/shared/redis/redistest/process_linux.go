package redistest

import (
	"os/exec"
	"runtime"
	"syscall"
)

// run runs a program until it ends, and calls started after its start. If this process is killed, the system kills the
// program, too. It does so when the thread that started the program ends: hence that thread waits for the program.
func run(cmd *exec.Cmd, started func(error)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	err := cmd.Start()
	started(err)
	if err == nil {
		_ = cmd.Wait() // it is killed
	}
}
