package shards

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"path"
	"strings"

	"weft/graph"
	"weft/internal/corrupt"
	"weft/internal/responses"
	"weft/store"
)

// Names in a folder of shards.
const (
	ManifestFile = "manifest.json"
	ResultFile   = "result.json"
	PagesFolder  = "pages"
	ArcsFolder   = "arcs"
	TextsFolder  = "texts"
	ResultFolder = "results"
	tableExt     = ".parquet"
)

// The format and version that a manifest states.
const (
	Format  = "weft-shards"
	Version = 1
)

// A Manifest describes a folder of shards. It is written last: its presence says that the shards are whole.
type Manifest struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	// MadeBy names the program that wrote the shards, with its version.
	MadeBy string `json:"made_by"`
	Pages  int64  `json:"pages"`
	Arcs   int64  `json:"arcs"`
	Texts  int64  `json:"texts"`
	// Files are the tables of pages, arcs and texts, in the order of their names.
	Files []File `json:"files"`
	// Checksum is the SHA-256 of the lines "NAME ROWS BYTES SHA256\n" of Files. Results carry it.
	Checksum string `json:"checksum"`
	// Inputs are the files that the shards were made from.
	Inputs []store.Input `json:"inputs,omitempty"`
	// Responses count the responses in the inputs, a total for each source of counts; absent without counts.
	Responses []*responses.Total `json:"responses,omitempty"`
	// Skipped are inputs that the program left out, and Warnings what else it reported of them.
	Skipped  []Skipped `json:"skipped,omitempty"`
	Warnings []string  `json:"warnings,omitempty"`
}

// A Skipped is an input that was left out, and why.
type Skipped struct {
	Path string `json:"path"`
	Why  string `json:"error"`
}

// A File is a table of a folder.
type File struct {
	Name   string `json:"name"` // with slashes, relative to the manifest or the description of the result
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// A Result describes a vector with a value per page. It is the file results/NAME/result.json.
type Result struct {
	Name string `json:"result"`
	// Of is the checksum of the shards that the result belongs to.
	Of    string `json:"of"`
	Pages int64  `json:"pages"`
	// Options change the values; "kinds" are the arcs that counted.
	Options    map[string]any `json:"options,omitempty"`
	Iterations *int64         `json:"iterations,omitempty"`
	Residual   *float64       `json:"residual,omitempty"`
	Norm       string         `json:"norm,omitempty"`
	Converged  *bool          `json:"converged,omitempty"`
	// Type is the type of the values, as NumPy names it.
	Type string `json:"type"`
	// Figures are results for the graph as a whole.
	Figures map[string]any `json:"figures,omitempty"`
	Engine  string         `json:"engine,omitempty"`
	Files   []File         `json:"files"`
}

// ParseManifest reads a manifest and checks it against itself: names, sizes, sums of rows and checksum.
func ParseManifest(text []byte) (*Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, corrupt.Errorf("not a manifest of shards: %v", err)
	}
	switch {
	case m.Format != Format:
		return nil, fmt.Errorf("not a manifest of shards: \"format\" is %.40q, expected %q", m.Format, Format)
	case m.Version != Version:
		return nil, fmt.Errorf("shards of version %d: this version of weft reads version %d", m.Version, Version)
	case m.Pages < 0 || m.Arcs < 0 || m.Texts < 0:
		return nil, corrupt.Errorf("%d pages, %d arcs and %d texts: expected no negative numbers", m.Pages, m.Arcs, m.Texts)
	case m.Pages > graph.MaxNodes:
		return nil, fmt.Errorf("%d pages: at most %d can be numbered", m.Pages, graph.MaxNodes)
	}
	if err := m.checkFiles(); err != nil {
		return nil, err
	}
	if sum := checksum(m.Files); sum != m.Checksum {
		return nil, corrupt.Errorf("\"checksum\" is %.64q, and the files listed have %q: the manifest was changed or damaged", m.Checksum, sum)
	}
	return &m, nil
}

