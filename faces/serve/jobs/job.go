package jobs

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"weft/internal/flock"
	"weft/internal/progress"
)

const (
	longestMessage = 2000     // bytes of a message of a child that are kept
	longestLine    = 64 << 10 // bytes of a line of a child that are read
	mostMessages   = 50       // messages of a child that are kept
	// politely is how long a child may take to end after an Interrupt, before it is killed.
	politely = 20 * time.Second
	// saveEvery is the time between two states on disk, which other servers read.
	saveEvery = 2 * time.Second
)

// A job is a job of this server that has not ended.
type job struct {
	m     *Manager
	dir   string
	spec  Spec
	lock  *flock.Lock
	ended chan struct{}

	mu          sync.Mutex
	state       State
	saved       time.Time
	orders      io.WriteCloser // standard input of the child; nil before it runs and after it was interrupted
	child       *os.Process
	interrupted bool // by a reader, or by the end of the server
}

// now returns a copy of the state.
func (j *job) now() *State {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := j.state
	s.Messages = append([]string(nil), s.Messages...)
	return &s
}

// cancelWaiting ends a job that has not begun.
func (j *job) cancelWaiting() {
	j.mu.Lock()
	j.state.Status, j.state.Ended = Cancelled, time.Now().UTC()
	j.mu.Unlock()
	j.keep()
	j.lock.Release() //nolint:errcheck // it ends with the process
	close(j.ended)
}

// run runs the child until it ends.
func (j *job) run() {
	defer j.lock.Release() //nolint:errcheck // it ends with the process
	err := j.runChild()
	j.mu.Lock()
	s := &j.state
	s.Ended = time.Now().UTC()
	if exit, is := errors.AsType[*exec.ExitError](err); is {
		s.Exit = exit.ExitCode()
	}
	switch {
	case err != nil && (j.interrupted || s.Exit == exitInterrupted): // Ctrl-C at a terminal reaches the children of the server, too
		s.Status, s.Error, s.Hint = Cancelled, "", ""
	case err == nil, s.Exit == exitIncomplete:
		s.Status = Done
	default:
		s.Status = Failed
		if s.Error == "" {
			s.Error = "The process ended without a reason: " + err.Error() + "."
		}
	}
	j.mu.Unlock()
	j.keep()
}

// Kinds of jobs.
const (
	QuestionKind = "question"
	CrawlKind    = "crawl"
)

// Exit statuses of weft.
const (
	exitIncomplete  = 3 // a crawl ended with pages left
	exitInterrupted = 130
)

// keep writes the state to disk.
func (j *job) keep() {
	if err := j.now().save(j.dir); err != nil {
		j.m.o.Log("job " + j.state.ID + ": " + err.Error())
	}
}

// runChild starts the child, reads its progress, and waits for it.
func (j *job) runChild() error {
	result, err := os.OpenFile(filepath.Join(j.dir, ResultFile), os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer result.Close() //nolint:errcheck // the child writes it
	args := append(append([]string{}, j.m.o.Program[1:]...), j.args()...)
	c := exec.Command(j.m.o.Program[0], args...) //nolint:gosec,noctx // weft itself with checked arguments; orders end it
	c.Stdout = result
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	errs, err := c.StderrPipe()
	if err != nil {
		return err
	}
	j.mu.Lock()
	if j.interrupted {
		j.mu.Unlock()
		return errors.New("it was cancelled")
	}
	if err := c.Start(); err != nil {
		j.mu.Unlock()
		return err
	}
	j.orders, j.child = in, c.Process
	j.state.Status, j.state.Began = Running, time.Now().UTC()
	j.mu.Unlock()
	j.keep()
	j.listen(errs)
	err = c.Wait()
	j.mu.Lock()
	j.orders, j.child = nil, nil
	j.mu.Unlock()
	return err
}

// args returns the arguments of the child with the folder of the job in place.
func (j *job) args() []string {
	all := append([]string{}, j.spec.Args...)
	all = append(all, Flag("memory", strconv.FormatInt(j.spec.Memory, 10)), Flag("json", "true"), Flag("job", j.dir))
	for i, a := range all {
		all[i] = strings.ReplaceAll(a, jobDir, j.dir)
	}
	return append(append(all, "--"), j.spec.Names...)
}

// listen reads the progress and the messages of the child until it closes standard error. Lines that are too long are
// cut: nothing that a child writes takes more memory.
func (j *job) listen(errs io.Reader) {
	lines := bufio.NewReaderSize(errs, longestLine)
	for {
		line, more, err := lines.ReadLine()
		if err != nil {
			return
		}
		text := string(line)
		for more && err == nil {
			_, more, err = lines.ReadLine()
		}
		j.hear(text)
	}
}

// hear notes a line of the child.
func (j *job) hear(text string) {
	var l progress.Line
	if json.Unmarshal([]byte(text), &l) != nil || l.Progress == nil && l.Message == "" {
		l = progress.Line{Message: text, Level: "info"} // such as a stack trace
	}
	j.mu.Lock()
	s := &j.state
	switch {
	case l.Progress != nil:
		l.Progress.Name = harmless(l.Progress.Name)
		s.Progress = l.Progress
		if l.Crawl != nil {
			l.Crawl.Why = harmless(l.Crawl.Why)
			s.Standing = l.Crawl
		}
	case l.Level == "error":
		s.Error = harmless(l.Message)
	case l.Level == "hint":
		s.Hint = harmless(l.Message)
	default:
		if s.Messages = append(s.Messages, harmless(l.Message)); len(s.Messages) > mostMessages {
			s.Messages = s.Messages[1:]
		}
	}
	due := time.Since(j.saved) >= saveEvery
	if due {
		j.saved = time.Now()
	}
	j.mu.Unlock()
	if due {
		j.keep()
	}
}

// tell gives the child an order.
func (j *job) tell(order string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if order == Interrupt || order == Stop && j.spec.Kind != CrawlKind {
		return j.interrupt()
	}
	if j.orders == nil {
		return ErrNot
	}
	_, err := io.WriteString(j.orders, order+"\n")
	return err
}

// interrupt closes standard input of the child. A child that does not end then is killed after a while, or when it is
// interrupted again. The caller holds the lock.
func (j *job) interrupt() error {
	if j.interrupted {
		if j.child != nil {
			return j.child.Kill()
		}
		return nil
	}
	j.interrupted = true
	if j.orders == nil {
		return nil
	}
	err := j.orders.Close()
	child := j.child
	time.AfterFunc(politely, func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.child == child && child != nil {
			child.Kill() //nolint:errcheck // it has ended
		}
	})
	return err
}
