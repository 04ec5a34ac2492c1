package livecrawl_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weft/internal/drawn"
	"weft/livecrawl/folder"
	"weft/web/warc"
)

// twinPages makes n pages of which several say the same under other names, so that their links lead elsewhere; some are
// small, and some are no HTML. Their names have no numbers: of pages of one shape that say nothing new a crawl cuts
// some, and their order decides which.
func twinPages(r *rand.Rand, n int) map[string]string {
	pages := map[string]string{}
	var all strings.Builder
	for i := range n {
		name := string([]byte{'a' + byte(i/26), 'a' + byte(i%26)})
		fmt.Fprintf(&all, "<a href=/d%s/p>%d</a><a href=/t%s>t</a>", name, i, name)
		pages["/d"+name+"/p"] = fmt.Sprintf("<!DOCTYPE html><title>%d</title><a href=q>relative</a><a rel=nofollow href=/n>n</a><iframe src=f%d></iframe>%s",
			i%5, i%5, strings.Repeat(fmt.Sprintf("word%d ", i%5), 300))
		pages["/d"+name+"/q"] = strings.Repeat("tiny", 1+i%3)
		pages["/t"+name] = strings.Repeat(fmt.Sprintf("text %d\n", i%3), 400+r.IntN(2))
	}
	pages["/"] = all.String()
	return pages
}

// references checks every revisit of a crawl: what it refers to is a response with the same payload that stands before
// it, whose date it has. It returns how many there are, and how many bytes of responses.
func references(t *testing.T, dir string) (revisits int, bytesOf int64) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	digests, ids := map[string]string{}, map[string]bool{}
	for _, path := range files {
		rd := warc.NewReader(bytes.NewReader(read(t, path)), warc.Options{})
		for {
			rec, err := rd.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			ids[rec.ID()] = true
			if to := strings.Trim(rec.Header.Get("WARC-Concurrent-To"), "<>"); to != "" && !ids[to] {
				t.Errorf("%s of %s belongs to a record that is not there", rec.Type, rec.TargetURI())
			}
			switch rec.Type {
			case warc.TypeResponse:
				digests[rec.TargetURI()+" "+rec.Header.Get("WARC-Date")] = rec.PayloadDigest()
				bytesOf += rec.Length
			case warc.TypeRevisit:
				revisits++
				to := rec.RefersToTargetURI() + " " + rec.Header.Get("WARC-Refers-To-Date")
				if digests[to] != rec.PayloadDigest() {
					t.Errorf("%s refers to %q with %s, which has %q", rec.TargetURI(), to, rec.PayloadDigest(), digests[to])
				}
				if !strings.HasSuffix(rec.Header.Get("WARC-Profile"), "/identical-payload-digest") || !bytes.HasSuffix(rec.Body, []byte("\r\n\r\n")) {
					t.Errorf("%s: %s of %q", rec.TargetURI(), rec.Header.Get("WARC-Profile"), rec.Body)
				}
			}
		}
	}
	return revisits, bytesOf
}

// What the archive has already is kept as a revisit, and changes nothing of the graph, of the import, or of the replay.
func TestDuplicates(t *testing.T) {
	seed := drawn.Seed(t)
	s := newSite(t, twinPages(rand.New(rand.NewPCG(seed, 1)), 40))
	plain, dedup := filepath.Join(t.TempDir(), "plain"), filepath.Join(t.TempDir(), "dedup")
	o := options(plain)
	o.NoDedup = true
	if r := crawl(t, config(s.URL), o); r.Duplicates != 0 {
		t.Errorf("--no-dedup: %d duplicates", r.Duplicates)
	}
	o = options(dedup)
	o.Net.Workers, o.WARCSize = 1, 9000
	r := crawl(t, config(s.URL), o)
	all, large := references(t, plain)
	got, small := references(t, dedup)
	// Of 40 pages 5 are different, of 40 texts 3 to 6; one that comes
	// between two others of its payload, the first of which was not kept, may be kept whole.
	if all != 0 || got < 40-5+40-6-3 || got > 40-5+40-3 || int(r.Duplicates) != got || small >= large*3/4 {
		t.Errorf("%d revisits (%d without), %d were told; %d and %d bytes of answers", got, all, r.Duplicates, small, large)
	}
	sameGraph(t, plain, dedup)
	if v := verify(t, dedup); len(v.Damage) > 0 {
		t.Errorf("verify: %v", v.Damage)
	}
	replayed := filepath.Join(t.TempDir(), "replayed")
	c := config()
	c.Web, c.Inputs = folder.Archive, nil
	files, _ := filepath.Glob(filepath.Join(dedup, "warc", "*.warc.gz"))
	c.Inputs, c.Seeds = files, []string{s.URL}
	ro := options(replayed)
	if r := crawl(t, c, ro); r.Stats.Fetched == 0 {
		t.Errorf("nothing was replayed")
	}
	again := filepath.Join(t.TempDir(), "again")
	c = config(s.URL)
	c.Since = dedup
	crawl(t, c, options(again))
	if of := recordsOf(t, again); of[warc.TypeRevisit] < 80 {
		t.Errorf("since a crawl with duplicates: %v", of)
	}
	sameGraph(t, dedup, again)
}

// A crawl that is stopped or killed and goes on refers to what it has kept before; the graph is the same.
func TestDuplicatesAfterKills(t *testing.T) {
	long(t)
	seed := drawn.Seed(t)
	r := rand.New(rand.NewPCG(seed, 2))
	s := newSite(t, twinPages(r, 150))
	whole, dir := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "killed")
	s.delay.Store(int64(4 * time.Millisecond))
	if r := crawl(t, config(s.URL), options(whole)); r.Cut != 0 {
		t.Errorf("%d pages were cut: %v", r.Cut, r.Rules)
	}
	killed := 0
	for i := 0; i < kills() || killed < 2 && i < 50; i++ { // on a busy machine a process takes longer to begin
		cmd := start(t, dir, s.URL, false)
		time.Sleep(time.Duration(40+r.IntN(80)+5*i) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		if !folder.Is(dir) {
			continue
		}
		if ended(t, dir) {
			break
		}
		killed++
	}
	resume(t, options(dir))
	if killed < 2 {
		t.Errorf("only %d kills before the end", killed)
	}
	if got, _ := references(t, dir); got < 200 {
		t.Errorf("%d revisits", got)
	}
	sameGraph(t, whole, dir)
	if v := verify(t, dir); len(v.Damage) > 0 {
		t.Errorf("verify: %v", v.Damage)
	}
}

// A record that cannot be read any more is referred to no more.
func TestDuplicatesOfWhatIsGone(t *testing.T) {
	s := newSite(t, twinPages(rand.New(rand.NewPCG(1, 1)), 30))
	dir := filepath.Join(t.TempDir(), "c")
	o := options(dir)
	o.Limits.Batch, o.WARCSize, o.Net.Workers = 20, 3000, 1
	crawl(t, config(s.URL), o)
	files, _ := filepath.Glob(filepath.Join(dir, "warc", "*.warc.gz"))
	if len(files) < 3 {
		t.Fatalf("got %v", files)
	}
	for _, path := range files[:len(files)-1] {
		data := read(t, path)
		for i := 400; i < len(data); i += 50 {
			data[i] ^= 0x55
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o.Limits.Batch = 0
	if r := resume(t, o); !r.Done {
		t.Errorf("got %+v", r)
	}
}
