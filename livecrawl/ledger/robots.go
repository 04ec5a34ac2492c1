package ledger

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"weft/internal/disk"
	"weft/livecrawl/folder"
	"weft/web/live"
	"weft/web/robots"
	"weft/web/warc"
	"weft/web/weburl"
)

// robotsKept are the rules of robots.txt that the archive of a crawl holds, by origin. Memory: what package robots takes
// for a policy, up to maxRobotsKept of them.
type robotsKept struct{ of map[string]robots.Policy }

// maxRobotsKept is the largest number of origins that are checked. Pages of further origins count as not
// requested.
const maxRobotsKept = 1 << 16

// forbids reports whether a robots.txt that was read forbids a URL.
func (r *robotsKept) forbids(url []byte) bool {
	if r == nil || len(r.of) == 0 {
		return false
	}
	parts := weburl.Cut(url)
	policy, ok := r.of[parts.Origin()]
	if !ok {
		return false
	}
	path := url[len(parts.Origin()):]
	return !policy.Allowed(string(path))
}

// readRobots reads the newest robots.txt of each origin from the archive, if the crawl obeys them.
func (l *Ledger) readRobots(ctx context.Context) error {
	dir := filepath.Join(l.dir, folder.WARCDir)
	if l.cfg.Web != folder.Live || l.cfg.Robots == "ignore" {
		return nil
	}
	found, err := findRobots(ctx, dir)
	if err != nil || len(found) == 0 {
		return err
	}
	token := agentOf(dir)
	l.robots = &robotsKept{of: map[string]robots.Policy{}}
	for origin, at := range found {
		block, err := readBlock(dir, at.Filename, at.Offset)
		if err != nil {
			continue // weft verify finds what is damaged; here a page less counts as forbidden
		}
		h := warc.Response{MaxBody: robots.MaxSize + 1}
		if h.Parse(block) != nil {
			continue
		}
		rules, outcome := robots.Decide(robots.Answer{Status: h.Status, Body: h.Body}, robots.Options{Google: l.cfg.Robots == "google"})
		if outcome == robots.Parsed {
			l.robots.of[origin] = rules.For(token)
		}
	}
	return nil
}

// findRobots reads from the indexes of an archive where the newest robots.txt of each origin is.
func findRobots(ctx context.Context, dir string) (map[string]warc.Line, error) {
	files, err := disk.List(dir, "", "")
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(path string) bool { return !strings.Contains(filepath.Base(path), ".cdxj") })
	found := map[string]warc.Line{}
	for _, name := range files {
		if filepath.Base(name) == "index.cdxj" && len(files) > 1 {
			continue // it has the lines of the others
		}
		if err := eachRobots(ctx, name, found); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return found, nil
}

// checkEvery is the number of lines of an index between two checks of the context.
const checkEvery = 1 << 10

func eachRobots(ctx context.Context, name string, found map[string]warc.Line) error {
	f, err := disk.OpenRegular(name)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	in := bufio.NewReaderSize(f, 1<<16)
	for n := 0; ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			continue // no robots.txt has so long a URL
		}
		if bytes.Contains(line, []byte(")/robots.txt ")) {
			if at, ok := warc.ParseLine(line); ok && at.Mime != "warc/revisit" {
				parts := weburl.Cut([]byte(at.URL))
				origin := parts.Origin()
				before, known := found[origin]
				if (known || len(found) < maxRobotsKept) && cmp.Or(cmp.Compare(before.Filename, at.Filename), cmp.Compare(before.Offset, at.Offset)) <= 0 {
					found[origin] = at
				}
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readBlock reads the block of the record at an offset of a WARC file, finished or not.
func readBlock(dir, name string, offset int64) ([]byte, error) {
	in, err := disk.OpenRegular(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		in, err = disk.OpenRegular(filepath.Join(dir, name+".open"))
	}
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // only read
	if _, err := in.Seek(offset, io.SeekStart); err != nil {
		return nil, err
	}
	rec, err := warc.NewReader(in, warc.Options{}).Next()
	if err != nil {
		return nil, err
	}
	return bytes.Clone(rec.Body), nil
}

// agentOf returns the product token by which the crawl of an archive reads robots.txt, from its newest warcinfo record.
func agentOf(dir string) string {
	files, err := disk.List(dir, "", "")
	files = slices.DeleteFunc(files, func(path string) bool { return !strings.Contains(filepath.Base(path), ".warc.gz") })
	if err != nil || len(files) == 0 {
		return "weft"
	}
	last := strings.TrimSuffix(filepath.Base(files[len(files)-1]), ".open")
	block, err := readBlock(dir, last, 0)
	if err != nil {
		return "weft"
	}
	for line := range strings.Lines(string(block)) {
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "http-header-user-agent") {
			return cmp.Or(live.ProductToken(strings.TrimSpace(value)), "weft")
		}
	}
	return "weft"
}
