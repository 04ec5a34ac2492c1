package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/blocksum"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/flock"
	"weft/internal/npy"
	"weft/internal/option"
)

// A Result describes a vector with one value per page. It is the file results/NAME.json beside results/NAME.npy.
type Result struct {
	Name string `json:"name"`
	// GraphID is the graph that the result belongs to.
	GraphID string `json:"graph_id"`
	Pages   int    `json:"pages"`
	// Kinds are the arcs that counted.
	Kinds string `json:"kinds"`
	// View is the name of the filter through which the crawl was seen; it ends the name of the result, after an @.
	View string `json:"view,omitempty"`
	// Sites are the sites of a view between sites.
	Sites *SitesUsed `json:"sites,omitempty"`
	// Params are the options that change the values, and how the computation ended.
	Params  map[string]any `json:"params,omitempty"`
	Command string         `json:"command"`
	Version string         `json:"version"`
	Time    time.Time      `json:"time"`
	// CrawlID identifies the crawl: graph, kinds, names and states. Results that were made together with their
	// crawl have none.
	CrawlID string `json:"crawl_id,omitempty"`
	// Bytes, Block and CRC are of NAME.npy, as in the manifest. Results of earlier versions have none.
	Bytes int64  `json:"bytes,omitempty"`
	Block int    `json:"block,omitempty"`
	CRC   string `json:"crc32c,omitempty"`
	// Sum is the SHA-256 of the description itself with this value replaced by zeros. Results of earlier versions have none.
	Sum string `json:"result_sha256,omitempty"`
}

// ErrOtherGraph says that a result was computed on another graph.
var ErrOtherGraph = errors.New("it belongs to another graph")

// ErrReplaced says that another crawl took the place of an open one, such as a new snapshot of a live crawl.
var ErrReplaced = fmt.Errorf("it was replaced by another crawl while it was read: %w", ErrOtherGraph)

// Results are the results of a crawl, in its own folder or, for a bare graph, in a given one.
type Results struct {
	c    *Crawl
	dir  string
	root string // the crawl, if its folder has the results: nothing makes it again after it is gone
}

// Results returns where results are kept: in dir, or in the crawl if dir is empty. For a bare graph dir must be given.
func (c *Crawl) Results(dir string) (*Results, error) {
	if dir == "" {
		if c.Manifest == nil {
			return nil, option.Errorf("%s is a bare graph: say with {output} where results are to be kept", c.Path)
		}
		return &Results{c: c, dir: filepath.Join(c.Path, ResultsDir), root: c.Path}, nil
	}
	return &Results{c: c, dir: dir}, nil
}

// Unfinished are vectors of work that is not done, in a folder of the results.
func (r *Results) Unfinished() *Results {
	return &Results{c: r.c, dir: filepath.Join(r.dir, "unfinished"), root: r.root}
}

// indexDir is the folder of indexes below the folder of results.
const indexDir = "index"

// IndexPath is the path of an index in a crawl, without its ending.
func IndexPath(name string) string { return ResultsDir + "/" + indexDir + "/" + name }

// Indexes are files that find pages. They are described as results are, and are no vectors of pages.
func (r *Results) Indexes() *Results {
	return &Results{c: r.c, dir: filepath.Join(r.dir, indexDir), root: r.root}
}

// RemoveEmpty removes the folder of the results, if it is there and nothing is in it but what killed processes left.
func (r *Results) RemoveEmpty() error {
	atomicfile.Sweep(r.dir)
	left, err := os.ReadDir(r.dir)
	if err == nil && len(left) == 0 {
		err = os.Remove(r.dir)
	}
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrExist) { // another process was faster, to remove it or to write into it
		return nil
	}
	return err
}

// GraphID returns the checksum of the graph; for a bare graph that takes a pass over its file.
func (c *Crawl) GraphID() (string, error) {
	if c.Manifest != nil {
		return c.Manifest.GraphID, nil
	}
	info, err := sumFile(c.Path + ".graph")
	return info.SHA256, err
}

