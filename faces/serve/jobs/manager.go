package jobs

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/inert"
)

// Options are the options of a Manager.
type Options struct {
	Dir     string   // folder of the folders of jobs
	Program []string // the program, and arguments before all others
	Memory  int64    // that all running jobs may take together, in bytes
	Running int      // jobs that may run at the same time
	Waiting int      // jobs that may wait
	Kept    int      // jobs that are kept after their end; older ones are removed
	Log     func(text string)
}

// Errors of a Manager.
var (
	ErrFull = errors.New("too many jobs wait already: let some end, or cancel some")
	ErrBusy = errors.New("another job of this server works on the crawl: let it end, or stop it")
	ErrNone = errors.New("there is no such job, or it has been removed")
	ErrNot  = errors.New("this server does not run the job")
)

// A Manager runs jobs. It is safe for concurrent use.
type Manager struct {
	o        Options
	planning chan struct{} // holds the plan that is being made

	mu     sync.Mutex
	made   []*Spec         // jobs whose folders are being made
	jobs   map[string]*job // of this server, that have not ended
	queue  []*job          // jobs that wait, the oldest first
	free   int64           // memory
	closed bool
	wg     sync.WaitGroup
}

// A Spec is a job to be started.
type Spec struct {
	Kind, Crawl, Title, Command string
	Memory                      int64
	// Args are the arguments of the program. Memory, JSON and the folder of the job are added.
	Args []string
	// Names are further arguments, after a double hyphen.
	Names []string
	// Uploads are files by name, which Args name by [Upload].
	Uploads map[string][]byte
	// Alone refuses a second job with Alone on the same crawl.
	Alone bool
	// Note is a message of the server about the job; empty for none.
	Note string
	// Form are the entries of the form that started the job, to be shown again; nil for none.
	Form map[string][]string
}

// Flag is an argument that sets a flag. The name and the value are one argument, so no value becomes another flag.
func Flag(name, value string) string { return "--" + name + "=" + value }

// jobDir stands for the folder of the job in the arguments of a Spec.
const jobDir = "\x00job"

// Upload is the path of an uploaded file in the arguments of a Spec.
func Upload(name string) string { return filepath.Join(jobDir, UploadsDir, name) }

// Product is the path of a file that the question writes, in the arguments of a Spec.
func Product(name string) string { return filepath.Join(jobDir, FilesDir, name) }

// New returns a Manager. Its folder is made when the first job is started.
func New(o Options) *Manager {
	if o.Log == nil {
		o.Log = func(string) {}
	}
	return &Manager{o: o, planning: make(chan struct{}, 1), jobs: map[string]*job{}, free: o.Memory}
}

// Most returns the most memory that a job may take.
func (m *Manager) Most() int64 { return m.o.Memory }

// Free returns the memory that running jobs have not taken.
func (m *Manager) Free() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.free
}

// Borrow takes all free memory for work of the server itself, until back is called. Jobs wait for it.
func (m *Manager) Borrow() (bytes int64, back func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	bytes = max(m.free, 0)
	m.free -= bytes
	return bytes, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.free += bytes
		m.next()
	}
}

// Start starts a job, or lets it wait, and returns its name.
func (m *Manager) Start(s Spec) (id string, err error) {
	if s.Memory <= 0 || s.Memory > m.o.Memory {
		return "", fmt.Errorf("a job takes at most %d bytes of memory, not %d", m.o.Memory, s.Memory)
	}
	if err := m.reserve(&s); err != nil {
		return "", err
	}
	defer m.wg.Done()
	j, err := m.newJob(s) // it writes files: no reader of the list waits for them
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made = slices.DeleteFunc(m.made, func(x *Spec) bool { return x == &s })
	switch {
	case err != nil:
		return "", err
	case m.closed:
		return "", errors.Join(ErrNot, j.lock.Release(), os.RemoveAll(j.dir))
	}
	m.jobs[j.state.ID] = j
	m.queue = append(m.queue, j)
	m.next()
	return j.state.ID, nil
}

// reserve counts a job as waiting, and as work for Close to wait for.
func (m *Manager) reserve(s *Spec) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.closed:
		return ErrNot
	case len(m.queue)+len(m.made) >= m.o.Waiting:
		return ErrFull
	case s.Alone && m.busy(s.Crawl):
		return ErrBusy
	}
	m.made = append(m.made, s)
	m.wg.Add(1)
	return nil
}

// busy reports whether a job that must be alone works on a crawl. The caller holds the lock.
func (m *Manager) busy(crawl string) bool {
	for _, j := range m.jobs {
		if s := j.now(); j.spec.Alone && j.spec.Crawl == crawl && !s.Over() {
			return true
		}
	}
	return slices.ContainsFunc(m.made, func(s *Spec) bool { return s.Alone && s.Crawl == crawl })
}

// newJob makes the folder of a job.
func (m *Manager) newJob(s Spec) (*job, error) {
	id := strings.ToLower(rand.Text()[:16])
	dir := filepath.Join(m.o.Dir, id)
	if err := os.MkdirAll(m.o.Dir, 0o700); err != nil {
		return nil, err
	}
	for _, d := range []string{dir, filepath.Join(dir, UploadsDir), filepath.Join(dir, FilesDir)} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return nil, err
		}
	}
	j := &job{m: m, dir: dir, spec: s, ended: make(chan struct{}), state: State{
		ID: id, Kind: s.Kind, Crawl: s.Crawl, Title: s.Title, Command: s.Command, Memory: s.Memory, Note: s.Note, Form: s.Form, Status: Waiting, Made: time.Now().UTC(),
	}}
	var err error
	for name, text := range s.Uploads {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, UploadsDir, name), text, 0o600))
	}
	j.spec.Uploads = nil // they are files now
	if err == nil {
		j.lock, err = flock.Acquire(filepath.Join(dir, lockFile))
	}
	if err == nil {
		err = j.state.save(dir)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return j, nil
}

