package livecrawl_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/check"
	"weft/livecrawl/folder"
	"weft/web/warc"
)

// verify checks a folder.
func verify(t *testing.T, dir string) check.Verified {
	t.Helper()
	v := check.NewVerifier(dir, nil)
	if err := v.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return v.Report()
}

// crawlToVerify makes a crawl with every file that a crawl has: several WARC files, a checkpoint, pages that failed, a
// snapshot.
func crawlToVerify(t *testing.T, n int) string {
	t.Helper()
	livecrawl.SetGrowth(500)
	t.Cleanup(func() { livecrawl.SetGrowth(128 << 20) })
	s := newSite(t, randomPages(3, n))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.WARCSize = 25_000
	crawl(t, config(s.URL), o)
	snapshot(t, dir)
	return dir
}

// filesBelow returns the files of a folder.
func filesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// unpacked returns what the members of a WARC file hold; nil if they are damaged.
func unpacked(data []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	all, err := io.ReadAll(z)
	if err != nil {
		return nil
	}
	return all
}

// A byte that is flipped is found, in whatever file of a crawl that is said to be covered, and the file is named.
func TestVerifyFindsFlips(t *testing.T) {
	long(t)
	dir := crawlToVerify(t, 40)
	v := verify(t, dir)
	if len(v.Damage) > 0 || len(v.Loose) > 0 || !v.Done {
		t.Fatalf("before anything was flipped: %+v", v)
	}
	if v.Archive.Answers < 40 || v.Archive.Records < 2*v.Archive.Answers || v.Archive.Lines < 80 || v.Frontier.Names < 60 || v.Log.Events < 120 || v.Log.Marks < 60 || v.Snapshot != "checked" {
		t.Errorf("too little was checked: %+v", v)
	}
	free := map[string]bool{folder.LockFile: true, folder.SnapshotLock: true, folder.SnapshotFile: true} // no run reads them
	for _, u := range v.Uncovered {
		free[u.File] = true
	}
	free["log/durable"] = false // but for its end
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 1))
	flipped := map[string]int{}
	for _, name := range filesBelow(t, dir) {
		path := filepath.Join(dir, name)
		whole := read(t, path)
		if free[name] || len(whole) == 0 {
			continue
		}
		places := []int{0, len(whole) - 1}
		for range 6 {
			places = append(places, r.IntN(len(whole)))
		}
		if strings.HasPrefix(name, "snapshot") {
			places = places[2:4] // package store flips them all
		}
		for _, at := range places {
			if name == "log/durable" {
				at %= 32
			}
			data := bytes.Clone(whole)
			data[at] ^= byte(1 + r.IntN(255))
			if strings.HasSuffix(name, ".gz") && bytes.Equal(unpacked(data), unpacked(whole)) && at%len(data) > 10 {
				continue // a bit that means nothing
			}
			writeFile(t, path, data)
			named := false
			found := verify(t, dir).Damage
			for _, d := range found {
				named = named || d.File == name && d.Offset <= int64(at) || strings.HasPrefix(name, "snapshot") && d.File == "snapshot" ||
					strings.HasPrefix(name, "log/checkpoint") && strings.HasPrefix(d.File, "log/checkpoint")
			}
			if !named {
				t.Errorf("%s: byte %d of %d: got %v", name, at, len(whole), found)
			}
			flipped[filepath.Dir(name)]++
		}
		writeFile(t, path, whole)
	}
	for _, part := range []string{"log", "frontier", "warc", "snapshot"} {
		if flipped[part] < 10 {
			t.Errorf("%s: only %d bytes were flipped", part, flipped[part])
		}
	}
}

// The index of all files may name files in any bytes, also such as no file system takes, or a file elsewhere: the line is
// damage, and nothing of that name is opened.
func TestVerifyOpensNoNameOfTheIndex(t *testing.T) {
	dir := crawlToVerify(t, 15)
	path := filepath.Join(dir, "warc", "index.cdxj")
	whole := read(t, path)
	mark := []byte(`"filename": "`)
	at := bytes.Index(whole, mark) + len(mark)
	for _, name := range []string{"\xef", "a\x00b", "../log/x", strings.Repeat("n", 300), ""} {
		end := at + bytes.IndexByte(whole[at:], '"')
		writeFile(t, path, slices.Concat(whole[:at], []byte(name), whole[end:]))
		found := verify(t, dir).Damage
		if !slices.ContainsFunc(found, func(d check.Damage) bool { return d.File == filepath.Join("warc", "index.cdxj") }) {
			t.Errorf("%.9q: got %v", name, found)
		}
	}
	writeFile(t, path, whole)
}

