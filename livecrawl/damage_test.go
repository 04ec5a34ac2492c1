package livecrawl_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/internal/disk/disktest"
	"weft/internal/drawn"
	"weft/livecrawl"
	"weft/livecrawl/folder"
	"weft/making/ingest"
)

// A wound is a way to damage a file.
type wound struct {
	name string
	do   func(r *rand.Rand, data []byte) []byte // nil removes the file
}

var wounds = []wound{
	{"flip", func(r *rand.Rand, data []byte) []byte {
		if len(data) == 0 {
			return data
		}
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		return data
	}},
	{"zeros", func(r *rand.Rand, data []byte) []byte {
		from := r.IntN(len(data) + 1)
		clear(data[from:min(from+1+r.IntN(200), len(data))])
		return data
	}},
	{"cut", func(r *rand.Rand, data []byte) []byte { return data[:r.IntN(len(data)+1)] }},
	{"cut a little", func(r *rand.Rand, data []byte) []byte { return data[:max(0, len(data)-1-r.IntN(100))] }},
	{"twice", func(r *rand.Rand, data []byte) []byte {
		from := r.IntN(len(data) + 1)
		to := min(from+1+r.IntN(200), len(data))
		return slices.Insert(data, to, bytes.Clone(data[from:to])...)
	}},
	{"marks twice", func(r *rand.Rand, data []byte) []byte { // whole marks, so that none is torn
		from := 32 * r.IntN(len(data)/32+1)
		to := min(from+32*(1+r.IntN(4)), len(data))
		return slices.Insert(data, to, bytes.Clone(data[from:to])...)
	}},
	{"hole", func(r *rand.Rand, data []byte) []byte {
		from := r.IntN(len(data) + 1)
		return slices.Delete(data, from, min(from+1+r.IntN(200), len(data)))
	}},
	{"longer", func(r *rand.Rand, data []byte) []byte { return append(data, make([]byte, 1+r.IntN(50))...) }},
	{"removed", func(*rand.Rand, []byte) []byte { return nil }},
}

// hurt damages a file of a folder. It returns what was done; "" if nothing was.
func hurt(t *testing.T, r *rand.Rand, dir, name string, w wound) string {
	t.Helper()
	path := filepath.Join(dir, name)
	before := read(t, path)
	after := w.do(r, bytes.Clone(before))
	switch {
	case after == nil && w.name == "removed":
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	case bytes.Equal(before, after):
		return ""
	default:
		writeFile(t, path, after)
	}
	return fmt.Sprintf("%s: %s, %d bytes to %d", name, w.name, len(before), len(after))
}

// copyTree copies a folder, to memory where there is a place for that: what is read again needs no sync.
func copyTree(t *testing.T, from string) string {
	t.Helper()
	parent, err := os.MkdirTemp("/dev/shm", "weft-damage-*")
	if err != nil {
		parent = t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(parent) })
	to := filepath.Join(parent, "c")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// archived returns the bytes of all archives of a folder, those that were moved aside too.
func archived(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	kept := map[string][]byte{}
	for _, name := range filesBelow(t, dir) {
		if strings.Contains(name, ".warc.gz") {
			kept[name] = read(t, dir, name)
		}
	}
	return kept
}

// lost says which bytes that a folder had in its archives are in none any more; "" if none are. A record that is
// cut may be gone, and a warcinfo record that nothing but such a record follows.
func lost(before, after map[string][]byte) string {
	for name, data := range before {
		stem := strings.TrimSuffix(name, ".open")
		has := after[stem]
		if has == nil {
			has = after[stem+".open"]
		}
		same := 0
		for same < min(len(has), len(data)) && has[same] == data[same] {
			same++
		}
		if rest := data[same:]; len(rest) > 0 && !inOne(after, rest) && !onlyCut(rest) {
			return fmt.Sprintf("%d of %d bytes of %s, from %d on", len(rest), len(data), name, same)
		}
	}
	return ""
}

func inOne(all map[string][]byte, part []byte) bool {
	for _, data := range all {
		if bytes.Contains(data, part) {
			return true
		}
	}
	return false
}

