// Package redistest starts Redis servers for tests.
package redistest

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"weft/internal/shared"
)

// A Server is a Redis server on 127.0.0.1 with data in a folder of the test. It writes every change to its append-only
// file, so that a kill loses nothing.
type Server struct {
	t      testing.TB
	port   int
	config string
	cmd    *exec.Cmd
	ended  chan struct{} // closed when the program has ended
	log    *bytes.Buffer
}

// Start starts a server, with further lines of its configuration. It is killed when the test ends. Without Redis the test
// is skipped.
func Start(t testing.TB, config ...string) *Server {
	t.Helper()
	shared.Outside()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("there is no redis-server: tools/redis.sh install installs it")
	}
	s := &Server{t: t, config: fmt.Sprintf("bind 127.0.0.1\ndir %q\nappendonly yes\nappendfsync always\nsave \"\"\n%s\n", t.TempDir(), strings.Join(config, "\n"))}
	t.Cleanup(func() {
		if s.cmd != nil {
			s.Kill()
		}
	})
	for range 5 { // another program may take the port first
		s.port = freePort(t)
		if s.start() {
			return s
		}
	}
	t.Fatalf("redis-server does not start:\n%s", s.log)
	return nil
}

func freePort(t testing.TB) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// Addr returns HOST:PORT.
func (s *Server) Addr() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)) }

// URL returns the address of a frontier at the server.
func (s *Server) URL() string { return "redis://" + s.Addr() }

// start starts the program, and reports whether it answers.
func (s *Server) start() bool {
	s.t.Helper()
	s.log = new(bytes.Buffer)
	s.cmd = exec.Command("redis-server", "-")
	s.cmd.Stdin = strings.NewReader(fmt.Sprintf("port %d\n%s", s.port, s.config))
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	s.cmd.Env = append(os.Environ(), "LC_ALL=C")
	started := make(chan error)
	s.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) {
		defer close(ended)
		run(cmd, func(err error) { started <- err })
	}(s.cmd, s.ended)
	if err := <-started; err != nil {
		s.t.Fatal(err)
	}
	for range 3000 {
		select {
		case <-s.ended:
			s.cmd = nil
			return false
		case <-time.After(10 * time.Millisecond):
		}
		if s.answers() {
			return true
		}
	}
	return false
}

// answers reports whether the server has loaded its data. Another server may have the port; one with a password does not
// say which it is.
func (s *Server) answers() bool {
	c, err := net.DialTimeout("tcp", s.Addr(), time.Second)
	if err != nil {
		return false
	}
	defer func() { _ = c.Close() }()
	if err := c.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return false
	}
	if _, err := c.Write([]byte("INFO server\r\n")); err != nil {
		return false
	}
	reply := make([]byte, 4096)
	n, _ := c.Read(reply)
	return strings.Contains(string(reply[:n]), fmt.Sprintf("process_id:%d\r", s.cmd.Process.Pid)) || strings.HasPrefix(string(reply[:n]), "-NOAUTH")
}

// Kill kills the server by SIGKILL, and waits until it is gone.
func (s *Server) Kill() {
	s.t.Helper()
	s.signal(syscall.SIGKILL)
	<-s.ended
	s.cmd = nil
}

// Restart starts a killed server again, with its data.
func (s *Server) Restart() {
	s.t.Helper()
	for range 100 { // its port may still be taken
		if s.start() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Fatalf("redis-server does not start again:\n%s", s.log)
}

// Stop lets the server hang (SIGSTOP) until Continue.
func (s *Server) Stop() { s.signal(stopSignal) }

// Continue ends a Stop.
func (s *Server) Continue() { s.signal(continueSignal) }

func (s *Server) signal(sig syscall.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}