// checkFiles checks names, order, sizes and sums of rows of the listed files.
func (m *Manifest) checkFiles() error {
	rows := map[string]int64{}
	last := ""
	for i := range m.Files {
		f := &m.Files[i]
		folder, name, _ := strings.Cut(f.Name, "/")
		if folder != PagesFolder && folder != ArcsFolder && folder != TextsFolder {
			return corrupt.Errorf("file %d is called %.200q: expected pages/NAME.parquet, arcs/NAME.parquet or texts/NAME.parquet", i+1, f.Name)
		}
		if err := f.check(name); err != nil {
			return corrupt.Errorf("file %d, %.200q: %v", i+1, f.Name, err)
		}
		if i > 0 && cmp.Compare(last, f.Name) >= 0 {
			return corrupt.Errorf("file %d, %.200q, follows %.200q: expected files in the order of their names, each once", i+1, f.Name, last)
		}
		last = f.Name
		if rows[folder] += f.Rows; rows[folder] < 0 {
			return corrupt.Errorf("file %d, %.200q: the tables have more rows than 63 bits count", i+1, f.Name)
		}
	}
	for _, c := range []struct {
		folder string
		want   int64
	}{{PagesFolder, m.Pages}, {ArcsFolder, m.Arcs}, {TextsFolder, m.Texts}} {
		if rows[c.folder] != c.want {
			return corrupt.Errorf("the files of %s/ have %d rows, and \"%[1]s\" is %[3]d: expected equal numbers", c.folder, rows[c.folder], c.want)
		}
	}
	return nil
}

// check checks one entry whose name within its folder is given.
func (f *File) check(name string) error {
	switch {
	case !isTableName(name):
		return fmt.Errorf("the name %.100q is not allowed: expected a plain name that ends in %s", name, tableExt)
	case f.Rows < 0 || f.Bytes < 0:
		return fmt.Errorf("%d rows and %d bytes: expected no negative numbers", f.Rows, f.Bytes)
	case !isSHA256(f.SHA256):
		return fmt.Errorf("\"sha256\" is %.70q: expected 64 digits of 0-9 and a-f", f.SHA256)
	}
	return nil
}

// maxName is the longest name of a file in bytes, as in most file systems.
const maxName = 255

// isTableName reports whether a table in a folder may have a name. Such a name leads nowhere else, on any system.
func isTableName(name string) bool {
	if len(name) > maxName || !strings.HasSuffix(name, tableExt) || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || path.Base(name) != name {
		return false
	}
	return strings.IndexFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f || strings.ContainsRune(`/\:`, c) }) < 0
}

func isSHA256(text string) bool {
	return len(text) == 2*sha256.Size && strings.Trim(text, "0123456789abcdef") == ""
}

// checksum returns the checksum of a list of files.
func checksum(files []File) string {
	h := sha256.New()
	for i := range files {
		sumFile(h, &files[i])
	}
	return hex.EncodeToString(h.Sum(nil))
}

func sumFile(h hash.Hash, f *File) {
	fmt.Fprintf(h, "%s %d %d %s\n", f.Name, f.Rows, f.Bytes, f.SHA256) //nolint:errcheck // a hash does not fail
}

// parseResult reads the description of a result in the folder of this name.
func parseResult(text []byte, name string) (*Result, error) {
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, corrupt.Errorf("not a description of a result: %v", err)
	}
	if r.Name != name {
		return nil, corrupt.Errorf("it describes the result %.100q: expected %q", r.Name, name)
	}
	rows, last := int64(0), ""
	for i := range r.Files {
		f := &r.Files[i]
		if err := f.check(f.Name); err != nil {
			return nil, corrupt.Errorf("file %d: %v", i+1, err)
		}
		if i > 0 && last >= f.Name {
			return nil, corrupt.Errorf("file %d, %.200q, follows %.200q: expected files in the order of their names, each once", i+1, f.Name, last)
		}
		last = f.Name
		if rows += f.Rows; rows < 0 {
			return nil, corrupt.Errorf("file %d, %.200q: the tables have more rows than 63 bits count", i+1, f.Name)
		}
	}
	if rows != r.Pages {
		return nil, corrupt.Errorf("its files have %d rows, and \"pages\" is %d: expected equal numbers", rows, r.Pages)
	}
	return &r, nil
}