// Whatever an archive begins with instead of a gzip member, a line break as well, the damage begins there.
func TestVerifyFindsTheFirstByte(t *testing.T) {
	dir := crawlToVerify(t, 15)
	paths, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	whole := read(t, paths[0])
	for _, first := range "\n\r \x00W(\xff\x1e" {
		data := bytes.Clone(whole)
		data[0] = byte(first)
		writeFile(t, paths[0], data)
		found := verify(t, dir).Damage
		if !slices.ContainsFunc(found, func(d check.Damage) bool { return filepath.Join(dir, d.File) == paths[0] && d.Offset == 0 }) {
			t.Errorf("%q: got %v", first, found)
		}
	}
}

// A crawl does not go on from a checkpoint that is damaged, and says what to do.
func TestDamagedCheckpoint(t *testing.T) {
	livecrawl.SetGrowth(2000)
	t.Cleanup(func() { livecrawl.SetGrowth(128 << 20) })
	s := newSite(t, randomPages(8, 60))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Batch = 40
	c := config(s.URL)
	c.Traps = true
	crawl(t, c, o)
	o.Limits.Batch = 0
	parts, _ := filepath.Glob(filepath.Join(dir, "log", "checkpoint-*", "*"))
	if len(parts) != 3 {
		t.Fatalf("parts of a checkpoint: %q", parts)
	}
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 4))
	for _, path := range parts {
		whole := read(t, path)
		for range 8 {
			data := bytes.Clone(whole)
			at := r.IntN(len(data))
			data[at] ^= byte(1 + r.IntN(255))
			writeFile(t, path, data)
			j, err := livecrawl.Resume(o)
			if err == nil {
				_, err = j.Run(t.Context())
				j.Close()
			}
			if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "replayed from its start") {
				t.Fatalf("%s, byte %d: got %v", path, at, err)
			}
		}
		writeFile(t, path, whole)
	}
	if err := os.Remove(filepath.Join(dir, "log", "checkpoint")); err != nil {
		t.Fatal(err)
	}
	if r := resume(t, o); r.Stats.Fetched != 60 || !r.Done {
		t.Errorf("from the start: %q, %+v", r.Why, r.Counts)
	}
}

// A file that is missing, cut or longer than it was is found in a crawl that ended in order.
func TestVerifyFindsCuts(t *testing.T) {
	dir := crawlToVerify(t, 15)
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 2))
	for _, name := range filesBelow(t, dir) {
		if strings.HasPrefix(name, "snapshot") || strings.HasSuffix(name, "lock") || name == "crawl.json" || name == "log/crawl.log" || name == "near-duplicates.tsv" {
			continue
		}
		path := filepath.Join(dir, name)
		whole := read(t, path)
		for what, data := range map[string][]byte{
			"cut": whole[:r.IntN(len(whole))], "longer": append(bytes.Clone(whole), "more\n"...), "missing": nil,
		} {
			if name == "log/durable" && what != "longer" || name == "log/times" && what == "longer" || name == "log/checkpoint" && what == "missing" {
				continue // such a crawl goes on, too
			}
			if data == nil && what == "missing" {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			} else {
				writeFile(t, path, data)
			}
			if v := verify(t, dir); len(v.Damage) == 0 {
				t.Errorf("%s, %s (%d of %d bytes): no damage found", name, what, len(data), len(whole))
			}
		}
		writeFile(t, path, whole)
	}
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("put back: %v", v.Damage)
	}
}

// A crawl that was killed is not damaged, nor one that is running; what is torn is told, and resuming cuts it off.
func TestVerifyAfterKills(t *testing.T) {
	long(t)
	s := newSite(t, randomPages(11, 400))
	s.delay.Store(int64(8 * time.Millisecond))
	dir := filepath.Join(t.TempDir(), "c")
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 3))
	killed := 0
	for range kills() {
		cmd := start(t, dir, s.URL, false)
		for begin := time.Now(); !folder.Is(dir) && time.Since(begin) < time.Minute; {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(40+r.IntN(120)) * time.Millisecond)
		if folder.Is(dir) {
			if v := verify(t, dir); len(v.Damage) > 0 {
				t.Errorf("while it runs: %v", v.Damage)
			}
		}
		cmd.Process.Kill()
		cmd.Wait()
		if !folder.Is(dir) || ended(t, dir) {
			continue
		}
		killed++
		appendTo(t, filepath.Join(dir, "log", "events"), "torn")
		appendTo(t, filepath.Join(dir, "log", "marks"), "torn")
		v := verify(t, dir)
		if len(v.Damage) > 0 || len(v.Loose) < 2 {
			t.Errorf("killed: damage %v, loose %v", v.Damage, v.Loose)
		}
	}
	if killed < 2 {
		t.Errorf("only %d runs were killed before they ended", killed)
	}
	resume(t, options(dir))
	if v := verify(t, dir); len(v.Damage) > 0 || len(v.Loose) > 0 {
		t.Errorf("at its end: %+v", v)
	}
}