// onlyCut says whether bytes are zeros, or the beginning of a record, perhaps after a warcinfo record.
func onlyCut(data []byte) bool {
	if len(bytes.Trim(data, "\x00")) == 0 || len(data) < 3 {
		return true
	}
	in := bufio.NewReader(bytes.NewReader(data))
	z, err := gzip.NewReader(in)
	if err != nil {
		return false
	}
	for {
		z.Multistream(false)
		text, err := io.ReadAll(z)
		if err != nil {
			return true
		}
		if !bytes.Contains(text, []byte("WARC-Type: warcinfo")) {
			return false
		}
		if z.Reset(in) != nil {
			return true
		}
	}
}

// pagesOf returns the pages of the graph of a crawl and their states.
func pagesOf(t *testing.T, dir string) (livecrawl.Snapshot, error) {
	t.Helper()
	return livecrawl.MakeSnapshot(t.Context(), dir, importOptions(""))
}

// stopped makes a crawl that ended in order after some pages, and killed one that was killed there.
func stopped(t *testing.T, url string, n uint64) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.WARCSize, o.Limits.Pages = 12_000, n
	crawl(t, config(url), o)
	return dir
}

func killed(t *testing.T, url, whole string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "c")
	cmd := start(t, dir, url, false)
	end := logSize(whole)
	deadline := time.Now().Add(time.Minute)
	for logSize(dir) < end/2 && time.Now().Before(deadline) {
		time.Sleep(200 * time.Microsecond)
	}
	cmd.Process.Kill()
	cmd.Wait()
	return dir
}

// Whatever is damaged in a crawl that ended, was stopped or was killed: it goes on and has all pages of one that
// was not damaged, or it is refused with a word. No byte of its archive is lost.
func TestDamageNeverDeletes(t *testing.T) {
	livecrawl.SetGrowth(3000)
	t.Cleanup(func() { livecrawl.SetGrowth(128 << 20) })
	r := drawn.Rand(t)
	s := newSite(t, randomPages(6, 60))
	s.delay.Store(int64(time.Millisecond))
	whole := filepath.Join(t.TempDir(), "c")
	o := options(whole)
	o.WARCSize = 12_000
	crawl(t, config(s.URL), o)
	want, err := pagesOf(t, copyTree(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	s.delay.Store(0)
	draws, share := 0, drawn.Draws(6, 2) // of share wounds of a file, one is tried in the mean
	if n, err := strconv.Atoi(os.Getenv("WEFT_DAMAGES")); err == nil {
		draws = n
	}
	refused, went, recovered := 0, 0, 0
	for state, from := range map[string]string{"finished": whole, "stopped": stopped(t, s.URL, 25), "killed": killed(t, s.URL, whole)} {
		for _, name := range filesBelow(t, from) {
			for _, w := range wounds {
				for range max(draws, 1) {
					if draws == 0 && r.IntN(share) > 0 {
						continue
					}
					switch tryDamage(t, r, state, from, name, w, want.Pages) {
					case wentOn:
						went++
					case wasRecovered:
						recovered++
						refused++
					case wasRefused:
						refused++
					}
				}
			}
		}
	}
	t.Logf("%d went on, %d were refused, %d of these recovered", went, refused, recovered)
	if went == 0 || recovered == 0 {
		t.Error("nothing was tried")
	}
}

// What became of a damaged crawl.
const (
	unhurt = iota
	wentOn
	wasRefused
	wasRecovered
)

// tryDamage damages a file of a copy of a crawl, and resumes that, or recovers and resumes it.
func tryDamage(t *testing.T, r *rand.Rand, state, from, name string, w wound, pages int) int {
	t.Helper()
	dir := copyTree(t, from)
	defer os.RemoveAll(filepath.Dir(dir))
	what := hurt(t, r, dir, name, w)
	if what == "" {
		return unhurt
	}
	what = state + ": " + what
	before := archived(t, dir)
	ok := goOnDamaged(t, dir, what, pages)
	if gone := lost(before, archived(t, dir)); gone != "" {
		t.Errorf("%s: lost are %s", what, gone)
	}
	if ok {
		return wentOn
	}
	ok = recoverDamaged(t, dir, what, pages)
	if gone := lost(before, archived(t, dir)); gone != "" {
		t.Errorf("%s, recovered: lost are %s", what, gone)
	}
	if ok {
		return wasRecovered
	}
	return wasRefused
}

// goOnDamaged resumes a damaged crawl; true if it went on, to all pages.
func goOnDamaged(t *testing.T, dir, what string, pages int) bool {
	t.Helper()
	o := options(dir)
	o.WARCSize = 12_000
	j, err := livecrawl.Resume(o)
	if err == nil {
		_, err = j.Run(t.Context())
		err = errors.Join(err, j.Close())
	}
	if err != nil {
		if !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: the error names no file: %v", what, err)
		}
		if !errors.Is(err, folder.ErrDamaged) && !strings.Contains(err.Error(), "only version 1 can be read") {
			t.Errorf("%s: no word of a rescue: %v", what, err)
		}
		return false
	}
	got, err := pagesOf(t, dir)
	if err != nil {
		if !strings.Contains(err.Error(), filepath.Join(dir, "log", "events")) { // before the checkpoint, so that no run reads it
			t.Errorf("%s: it went on, and has no graph: %v", what, err)
		}
		return true
	}
	if got.Pages != pages && !strings.Contains(what, ".warc.gz") {
		t.Errorf("%s: %d pages, want %d", what, got.Pages, pages)
	}
	return true
}

// recoverDamaged recovers a crawl that was refused, and resumes it to all pages; false if nothing says any more
// what crawl it was. Then its archive can be imported still.
func recoverDamaged(t *testing.T, dir, what string, pages int) bool {
	t.Helper()
	o := options(dir)
	o.WARCSize = 12_000
	r, err := livecrawl.Recover(t.Context(), o)
	if err != nil {
		if !strings.Contains(err.Error(), "'import' "+filepath.Join(dir, "warc")) {
			t.Errorf("%s: it is not recovered: %v", what, err)
		}
		if files, _ := os.ReadDir(filepath.Join(dir, "warc")); slices.ContainsFunc(files, func(e os.DirEntry) bool { return strings.Contains(e.Name(), ".warc.gz") }) {
			in := importOptions(filepath.Join(t.TempDir(), "imported"), filepath.Join(dir, "warc"))
			in.MaxBad = 1
			if _, err := ingest.Import(t.Context(), in); err != nil {
				t.Errorf("%s: its archive is not imported: %v", what, err)
			}
		}
		return false
	}
	if len(r.Found) == 0 {
		t.Errorf("%s: nothing was found", what)
	}
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("%s: damage after it was recovered: %v", what, v.Damage)
	}
	if !goOnDamaged(t, dir, what+", recovered", pages) {
		t.Errorf("%s: it was recovered and does not go on", what)
		return false
	}
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("%s: damage after it was recovered and went on: %v", what, v.Damage)
	}
	if again, err := livecrawl.Recover(t.Context(), o); err != nil || len(again.Found) > 0 {
		t.Errorf("%s: recovered twice: %+v, %v", what, again, err)
	}
	return true
}

