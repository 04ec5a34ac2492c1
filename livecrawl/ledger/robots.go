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

	"weft/internal/corrupt"
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
	token := agentOf(ctx, dir)
	l.robots = &robotsKept{of: map[string]robots.Policy{}}
	for origin, at := range found {
		rec, err := warc.ReadBlock(ctx, dir, at.Filename, at.Offset, mostRobots)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			continue // weft verify finds what is damaged; here a page less counts as forbidden
		}
		h := warc.Response{MaxBody: robots.MaxSize + 1}
		if h.Parse(rec.Body) != nil {
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

const (
	checkEvery = 1 << 10                // lines of an index between two checks of the context
	mostParts  = 64                     // parts of 64 KiB of a line of an index
	mostRobots = robots.MaxSize + 1<<20 // bytes of a record that are read
)

func eachRobots(ctx context.Context, name string, found map[string]warc.Line) error {
	f, err := disk.OpenRegular(name)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	in := bufio.NewReaderSize(f, 1<<16)
	for n, long := 0, 0; ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if long++; long > mostParts {
				return corrupt.Errorf("%s: a line of the index is too long", name)
			}
			continue // no robots.txt has so long a URL
		}
		long = 0
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

// agentOf returns the product token by which the crawl of an archive reads robots.txt, from its newest warcinfo record.
func agentOf(ctx context.Context, dir string) string {
	files, err := disk.List(dir, "", "")
	files = slices.DeleteFunc(files, func(path string) bool { return !strings.Contains(filepath.Base(path), ".warc.gz") })
	if err != nil || len(files) == 0 {
		return "weft"
	}
	last := strings.TrimSuffix(filepath.Base(files[len(files)-1]), ".open")
	rec, err := warc.ReadBlock(ctx, dir, last, 0, mostRobots)
	if err != nil {
		return "weft"
	}
	for line := range strings.Lines(string(rec.Body)) {
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "http-header-user-agent") {
			return cmp.Or(live.ProductToken(strings.TrimSpace(value)), "weft")
		}
	}
	return "weft"
}