// ended says whether the last run ended in order.
func ended(t *testing.T, dir string) bool {
	t.Helper()
	f, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f.Runs[len(f.Runs)-1].Whole
}

func appendTo(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// What was checked before an interrupt is told.
func TestVerifyInterrupted(t *testing.T) {
	dir := crawlToVerify(t, 10)
	ctx, cancel := context.WithCancel(t.Context())
	v := check.NewVerifier(dir, func(what string, _, _ int64) {
		if strings.HasPrefix(what, "the archive") {
			cancel()
		}
	})
	if err := v.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	got := v.Report()
	if got.Done || got.Log.Events == 0 || got.Snapshot != "" {
		text, _ := json.Marshal(got)
		t.Errorf("got %s", text)
	}
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// An answer that the archive and all its indexes have lost is missed by the log.
func TestVerifyHoldsArchiveAgainstLog(t *testing.T) {
	dir := crawlToVerify(t, 30)
	warcs := filepath.Join(dir, "warc")
	archives, _ := filepath.Glob(filepath.Join(warcs, "*.warc.gz"))
	if len(archives) < 2 {
		t.Fatalf("only %v", archives)
	}
	name := filepath.Base(archives[0])
	data := read(t, archives[0])
	rd := warc.NewReader(bytes.NewReader(data), warc.Options{})
	last := int64(0)
	for {
		rec, err := rd.Next()
		if err != nil {
			break
		}
		if rec.Type == warc.TypeResponse {
			last = rec.Offset
		}
	}
	writeFile(t, archives[0], data[:last])
	for _, index := range []string{strings.TrimSuffix(name, ".warc.gz") + ".cdxj", "index.cdxj"} {
		var kept []byte
		for line := range bytes.Lines(read(t, warcs, index)) {
			if !bytes.Contains(line, fmt.Appendf(nil, `"offset": "%d", "filename": %q`, last, name)) {
				kept = append(kept, line...)
			}
		}
		writeFile(t, filepath.Join(warcs, index), kept)
	}
	v := verify(t, dir)
	if len(v.Damage) != 1 || !strings.Contains(v.Damage[0].What, "where the log has") {
		t.Errorf("got %v", v.Damage)
	}
}

// A crawl of a later version is refused by verify, which finds no damage in it.
func TestVerifyRefusesLaterFormats(t *testing.T) {
	s := newSite(t, randomPages(6, 8))
	dir := stopped(t, s.URL, 3)
	setFormat(t, dir, 99)
	v := check.NewVerifier(dir, nil)
	if err := v.Run(t.Context()); !errors.Is(err, folder.ErrFormat) || !strings.Contains(err.Error(), "use the weft that made it") {
		t.Errorf("got %v", err)
	}
	if got := v.Report().Damage; len(got) > 0 {
		t.Errorf("damage of a later format: %v", got)
	}
}

// A crawl of format 1 can be verified as it is. A run that continues it writes the format of today: from then on its log
// may hold what earlier versions take for damage.
func TestEarlierFormatIsContinued(t *testing.T) {
	s := newSite(t, randomPages(6, 8))
	dir := stopped(t, s.URL, 3)
	setFormat(t, dir, 1)
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("damage of format 1: %v", v.Damage)
	}
	if f, err := folder.Read(dir); err != nil || f.Format != 1 {
		t.Fatalf("verify changed the format: %+v, %v", f, err)
	}
	j, err := livecrawl.Resume(options(dir))
	if err != nil {
		t.Fatal(err)
	}
	if f, err := folder.Read(dir); err != nil || f.Format != folder.Format { // before the first event
		t.Errorf("the run began with %+v, %v", f, err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// setFormat changes the format of a crawl.
func setFormat(t *testing.T, dir string, format int) {
	t.Helper()
	f, err := folder.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	f.Format = format
	if err := f.Write(dir); err != nil {
		t.Fatal(err)
	}
}