// next runs the first jobs that wait, while there is memory for them. No job overtakes another. The caller holds the
// lock.
func (m *Manager) next() {
	for len(m.queue) > 0 && !m.closed {
		j := m.queue[0]
		if j.spec.Memory > m.free || len(m.jobs)-len(m.queue) >= m.o.Running {
			return
		}
		m.queue = m.queue[1:]
		m.free -= j.spec.Memory
		m.wg.Go(func() {
			j.run()
			m.over(j)
		})
	}
}

// over frees what a job took, and removes the oldest jobs.
func (m *Manager) over(j *job) {
	m.mu.Lock()
	delete(m.jobs, j.state.ID)
	m.free += j.spec.Memory
	m.next()
	m.mu.Unlock()
	close(j.ended)
	m.sweep()
}

// sweep removes the oldest jobs that have ended.
func (m *Manager) sweep() {
	all, err := m.List()
	if err != nil {
		m.o.Log(err.Error())
	}
	kept := 0
	for _, s := range all {
		if !s.Over() {
			continue
		}
		if kept++; kept > m.o.Kept {
			if err := os.RemoveAll(filepath.Join(m.o.Dir, s.ID)); err != nil {
				m.o.Log(err.Error())
			}
		}
	}
}

// Get returns the state of a job, of this server or of another.
func (m *Manager) Get(id string) (*State, error) {
	if !isID(id) {
		return nil, ErrNone
	}
	m.mu.Lock()
	j := m.jobs[id]
	m.mu.Unlock()
	if j != nil {
		return j.now(), nil
	}
	s, err := loadState(filepath.Join(m.o.Dir, id))
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrNone
	}
	return s, err
}

// isID reports whether a text can be the name of a job: it is one element of a path, and no hidden one.
func isID(id string) bool {
	return len(id) == 16 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// List returns the states of all jobs, the newest first. Unreadable ones are left out, and reported in the error.
func (m *Manager) List() (all []*State, err error) {
	entries, e := os.ReadDir(m.o.Dir)
	if e != nil && !errors.Is(e, os.ErrNotExist) {
		return nil, e
	}
	for _, e := range entries {
		if !isID(e.Name()) {
			continue
		}
		switch s, e := m.Get(e.Name()); {
		case errors.Is(e, ErrNone): // removed in between
		case e != nil:
			err = errors.Join(err, e)
		default:
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *State) int { return b.Made.Compare(a.Made) })
	return all, err
}

// Dir returns the folder of a job.
func (m *Manager) Dir(id string) string { return filepath.Join(m.o.Dir, id) }

// Tell gives an order to a job of this server. Interrupt also cancels a job that waits. An Interrupt that is repeated
// kills the child.
func (m *Manager) Tell(id, order string) error {
	m.mu.Lock()
	j := m.jobs[id]
	if at := slices.Index(m.queue, j); j != nil && at >= 0 {
		defer m.mu.Unlock()
		if order != Interrupt && order != Stop {
			return ErrNot
		}
		m.queue = slices.Delete(m.queue, at, at+1)
		delete(m.jobs, id)
		j.cancelWaiting()
		m.next()
		return nil
	}
	m.mu.Unlock()
	if j == nil {
		return ErrNot
	}
	return j.tell(order)
}

// Remove removes a job that has ended.
func (m *Manager) Remove(id string) error {
	s, err := m.Get(id)
	if err != nil {
		return err
	}
	if !s.Over() {
		return ErrBusy
	}
	return os.RemoveAll(filepath.Join(m.o.Dir, id))
}

// Wait waits until a job of this server has ended. It returns at once if there is no such job.
func (m *Manager) Wait(id string) {
	m.mu.Lock()
	j := m.jobs[id]
	m.mu.Unlock()
	if j != nil {
		<-j.ended
	}
}

// Close interrupts all jobs, and waits for them.
func (m *Manager) Close() {
	m.mu.Lock()
	m.closed = true
	for _, j := range m.queue {
		delete(m.jobs, j.state.ID)
		j.cancelWaiting()
	}
	m.queue = nil
	for _, j := range m.jobs {
		j.tell(Interrupt) //nolint:errcheck // it has ended
	}
	m.mu.Unlock()
	m.wg.Wait()
}

// Files returns the names of the files of a job in one of its folders, sorted.
func (m *Manager) Files(id, folder string) (names []string) {
	if !isID(id) {
		return nil
	}
	entries, _ := os.ReadDir(filepath.Join(m.o.Dir, id, folder))
	for _, e := range entries {
		if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names
}

// OpenFile opens a file of a job that Files lists.
func (m *Manager) OpenFile(id, folder, name string) (io.ReadSeekCloser, error) {
	if !slices.Contains(m.Files(id, folder), name) {
		return nil, ErrNone
	}
	return disk.OpenRegular(filepath.Join(m.o.Dir, id, folder, name))
}

// harmless makes a message of a child harmless, and cuts it.
func harmless(text string) string { return inert.First(text, longestMessage) }