// AsInput describes the crawl as an input of the step that makes another one of it.
func (c *Crawl) AsInput() (Input, error) {
	id, err := c.GraphID()
	return Input{Path: c.Path, Format: "crawl", Bytes: (c.graph.SizeBits() + 7) / 8, SHA256: id, Records: int64(c.NumPages())}, err
}

// crawlFiles are the files that make a crawl another one for a measure: equal graphs may have other names, kinds of
// arcs or states.
var crawlFiles = []string{graphFile, KindsFile, NamesFile, RankFile, StatesFile}

// ID returns a checksum of all that a result depends on; empty for a bare graph, which has no more than its arcs.
func (m *Manifest) ID() string {
	if m == nil {
		return ""
	}
	h := sha256.New()
	for _, name := range crawlFiles {
		fmt.Fprintln(h, name, m.Files[name].SHA256) //nolint:errcheck // a hash does not fail
	}
	if info, has := m.Files[WeightsFile]; has { // not listed above, so that other crawls keep their checksums
		fmt.Fprintln(h, WeightsFile, info.SHA256) //nolint:errcheck // as above
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Ready makes the folder of results, and finds out whether files can be written there, before anything is computed.
func (r *Results) Ready() error {
	if err := disk.MkdirBelow(r.root, r.dir, 0o755); err != nil {
		return option.Errorf("keep results: %w: name another folder with {output}", err)
	}
	f, err := os.CreateTemp(r.dir, ".ready-*")
	if err != nil {
		return option.Errorf("keep results: %w: name another folder with {output}", err)
	}
	err = f.Close()
	if e := os.Remove(f.Name()); !errors.Is(e, os.ErrNotExist) { // another process may have taken it for left
		err = errors.Join(err, e)
	}
	return err
}

// Files are where a result with this name lies: its values and their description.
func (r *Results) Files(name string) []string {
	path := filepath.Join(r.dir, name)
	return []string{path + ".npy", path + ".json"}
}

// Has reports whether there is a result with this name, or a part of one.
func (r *Results) Has(name string) bool {
	for _, path := range r.Files(name) {
		if _, err := os.Lstat(path); err == nil {
			return true
		}
	}
	return false
}

// Names returns the names of the vectors that are there, in order, whether they can be read or not.
func (r *Results) Names() ([]string, error) {
	found, err := disk.List(r.dir, "", ".npy")
	for i, path := range found {
		found[i] = strings.TrimSuffix(filepath.Base(path), ".npy")
	}
	return found, err
}

// Described returns the names of the results that have a description, vectors or not, in order.
func (r *Results) Described() ([]string, error) {
	found, err := disk.List(r.dir, "", ".json")
	for i, path := range found {
		found[i] = strings.TrimSuffix(filepath.Base(path), ".json")
	}
	return found, err
}

// Path returns where a file of the results is; its folder exists.
func (r *Results) Path(name string) (string, error) {
	return filepath.Join(r.dir, name), disk.MkdirBelow(r.root, r.dir, 0o755)
}

// SaveVector writes a vector and its description.
func SaveVector[T npy.Value](r *Results, res Result, values []T) error {
	res.Pages, res.Bytes = len(values), vectorBytes[T](len(values))
	return r.save(res, func(w io.Writer) error { return npy.Write(w, values) })
}

// vectorBytes is how long the file of a vector of n values is.
func vectorBytes[T npy.Value](n int) int64 {
	return int64(len(npy.Header[T](n)) + n*binary.Size(*new(T)))
}

// SavePieces writes arrays of any length as one vector of bytes, and its description.
func SavePieces(r *Results, res Result, pieces []npy.Piece) error {
	res.Pages, res.Bytes = r.c.NumPages(), npy.PiecesBytes(pieces)
	return r.save(res, func(w io.Writer) error { return npy.WritePieces(w, pieces) })
}

// SaveFigures writes a result without values of pages: only its description, which [Results.Describe] reads.
func SaveFigures(r *Results, res Result) error {
	path, err := r.place(&res)
	if err != nil {
		return err
	}
	res.Pages = r.c.NumPages()
	text, err := seal(&res, &res.Sum)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path+".json", text)
}

// save writes a vector of res.Bytes and its description.
func (r *Results) save(res Result, write func(io.Writer) error) error {
	path, err := r.place(&res)
	if err != nil {
		return err
	}
	return writeVector(path, res, write)
}

// place records the crawl in a result, and returns the path of its files without an ending.
func (r *Results) place(res *Result) (path string, err error) {
	if res.GraphID, err = r.c.GraphID(); err != nil {
		return "", err
	}
	res.CrawlID = r.c.Manifest.ID()
	return r.Path(res.Name)
}

// writeVector writes path.npy, which is res.Bytes long, and path.json.
func writeVector(path string, res Result, write func(io.Writer) error) error {
	// Without its description a vector is not used: it goes first, and comes back last.
	if err := os.Remove(path + ".json"); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	// A pipe in its place would wait for a reader.
	if info, err := os.Lstat(path + ".npy"); err == nil && !info.Mode().IsRegular() && info.Mode()&os.ModeSymlink == 0 {
		if err := os.Remove(path + ".npy"); err != nil {
			return err
		}
	}
	sums := blocksum.NewWriter(res.Bytes)
	err := atomicfile.Write(path+".npy", func(w io.Writer) error { return write(io.MultiWriter(w, sums)) })
	if err != nil {
		return err
	}
	s := sums.Sums()
	res.Block, res.CRC = s.Block, s.Text()
	text, err := seal(&res, &res.Sum)
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(path+".json", text)
}

// Describe reads the description of a result, and refuses it if it is damaged, of another crawl, or of another result.
func (r *Results) Describe(name string) (res Result, err error) {
	path := filepath.Join(r.dir, name) + ".json"
	if res, err = readDescription(path); err != nil {
		return res, err
	}
	id, err := r.c.GraphID()
	switch {
	case err != nil:
		return res, err
	case res.GraphID != id:
		return res, fmt.Errorf("%s: %w (%.12s…, this one is %.12s…): compute it again", path, ErrOtherGraph, res.GraphID, id)
	case res.CrawlID != "" && r.c.Manifest != nil && res.CrawlID != r.c.Manifest.ID():
		return res, fmt.Errorf("%s: %w: the arcs are the same, but their kinds, their weights, the names or the states are not: compute it again", path, ErrOtherGraph)
	case res.Name != name:
		return res, fmt.Errorf("%s: it is the result %q under another name: compute it again", path, res.Name)
	}
	return res, nil
}

// readDescription reads the description of a result, and refuses it if it is damaged.
func readDescription(path string) (res Result, err error) {
	text, err := disk.ReadRegular(path, mostDescription)
	if err != nil {
		return res, err
	}
	if err := json.Unmarshal(text, &res); err != nil {
		return res, corrupt.Errorf("%s: not a description of a result: %v", path, err)
	}
	earlier := res.Sum == "" && res.CrawlID == "" && res.Bytes == 0 && res.Block == 0 && res.CRC == "" // all were introduced together
	if !earlier && !isSealed(text, res.Sum) {
		return res, corrupt.Errorf("%s: it does not match its checksum: it was changed or damaged", path)
	}
	return res, nil
}

// LoadVector maps a vector; it is refused if it belongs to another graph.
func LoadVector[T npy.Value](r *Results, name string) (*npy.Vector[T], Result, error) {
	v, res, err := load[T](r, name)
	if err == nil && len(v.Values) != r.c.NumPages() {
		err = fmt.Errorf("%s.npy: %d values for %d pages: compute it again", filepath.Join(r.dir, name), len(v.Values), r.c.NumPages())
		return nil, res, errors.Join(err, v.Close())
	}
	return v, res, err
}

// LoadPieces maps the file of [SavePieces] and returns its arrays, which must have the saved number and are valid
// until free. It refuses pieces of another graph.
func LoadPieces(r *Results, name string, pieces []npy.Piece) (res Result, free func() error, err error) {
	v, res, err := load[uint8](r, name)
	if err != nil {
		return res, nil, err
	}
	if err := npy.LendPieces(v.Values, pieces); err != nil {
		return res, nil, errors.Join(fmt.Errorf("%s.npy: %w", filepath.Join(r.dir, name), err), v.Close())
	}
	return res, v.Close, nil
}

// load maps a vector of any length.
func load[T npy.Value](r *Results, name string) (*npy.Vector[T], Result, error) {
	path := filepath.Join(r.dir, name)
	res, err := r.Describe(name)
	if err == nil {
		err = r.checkSites(path, &res)
	}
	if err != nil {
		return nil, res, err
	}
	sums, err := blocksum.Parse(res.Block, res.CRC)
	if err != nil {
		return nil, res, fmt.Errorf("%s.json: %w", path, err)
	}
	v, err := npy.Open[T](path + ".npy")
	if err != nil {
		return nil, res, err
	}
	if err := v.Guard(sums); err != nil {
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

// lockWait is how long a Change waits for another process. Processes change a crawl only while they write: the longest
// write is the index of words.
const lockWait = 5 * time.Minute

// Change begins a change of a crawl; nil for a bare graph, which has no manifest. The methods of a nil Change do nothing.
func (c *Crawl) Change() (*Change, error) {
	if c.Manifest == nil {
		return nil, nil //nolint:nilnil // a nil Change notes nothing
	}
	lock, err := c.lock(lockWait)
	if err != nil {
		return nil, err
	}
	c.sweep()
	return &Change{c: c, lock: lock}, nil
}

// lock waits for the lock of a crawl, and calls Waits while it waits.
func (c *Crawl) lock(most time.Duration) (*flock.Lock, error) {
	for begun := time.Now(); ; {
		lock, err := flock.AcquireWithin(filepath.Join(c.Path, lockName), 100*time.Millisecond)
		waited := time.Since(begun)
		switch {
		case err == nil:
			return lock, nil
		case !flock.IsHeld(err):
			return nil, fmt.Errorf("%s cannot be changed: %w", c.Path, err)
		case waited >= most:
			return nil, fmt.Errorf("%s: another process has changed it for %v: do it again after that process has ended", c.Path, most)
		case c.Waits == nil:
			continue
		}
		if err := c.Waits(waited); err != nil {
			return nil, err
		}
	}
}

// IsReplaced reports whether another crawl is now in the place of an open one.
func (c *Crawl) IsReplaced() bool {
	if c.Manifest == nil {
		return false
	}
	m, err := readManifest(c.Path)
	return err == nil && m.ID() != c.Manifest.ID()
}

// sweep removes what killed processes left in a crawl that is locked.
func (c *Crawl) sweep() {
	for _, dir := range []string{"", ResultsDir, filepath.Join(ResultsDir, indexDir), ReportDir} {
		dir = filepath.Join(c.Path, dir)
		atomicfile.Sweep(dir)
		for _, prefix := range []string{".ready-", ".weft-scratch-"} {
			left, _ := disk.List(dir, prefix, "")
			for _, path := range left {
				os.Remove(path) //nolint:errcheck // it may be another user's, or just be gone
			}
		}
	}
}

// Writes declares the files that are about to be written; paths are relative to the crawl. The manifest drops them
// until Record. So a process that ends in between leaves no file that differs from the manifest.
func (ch *Change) Writes(paths ...string) error {
	if ch == nil {
		return nil
	}
	m, err := ch.manifest()
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

// manifest reads the present manifest. It refuses the manifest of another crawl that replaced the open one,
// because results do not belong to it.
func (ch *Change) manifest() (*Manifest, error) {
	m, err := readManifest(ch.c.Path)
	if err == nil && m.ID() != ch.c.Manifest.ID() {
		err = fmt.Errorf("%s: %w: do it again", ch.c.Path, ErrReplaced)
	}
	return m, err
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
	m, err := ch.manifest()
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
	// A repeated step replaces its former output and its record; the first step made the crawl.
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
