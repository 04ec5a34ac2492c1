package store

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/atomicfile"
	"weft/internal/disk"
)

// EarlierSites is the note of a step that replaced a crawl by another state of it, and dropped its sites. It counts the
// pages of the crawl for which the sites were found.
const EarlierSites = "pages_when_sites_were_last_found"

// HadSites reports whether sites were found for an earlier state of a crawl without sites.
func (m *Manifest) HadSites() bool {
	return m != nil && len(m.Steps) > 0 && m.Steps[0].Notes[EarlierSites] > 0
}

// keepResults takes the results of the crawl that the draft replaces, if both have the same graph, kinds, weights, names and
// states. Of another crawl it only notes that sites were found. m has all files of the draft. A result that cannot be
// read, or that differs from the manifest, is left out, as it can be computed again.
func (d *Draft) keepResults(m *Manifest) error {
	old, err := readManifest(d.target)
	if err != nil || !d.opts.KeepResults {
		return nil //nolint:nilerr // there is nothing to keep
	}
	if old.ID() != m.ID() {
		m.noteSites(old)
		return nil
	}
	commands := map[string]bool{}
	for _, name := range old.resultNames() {
		files, err := d.keepResult(old, name)
		if err != nil {
			return err
		}
		maps.Copy(m.Files, files)
		if len(files) > 0 {
			commands[d.commandOf(name)] = true
		}
	}
	for _, step := range old.Steps[min(1, len(old.Steps)):] {
		if commands[step.Command] {
			m.Steps = append(m.Steps, step)
		}
	}
	if m.Files[sitesFile].SHA256 == "" {
		m.noteSites(old)
	}
	return nil
}

// sitesFile is the file of the found sites in a crawl.
const sitesFile = ResultsDir + "/" + SitesResult + ".npy"

// noteSites notes that an earlier state of the crawl had sites.
func (m *Manifest) noteSites(old *Manifest) {
	pages := int64(0)
	if len(old.Steps) > 0 {
		pages = old.Steps[0].Notes[EarlierSites]
	}
	if _, had := old.Files[sitesFile]; had {
		pages = int64(old.Counts.Pages)
	}
	if pages > 0 {
		notes := maps.Clone(m.Steps[0].Notes)
		if notes == nil {
			notes = map[string]int64{}
		}
		notes[EarlierSites] = pages
		m.Steps[0].Notes = notes
	}
}

// resultNames returns the names of the results of a crawl, in order. Indexes depend on more than the graph, and are not
// among them.
func (m *Manifest) resultNames() (all []string) {
	for path := range m.Files {
		name, is := strings.CutPrefix(path, ResultsDir+"/")
		if name, json := strings.CutSuffix(name, ".json"); is && json && !strings.Contains(name, "/") {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// keepResult puts the files of a result into the draft, and returns them by path. It returns none if one of them cannot be
// read or differs from the manifest.
func (d *Draft) keepResult(old *Manifest, name string) (map[string]FileInfo, error) {
	files := map[string]FileInfo{}
	for path, want := range old.Files {
		if strings.TrimSuffix(path, filepath.Ext(path)) != ResultsDir+"/"+name {
			continue
		}
		if got, err := sumFile(filepath.Join(d.target, filepath.FromSlash(path))); err != nil || got != want {
			return nil, nil //nolint:nilerr // it is computed again
		}
		files[path] = want
	}
	for path, want := range files {
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		if err := disk.MkdirAll(filepath.Dir(d.Path(path)), 0o755); err != nil {
			return nil, err
		}
		if err := copyFile(filepath.Join(d.target, filepath.FromSlash(path)), d.Path(path)); err != nil {
			return nil, err
		}
		if got, err := sumFile(d.Path(path)); err != nil || got != want { // replaced meanwhile
			return nil, errors.Join(err, d.dropResult(files))
		}
	}
	return files, nil
}

// dropResult removes files of a result from the draft.
func (d *Draft) dropResult(files map[string]FileInfo) (err error) {
	for path := range files {
		if e := os.Remove(d.Path(path)); !errors.Is(e, os.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// commandOf returns the command that made a kept result; empty if its description cannot be read.
func (d *Draft) commandOf(name string) string {
	res, err := readDescription(d.Path(ResultsDir + "/" + name + ".json"))
	if err != nil {
		return ""
	}
	return res.Command
}

// copyFile copies a regular file.
func copyFile(from, to string) error {
	f, err := disk.OpenRegular(from)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	return atomicfile.Write(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}
