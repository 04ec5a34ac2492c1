package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/flock"
	"weft/internal/npy"
)

// A Result describes a vector with one value per page. It is the file results/NAME.json beside results/NAME.npy.
type Result struct {
	Name string `json:"name"`
	// GraphID is the graph that the result belongs to.
	GraphID string `json:"graph_id"`
	Pages   int    `json:"pages"`
	// Kinds are the arcs that counted.
	Kinds string `json:"kinds"`
	// View is the name of the lens through which the crawl was seen; it ends the name of the result, after an @.
	View string `json:"view,omitempty"`
	// Params are the options that change the values, and how the computation ended.
	Params  map[string]any `json:"params,omitempty"`
	Command string         `json:"command"`
	Version string         `json:"version"`
	Time    time.Time      `json:"time"`
}

// ErrOtherGraph says that a result was computed on another graph.
var ErrOtherGraph = errors.New("it belongs to another graph")

// Results are the results of a crawl, in its own folder or, for a bare graph, in one that is named.
type Results struct {
	c   *Crawl
	dir string
}

// Results returns where results are kept: in dir, or in the crawl if dir is empty. For a bare graph dir must be given.
func (c *Crawl) Results(dir string) (*Results, error) {
	if dir == "" {
		if c.Manifest == nil {
			return nil, fmt.Errorf("%s is a bare graph: say with -o where results are to be kept", c.Path)
		}
		dir = filepath.Join(c.Path, ResultsDir)
	}
	return &Results{c: c, dir: dir}, nil
}

// GraphID returns the checksum of the graph; for a bare graph that takes a pass over its file.
func (c *Crawl) GraphID() (string, error) {
	if c.Manifest != nil {
		return c.Manifest.GraphID, nil
	}
	info, err := sumFile(c.Path + ".graph")
	return info.SHA256, err
}

// Ready makes the folder of results, and finds out whether files can be written there, before anything is computed.
func (r *Results) Ready() error {
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return fmt.Errorf("keep results: %w: name another folder with -o", err)
	}
	f, err := os.CreateTemp(r.dir, ".ready-*")
	if err != nil {
		return fmt.Errorf("keep results: %w: name another folder with -o", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Path returns where a file of the results is; its folder exists.
func (r *Results) Path(name string) (string, error) {
	return filepath.Join(r.dir, name), os.MkdirAll(r.dir, 0o755)
}

// SaveVector writes a vector and its description.
func SaveVector[T npy.Value](r *Results, res Result, values []T) error {
	var err error
	if res.GraphID, err = r.c.GraphID(); err != nil {
		return err
	}
	res.Pages = len(values)
	path, err := r.Path(res.Name)
	if err != nil {
		return err
	}
	return writeVector(path, res, values)
}

// writeVector writes path.npy and path.json.
func writeVector[T npy.Value](path string, res Result, values []T) error {
	text, err := json.MarshalIndent(res, "", "  ")
	if err != nil {
		return err
	}
	// Without its description a vector is not used: it goes first, and comes back last.
	if err := os.Remove(path + ".json"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := npy.WriteFile(path+".npy", values); err != nil {
		return err
	}
	return atomicfile.WriteFile(path+".json", append(text, '\n'))
}

// LoadVector maps a vector; it is refused if it belongs to another graph.
func LoadVector[T npy.Value](r *Results, name string) (*npy.Vector[T], Result, error) {
	var res Result
	path := filepath.Join(r.dir, name)
	text, err := os.ReadFile(path + ".json")
	if err != nil {
		return nil, res, err
	}
	if err := json.Unmarshal(text, &res); err != nil {
		return nil, res, fmt.Errorf("%s.json: %w", path, err)
	}
	id, err := r.c.GraphID()
	if err != nil {
		return nil, res, err
	}
	if res.GraphID != id {
		return nil, res, fmt.Errorf("%s.npy: %w (%.12s…, this one is %.12s…): compute it again", path, ErrOtherGraph, res.GraphID, id)
	}
	v, err := npy.Open[T](path + ".npy")
	if err != nil {
		return nil, res, err
	}
	if len(v.Values) != r.c.NumPages() {
		err := fmt.Errorf("%s.npy: %d values for %d pages: compute it again", path, len(v.Values), r.c.NumPages())
		return nil, res, errors.Join(err, v.Close())
	}
	return v, res, nil
}

// A Change is a step that writes files into a crawl. While it lasts no other process changes the crawl.
type Change struct {
	c     *Crawl
	lock  *flock.Lock
	paths []string
}

// lockWait is how long a Change waits for another process.
const lockWait = time.Minute

// Change begins a change of a crawl; nil for a bare graph, which has no manifest. The methods of a nil Change do nothing.
func (c *Crawl) Change() (*Change, error) {
	if c.Manifest == nil {
		return nil, nil //nolint:nilnil // a nil Change notes nothing
	}
	lock, err := flock.AcquireWithin(filepath.Join(c.Path, ".lock"), lockWait)
	if err != nil {
		return nil, fmt.Errorf("another process changes %s: %w", c.Path, err)
	}
	return &Change{c: c, lock: lock}, nil
}

// Writes says which files are about to be written; paths are relative to the crawl. The manifest forgets them until
// Record, so that a process that ends in between leaves no file that differs from what the manifest says.
func (ch *Change) Writes(paths ...string) error {
	if ch == nil {
		return nil
	}
	m, err := readManifest(ch.c.Path)
	if err != nil {
		return err
	}
	before := len(m.Files)
	for _, p := range paths {
		delete(m.Files, p)
		if !slices.Contains(ch.paths, p) {
			ch.paths = append(ch.paths, p)
		}
	}
	if len(m.Files) == before {
		return nil
	}
	err = m.write(ch.c.Path)
	ch.c.Manifest = m.told()
	return err
}

// Close ends a change that is not recorded. It may follow Record.
func (ch *Change) Close() error {
	if ch == nil || ch.lock == nil {
		return nil
	}
	err := ch.lock.Release()
	ch.lock = nil
	return err
}

// Record notes the step and the files that it wrote in the manifest, and ends the change. Files that were announced and
// not written are not noted.
func (ch *Change) Record(step Step) error {
	if ch == nil {
		return nil
	}
	c := ch.c
	m, err := readManifest(c.Path)
	if err != nil {
		return errors.Join(err, ch.Close())
	}
	for _, p := range ch.paths {
		info, err := sumFile(filepath.Join(c.Path, filepath.FromSlash(p)))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return errors.Join(err, ch.Close())
		}
		m.Files[p] = info
	}
	// A step that is done again replaces what it wrote, and its record; the first made the crawl.
	for i := len(m.Steps) - 1; i > 0; i-- {
		if m.Steps[i].Command == step.Command {
			m.Steps = slices.Delete(m.Steps, i, i+1)
		}
	}
	m.Steps = append(m.Steps, step)
	if err := m.write(c.Path); err != nil {
		return errors.Join(err, ch.Close())
	}
	c.Manifest = m.told()
	return ch.Close()
}
