package jobs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/progress"
)

// States of a job.
const (
	Waiting   = "waiting" // for memory, or for its turn
	Running   = "running"
	Done      = "done"
	Failed    = "failed"
	Cancelled = "cancelled" // by a reader, or by the end of its server
	Lost      = "lost"      // its server ended without a trace
)

// A State is the state of a job, as its folder keeps it.
type State struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`    // question or crawl
	Crawl    string    `json:"crawl"`   // whole path of the crawl
	Title    string    `json:"title"`   // what the job does, for people
	Command  string    `json:"command"` // the same on a command line
	Memory   int64     `json:"memory"`  // bytes that it may take
	Status   string    `json:"status"`
	Made     time.Time `json:"made"`
	Began    time.Time `json:"began,omitzero"`
	Ended    time.Time `json:"ended,omitzero"`
	Exit     int       `json:"exit_status,omitempty"` // of the child
	Error    string    `json:"error,omitempty"`
	Hint     string    `json:"hint,omitempty"`
	Messages []string  `json:"messages,omitempty"` // the last ones of the child
	Note     string    `json:"note,omitempty"`     // a message of the server
	// Form are the entries of the form that started the job.
	Form map[string][]string `json:"form,omitempty"`
	// Progress is the newest step, and Standing how a crawl stands.
	Progress *progress.Phase `json:"progress,omitempty"`
	Standing *progress.Crawl `json:"standing,omitempty"`
	// Elsewhere says that another server runs the job.
	Elsewhere bool `json:"-"`
}

// Over reports whether the job has ended.
func (s *State) Over() bool { return s.Status != Waiting && s.Status != Running }

// Took returns how long the job has run.
func (s *State) Took() time.Duration {
	switch {
	case s.Began.IsZero():
		return 0
	case s.Ended.IsZero():
		return time.Since(s.Began)
	}
	return s.Ended.Sub(s.Began)
}

// mostState is the size of the largest file of a state, in bytes.
const mostState = 1 << 20

// save writes the state into the folder of its job.
func (s *State) save(dir string) error {
	return atomicfile.Write(filepath.Join(dir, StateFile), func(w io.Writer) error { return json.NewEncoder(w).Encode(s) })
}

// loadState reads the state of a job of another server, or of an earlier one.
func loadState(dir string) (*State, error) {
	path := filepath.Join(dir, StateFile)
	s, err := readState(path)
	if err != nil {
		return nil, err
	}
	if s.ID != filepath.Base(dir) {
		return nil, fmt.Errorf("%s: the state of job %q", path, s.ID)
	}
	if s.Over() {
		return s, nil
	}
	if s.Elsewhere = held(dir); !s.Elsewhere {
		again, err := readState(path)
		if err != nil || again.Over() { // it ended in between
			return again, err
		}
		s.Status = Lost
		s.Error = "The server that ran the job has ended without a trace of a result."
	}
	return s, nil
}

// readState reads the file of a state.
func readState(path string) (*State, error) {
	text, err := disk.ReadRegular(path, mostState)
	if err != nil {
		return nil, err
	}
	s := &State{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// held reports whether a server runs the job of a folder.
func held(dir string) bool {
	l, err := flock.AcquireThere(filepath.Join(dir, lockFile))
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	l.Release() //nolint:errcheck // nothing was written
	return false
}