// A crawl of a later version, and one that may not be read, are not damaged: recovery refuses them and changes nothing.
func TestRecoverKeepsLaterFormats(t *testing.T) {
	s := newSite(t, randomPages(6, 8))
	dir := stopped(t, s.URL, 3)
	file := filepath.Join(dir, "crawl.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := bytes.Index(data, []byte(`"crc32c"`))
	later := bytes.Replace(bytes.Replace(data, data[sum:sum+len(`"crc32c"`)], []byte(`"unknown"`), 1), []byte(fmt.Sprintf(`"format": %d`, folder.Format)), []byte(`"format": 99`), 1)
	if bytes.Equal(later, data) {
		t.Fatal("the format is the same")
	}
	if err := os.WriteFile(file, later, 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err := livecrawl.Recover(t.Context(), options(dir)); err == nil || !strings.Contains(err.Error(), "format 99") {
		t.Errorf("got %+v, %v", r, err)
	}
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(now, later) {
		t.Errorf("crawl.json is another: %v", err)
	}
}

// A recovery that is killed, or during which the system goes down, is done again, and nothing is lost by it.
func TestRecoveryCrashes(t *testing.T) {
	s := newSite(t, randomPages(6, 25))
	whole := filepath.Join(t.TempDir(), "c")
	o := options(whole)
	o.WARCSize = 12_000
	crawl(t, config(s.URL), o)
	want, err := pagesOf(t, copyTree(t, whole))
	if err != nil {
		t.Fatal(err)
	}
	marks := read(t, whole, "log", "marks")
	marks[40] ^= 1
	writeFile(t, filepath.Join(whole, "log", "marks"), marks)
	writeFile(t, filepath.Join(whole, "log", "events"), read(t, whole, "log", "events")[:900])
	before := archived(t, whole)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "c"), os.DirFS(whole)); err != nil {
		t.Fatal(err)
	}
	tape := disktest.Record(t, dir)
	if _, err := livecrawl.Recover(t.Context(), options(filepath.Join(dir, "c"))); err != nil {
		t.Fatal(err)
	}
	tape.Stop()
	r := drawn.Rand(t)
	tried := 0
	tape.EachCrash(t, r.Uint64(), func(dir string, _ int, _ disktest.Crash, what string) {
		if r.IntN(8) > 0 && !drawn.Full() {
			return
		}
		tried++
		dir = filepath.Join(dir, "c")
		if r.IntN(2) == 0 { // a resume before the recovery is finished: it works, or reports the damage
			if j, err := livecrawl.Resume(options(dir)); err == nil {
				if err := j.Close(); err != nil {
					t.Errorf("%s: %v", what, err)
				}
			} else if !errors.Is(err, folder.ErrDamaged) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if _, err := livecrawl.Recover(t.Context(), options(dir)); err != nil {
			t.Errorf("%s: it is not recovered: %v", what, err)
			return
		}
		if gone := lost(before, archived(t, dir)); gone != "" {
			t.Errorf("%s: lost are %s", what, gone)
		}
		if !goOnDamaged(t, dir, what, want.Pages) {
			t.Errorf("%s: it does not go on", what)
		}
	})
	if tried < 10 {
		t.Errorf("only %d crashes were tried", tried)
	}
}

// Resume finishes a recovery that was interrupted. A staged crawl.json that is damaged is reported, and can be recovered.
func TestResumeFinishesDamagedRecovery(t *testing.T) {
	s := newSite(t, randomPages(6, 5))
	dir := filepath.Join(t.TempDir(), "c")
	crawl(t, config(s.URL), options(dir))
	want, err := pagesOf(t, copyTree(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	staged := filepath.Join(dir, folder.StagingDir)
	for _, part := range []string{folder.LogDir, folder.FrontierDir} {
		if err := os.CopyFS(filepath.Join(staged, part), os.DirFS(filepath.Join(dir, part))); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(staged, folder.CrawlFile), []byte("{"))
	writeFile(t, filepath.Join(staged, folder.StagingReady), []byte("backup"))
	if _, err := livecrawl.Resume(options(dir)); !errors.Is(err, folder.ErrDamaged) {
		t.Errorf("got %v, want an error that says that the crawl is damaged", err)
	}
	if r, err := livecrawl.Recover(t.Context(), options(dir)); err != nil || !r.NewFolder {
		t.Errorf("recovered: %+v, %v", r, err)
	}
	goOnDamaged(t, dir, "crawl.json of a recovery is damaged", want.Pages)
}

// A folder whose crawl.json is lost is no place for a new crawl: its archive would go.
func TestNewCrawlInDamagedFolder(t *testing.T) {
	s := newSite(t, randomPages(6, 5))
	dir := filepath.Join(t.TempDir(), "c")
	crawl(t, config(s.URL), options(dir))
	want, err := pagesOf(t, copyTree(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "crawl.json")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"waiting.tsv", "near-duplicates.tsv", "cut.tsv"} {
		os.Remove(filepath.Join(dir, name)) // then it looks like what a crawl leaves that was killed when it began
	}
	before := archived(t, dir)
	for range 2 {
		if _, err := livecrawl.Create(config(s.URL), options(dir)); !errors.Is(err, folder.ErrDamaged) {
			t.Errorf("got %v", err)
		}
		if gone := lost(before, archived(t, dir)); gone != "" {
			t.Fatalf("lost are %s", gone)
		}
		if err := os.Remove(filepath.Join(dir, "log", "crawl.log")); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	if r, err := livecrawl.Recover(t.Context(), options(dir)); err != nil || !r.NewFolder || len(r.Found) == 0 {
		t.Errorf("recovered: %+v, %v", r, err)
	}
	goOnDamaged(t, dir, "crawl.json is lost", want.Pages)
}
