package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"weft/internal/atomicfile"
	"weft/internal/corrupt"
	"weft/internal/disk"
	"weft/internal/responses"
)

// FormatVersion is the version of the layout that this package writes. It also reads [FirstFormat], which has no
// unknown pages and calls the pages of lists fetched.
const (
	FormatVersion = 2
	FirstFormat   = 1
)

// URLsExt ends the file of the names of the pages of a BVGraph, a line each in their order, beside its other files.
const URLsExt = ".urls"

// Orders of the pages of a crawl.
const (
	ByName  = "names" // by sort key
	ByInput = "input" // as they were numbered in the input
)

// A Manifest describes a crawl and how it was made. It is the file weft.json.
type Manifest struct {
	Format int    `json:"weft_format"`
	Order  string `json:"order"`
	Names  bool   `json:"names"`
	Counts Counts `json:"counts"`
	// GraphID is the checksum of the graph: results carry it and are refused on another graph.
	GraphID string `json:"graph_id"`
	Steps   []Step `json:"steps"`
	// Responses counts the responses that the imported inputs hold or describe; nil if there are none.
	Responses *responses.Total `json:"responses,omitempty"`
	// Files are all files of the crawl but the manifest, by slash-separated path.
	Files map[string]FileInfo `json:"files"`
	// Sum is the SHA-256 of the manifest itself with this value replaced by zeros.
	Sum string `json:"manifest_sha256"`
}

// Counts are the numbers that describe a crawl.
type Counts struct {
	Pages      int   `json:"pages"`      // all pages, ghosts included
	Fetched    int   `json:"fetched"`    // pages that were fetched
	Ghosts     int   `json:"ghosts"`     // pages that were never fetched and are known by links only
	Redirected int   `json:"redirected"` // pages that redirect
	Failed     int   `json:"failed"`     // pages whose fetching failed
	Excluded   int   `json:"excluded"`   // pages that the crawl's rules or robots.txt excluded
	Unknown    int   `json:"unknown"`    // pages whose state the input does not say, as in a list of links
	Arcs       int64 `json:"arcs"`       // arcs of all kinds
	SelfLoops  int64 `json:"self_loops"` // arcs of a page to itself
	Dangling   int   `json:"dangling"`   // pages without outgoing arcs that were fetched or whose state is unknown
	Hosts      int   `json:"hosts"`      // hosts; 0 without names
	Domains    int   `json:"domains"`    // registered domains; 0 without names
	// arcs of each kind; one of several kinds counts in each
	Kinds       map[string]int64 `json:"kinds,omitempty" absent:"without arcs"`
	Measured    int64            `json:"measured_arcs"`          // arcs of the kinds that measures use by default
	Anchors     int64            `json:"anchor_texts"`           // anchor texts, counted once for each arc that has one
	GraphBits   int64            `json:"graph_bits"`             // compressed size of the lists, bits
	BitsPerArc  float64          `json:"bits_per_arc"`           // compressed size of the lists, bits per arc
	NameBytes   int64            `json:"name_bytes"`             // size of the table of names, bytes
	TransBitsPA float64          `json:"transpose_bits_per_arc"` // compressed size of the transpose, bits per arc; 0 if there is none
}

// A Step is something that was done to a crawl.
//
//json:object step
type Step struct {
	Command string           `json:"command"`               // the command line
	Version string           `json:"version"`               // version of weft
	Time    time.Time        `json:"time"`                  // time of the step, RFC 3339
	Seed    uint64           `json:"random_seed,omitempty"` // seed of the random draws
	Inputs  []Input          `json:"inputs,omitempty"`      // files that were read
	Notes   map[string]int64 `json:"notes,omitempty"`       // numbers worth keeping
}

// An Input is a file that a step read.
//
//json:object input of a step
type Input struct {
	Path   string `json:"path"`   // path of the file
	Format string `json:"format"` // format in which it was read
	// how the lines of a list were read: kind, columns, separator, comments
	ReadAs  string `json:"read_as,omitempty" absent:"the input is no list"`
	Bytes   int64  `json:"bytes"`            // size in bytes
	SHA256  string `json:"sha256,omitempty"` // SHA-256 of the file, hexadecimal
	Records int64  `json:"records"`          // records that were read
	Bad     int64  `json:"bad_records"`      // records that could not be read
}

// OfArchives reports whether steps imported archives of responses or indexes of archives. These do not say what a crawl
// requested.
func OfArchives(steps []Step) bool {
	return slices.ContainsFunc(steps, func(s Step) bool {
		return slices.ContainsFunc(s.Inputs, func(in Input) bool { return slices.Contains([]string{"archive", "wacz", "cdx", "cc-index"}, in.Format) })
	})
}

// FileInfo describes a file of a crawl.
type FileInfo struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	// Block and CRC are the checksums that readers use: a CRC-32C of each block of Block bytes, eight hexadecimal
	// digits each. Crawls of earlier versions have none.
	Block int    `json:"block,omitempty"`
	CRC   string `json:"crc32c,omitempty"`
}

const noSum = "0000000000000000000000000000000000000000000000000000000000000000"

// encode returns the text of the manifest with its own checksum.
func (m *Manifest) encode() ([]byte, error) {
	if m.Format == 0 { // a crawl that was of an earlier format stays so
		m.Format = FormatVersion
	}
	return seal(m, &m.Sum)
}

// seal returns the text of v, in which sum is the SHA-256 of the text itself with zeros in its place.
func seal(v any, sum *string) ([]byte, error) {
	*sum = noSum
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	of := sha256.Sum256(text)
	*sum = hex.EncodeToString(of[:])
	return bytes.Replace(text, []byte(noSum), []byte(*sum), 1), nil
}

// isSealed reports whether a text is as seal wrote it.
func isSealed(text []byte, sum string) bool {
	of := sha256.Sum256(bytes.Replace(text, []byte(sum), []byte(noSum), 1))
	return hex.EncodeToString(of[:]) == sum
}

// parseManifest reads a manifest and checks it against its own checksum.
func parseManifest(text []byte) (*Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, corrupt.Errorf("not a manifest: %v", err)
	}
	sealed := len(m.Sum) == len(noSum)
	if sealed && !isSealed(text, m.Sum) { // before the number of the format, which may be the damaged part
		return nil, corrupt.Errorf("the manifest does not match its checksum: it was changed or damaged")
	}
	if m.Format < FirstFormat || m.Format > FormatVersion {
		return nil, fmt.Errorf("a crawl of format %d: this version of weft reads formats %d to %d", m.Format, FirstFormat, FormatVersion)
	}
	if !sealed {
		return nil, corrupt.Errorf("the manifest has no checksum")
	}
	return &m, nil
}

// Sizes in bytes of the longest manifest that is read, and of the longest description of a result or a graph.
const (
	mostManifest    = 64 << 20
	mostDescription = 16 << 20
)

func readManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestFile)
	text, err := disk.ReadRegular(path, mostManifest)
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func (m *Manifest) write(dir string) error {
	text, err := m.encode()
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, ManifestFile), text)
}
