package export

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"weft/livecrawl/folder"
)

// A WACZ is a crawl to be written as a package of the Web Archive Collection Zipped format 1.1.1
// (https://specs.webrecorder.net/wacz/1.1.1/):
//
//	archive/*.warc.gz        as they are, not compressed again, so that programs can read a record in place;
//	                         earlier-crawls.warc.gz has records of earlier crawls that revisits refer to
//	indexes/index.cdx.gz     the index, in gzip members of 3,000 lines; index.idx says where each begins
//	pages/pages.jsonl        the seeds, with titles; extraPages.jsonl all other pages that are HTML
//	logs/crawl.log
//	datapackage.json         all files with size and SHA-256; datapackage-digest.json has that of this file
type WACZ struct {
	Kept     *folder.Kept
	Title    string
	Software string
	Now      time.Time
	Scratch  string // folder for a list of pages; the system's if empty
	Progress func(done, total int64)
}

// WACZSummary counts what was written.
type WACZSummary struct {
	Files int   `json:"files"` // WARC files
	Pages int64 `json:"pages"` // pages that are listed
	Seeds int64 `json:"seeds"` // pages of these that are seeds
	Bytes int64 `json:"bytes"` // size of the WARC files, bytes
	// records copied from earlier crawls because unchanged pages refer to them
	Copied  int64 `json:"copied_from_earlier_crawls"`
	Lacking int64 `json:"contents_not_found"` // contents of unchanged pages that no earlier crawl has
}

// Write writes the package. Memory: a few MiB, for reading pages. Errors are those of reading, of w, and of ctx;
// damage in the archive is one.
func (k *WACZ) Write(ctx context.Context, w io.Writer) (WACZSummary, error) {
	p := &waczWriter{WACZ: k, ctx: ctx, zip: zip.NewWriter(w)}
	for _, part := range []func() error{p.archives, p.originals, p.index, p.pages, p.log, p.description} {
		if err := part(); err != nil {
			return p.sum, err
		}
	}
	return p.sum, p.zip.Close()
}

// A waczWriter is a package under way.
type waczWriter struct {
	*WACZ
	ctx   context.Context //nolint:containedctx // of one call
	zip   *zip.Writer
	files []resource
	// earlier are lines of the index, sorted, of records that were copied from earlier crawls.
	earlier [][]byte
	sum     WACZSummary
	done    int64
	total   int64
}

// A resource is a file of the package, as datapackage.json lists it.
type resource struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Hash  string `json:"hash"`
	Bytes int64  `json:"bytes"`
}

// A member is a file of the package that is being written.
type member struct {
	p    *waczWriter
	to   io.Writer
	sum  hash.Hash
	size int64
}

// file makes a file of what fill writes; listed says that the package lists it.
func (p *waczWriter) file(name string, method uint16, listed bool, fill func(m *member) error) error {
	to, err := p.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: p.Now})
	if err != nil {
		return err
	}
	m := &member{p: p, to: to, sum: sha256.New()}
	if err := fill(m); err != nil {
		return err
	}
	if listed {
		p.files = append(p.files, resource{Name: strings.ToLower(path.Base(name)), Path: name, Hash: "sha256:" + hex.EncodeToString(m.sum.Sum(nil)), Bytes: m.size})
	}
	return nil
}

func (m *member) Write(b []byte) (int, error) {
	if err := m.p.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := m.to.Write(b)
	m.sum.Write(b[:n])
	m.size += int64(n)
	return n, err
}

// copy makes a file of the package of one on disk.
func (p *waczWriter) copy(from, name string, method uint16) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // it was only read
	return p.file(name, method, true, func(m *member) error {
		if _, err := io.Copy(m, in); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		return nil
	})
}

func (p *waczWriter) archives() error {
	for _, f := range p.Kept.Files {
		info, err := os.Stat(f)
		if err != nil {
			return err
		}
		p.total += 2 * info.Size() // they are copied, and read for their pages
	}
	for _, f := range p.Kept.Files {
		before := len(p.files)
		if err := p.copy(f, "archive/"+filepath.Base(f), zip.Store); err != nil {
			return err
		}
		p.sum.Files++
		p.sum.Bytes += p.files[before].Bytes
		p.tell(p.files[before].Bytes)
	}
	return nil
}

func (p *waczWriter) tell(bytes int64) {
	if p.done += bytes; p.Progress != nil {
		p.Progress(p.done, p.total)
	}
}

func (p *waczWriter) log() error {
	if _, err := os.Stat(p.Kept.Log); err != nil {
		return nil //nolint:nilerr // there need be none
	}
	return p.copy(p.Kept.Log, "logs/crawl.log", zip.Deflate)
}

// description writes what the package says of itself.
func (p *waczWriter) description() error {
	type object = map[string]any
	about := object{
		"profile": "data-package", "resources": p.files, "wacz_version": "1.1.1", "software": p.Software,
		"created": p.Now.UTC().Format(time.RFC3339),
	}
	if p.Title != "" {
		about["title"] = p.Title
	}
	if len(p.Kept.Seeds) > 0 {
		about["mainPageUrl"], about["mainPageDate"] = p.Kept.Seeds[0], p.Kept.Created.UTC().Format(time.RFC3339)
	}
	text, err := json.MarshalIndent(about, "", "  ")
	if err != nil {
		return err
	}
	if err := p.plain("datapackage.json", text); err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	if text, err = json.Marshal(object{"path": "datapackage.json", "hash": "sha256:" + hex.EncodeToString(sum[:])}); err != nil {
		return err
	}
	return p.plain("datapackage-digest.json", text)
}

func (p *waczWriter) plain(name string, text []byte) error {
	return p.file(name, zip.Deflate, false, func(m *member) error {
		_, err := m.Write(text)
		return err
	})
}
