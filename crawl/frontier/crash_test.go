package frontier_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/crawl"
	"weft/crawl/frontier"
)

// A folder is its files.
type folder map[string]string

func readFolder(t testing.TB, dir string) folder {
	t.Helper()
	f := folder{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		f[e.Name()] = string(data)
	}
	return f
}

// with returns the folder with another content of a file; without the file if there is none.
func (f folder) with(file string, content ...string) folder {
	g := maps.Clone(f)
	delete(g, file)
	if len(content) > 0 {
		g[file] = content[0]
	}
	return g
}

func (f folder) write(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range f {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// reopen opens a folder and returns how many names it has, which must be those wanted.
func (f folder) reopen(t testing.TB, want [][]byte, atMost int) (int, error) {
	t.Helper()
	dir := f.write(t)
	n, err := frontier.OpenNames(dir, atMost)
	if err != nil {
		return 0, err
	}
	length := n.Len()
	err = n.Each(0, func(p crawl.Page, name []byte) error {
		if int(p) >= len(want) || !bytes.Equal(name, want[p]) {
			t.Fatalf("name %d: got %q", p, name)
		}
		return nil
	})
	if err == nil {
		err = n.Append([]byte("more"))
	}
	if e := n.Close(); err == nil {
		err = e
	}
	if err == nil {
		if n, err = frontier.OpenNamesReadOnly(dir); err == nil {
			if last, e := n.Name(nil, crawl.Page(length)); n.Len() != length+1 || string(last) != "more" {
				t.Fatalf("after %d names and one more: got %d, the last %q, %v", length, n.Len(), last, e)
			}
			err = n.Close()
		}
	}
	return length, err
}

const tailOf = "names.tail-%010d"

// stages returns names, the folder with them in one tail, and with all of them in blocks.
func stages(t testing.TB, count int) (names [][]byte, one, packed folder, frameEnds map[int]int) {
	t.Helper()
	r := rand.New(rand.NewPCG(9, 9))
	names = randomNames(r, count)
	frameEnds = map[int]int{0: 0} // bytes of the tail to names
	dir, dir2 := t.TempDir(), t.TempDir()
	n, m := mustCreate(t, dir, 1<<30), mustCreate(t, dir2, 1<<30)
	for lo := 0; lo < count; {
		hi := min(count, lo+r.IntN(30))
		appendAll(t, n, names[lo:hi])
		info, err := os.Stat(filepath.Join(dir, fmt.Sprintf(tailOf, 0)))
		if err != nil {
			t.Fatal(err)
		}
		frameEnds[int(info.Size())] = hi
		lo = hi
	}
	appendAll(t, m, names[:count-1])
	m.SetFull(1)
	appendAll(t, m, names[count-1:])
	m.Settle()
	if err := errors.Join(n.Close(), m.Close()); err != nil {
		t.Fatal(err)
	}
	return names, readFolder(t, dir), readFolder(t, dir2), frameEnds
}

// Wherever a process was killed, what was flushed is there.
func TestNamesCutAnywhere(t *testing.T) {
	const count = 3 * frontier.PerBlock
	names, one, packed, frameEnds := stages(t, count)
	tail0, tailN, blocks := fmt.Sprintf(tailOf, 0), fmt.Sprintf(tailOf, count), "names.blocks"
	if len(one) != 2 || len(packed) != 2 || packed[tailN] != "" {
		t.Fatal("the stages are not what they should be")
	}
	step := func(n int) int { return max(1, n/80) }
	whole := one[tail0]
	for cut, want := 0, 0; cut <= len(whole); cut++ {
		if n, ok := frameEnds[cut]; ok {
			want = n
		} else if cut%step(len(whole)) != 0 {
			continue
		}
		got, err := one.with(tail0, whole[:cut]).reopen(t, names, -1)
		if err != nil || got != want {
			t.Fatalf("a tail cut after %d bytes: got %d names, %v; want %d", cut, got, err, want)
		}
		if cut < len(whole) {
			_, err := one.with(tail0, whole[:cut]).with(tailN, "").reopen(t, names, -1)
			if !errors.Is(err, frontier.ErrCorrupt) || fileOf(err) != tail0 {
				t.Fatalf("a tail cut after %d bytes, and another after it: got %v", cut, err)
			}
		}
	}
	for cut := 0; cut <= len(packed[blocks]); cut += step(len(packed[blocks])) {
		both := packed.with(blocks, packed[blocks][:cut])
		if _, err := both.reopen(t, names, -1); !errors.Is(err, frontier.ErrCorrupt) || fileOf(err) != blocks {
			t.Fatalf("blocks cut after %d bytes: got %v", cut, err)
		}
		if cut < 16 {
			continue // written before anything was
		}
		if got, err := both.with(tail0, whole).reopen(t, names, -1); err != nil || got != count {
			t.Fatalf("blocks being written up to byte %d: got %d names, %v; want %d", cut, got, err, count)
		}
	}
	if got, err := packed.with(tail0, whole).reopen(t, names, -1); err != nil || got != count {
		t.Fatalf("blocks written, and the tail still there: got %d names, %v", got, err)
	}
	if _, err := packed.with(tailN).reopen(t, names, -1); err == nil || !strings.Contains(err.Error(), "names.tail-") {
		t.Fatalf("without a tail: got %v", err)
	}
}

// A bit that changed is an error, or what was before it is there; reopen fails if a name is wrong.
func TestNamesBits(t *testing.T) {
	const count = 2 * frontier.PerBlock
	names, one, packed, _ := stages(t, count)
	r := rand.New(rand.NewPCG(2, 2))
	for range 150 {
		f, file := one, fmt.Sprintf(tailOf, 0)
		if r.IntN(2) == 0 {
			f, file = packed, "names.blocks"
		}
		data := []byte(f[file])
		at, bit := r.IntN(len(data)), byte(1)<<r.IntN(8)
		data[at] ^= bit
		got, err := f.with(file, string(data)).reopen(t, names, -1)
		if err == nil && (got == count || file == "names.blocks") {
			t.Fatalf("bit %x of byte %d of %s changed: got %d names and no error", bit, at, file, got)
		}
	}
}

// A cut that was begun is finished, wherever it was stopped.
func TestNamesCutInTwo(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	names := randomNames(r, 20*frontier.PerBlock+50)
	for _, atMost := range []int{0, 1, 127, 128, 129, 2000, 2560, 2600} {
		dir := t.TempDir()
		n := mustCreate(t, dir, 10_000)
		appendAll(t, n, names)
		n.Settle()
		before := readFolder(t, dir)
		if err := errors.Join(n.BeginCut(atMost), n.Close()); err != nil {
			t.Fatal(err)
		}
		if got, err := before.reopen(t, names, -1); err != nil || got != len(names) {
			t.Fatalf("before a cut: got %d names, %v", got, err)
		}
		begun := readFolder(t, dir)
		tails := slices.DeleteFunc(slices.Sorted(maps.Keys(begun)), func(f string) bool { return !strings.HasPrefix(f, "names.tail") })
		for range len(tails) + 1 {
			if n, err := frontier.OpenNamesReadOnly(begun.write(t)); err != nil || n.Len() != atMost {
				t.Fatalf("cut to %d, with tails %v, read only: %v", atMost, tails, err)
			}
			if got, err := begun.reopen(t, names, -1); err != nil || got != atMost {
				t.Fatalf("cut to %d, with tails %v: got %d, %v", atMost, tails, got, err)
			}
			if len(tails) > 0 {
				begun = begun.with(tails[len(tails)-1])
				tails = tails[:len(tails)-1]
			}
		}
	}
}

// TestMain also is the writer that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("WEFT_TEST_NAMES"); dir != "" {
		if err := writeForEver(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func nameNumber(p int) []byte {
	return fmt.Appendf(nil, "https://host%d.example/%d/%d", p/1000, p%7, uint64(p)*0x9e3779b97f4a7c15>>40)
}

func writeForEver(dir string) error {
	n, err := frontier.OpenNames(dir, -1)
	if err != nil {
		return err
	}
	n.SetFull(20_000)
	for p := n.Len(); ; p++ {
		if err := n.Append(nameNumber(p)); err != nil {
			return err
		}
		if p%13 == 0 {
			if err := n.Flush(); err != nil {
				return err
			}
			fmt.Println(p + 1)
		}
	}
}

func TestNamesKilled(t *testing.T) {
	dir := t.TempDir()
	if err := mustCreate(t, dir, 1).Close(); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(6, 6))
	before := 0
	for range 12 {
		cmd := exec.Command(os.Args[0], "-test.run=NothingAtAll")
		cmd.Env = append(os.Environ(), "WEFT_TEST_NAMES="+dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		flushed, left := before, 1+r.IntN(20)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			n, err := strconv.Atoi(lines.Text())
			if err != nil {
				continue
			}
			flushed = n
			if left--; left == 0 {
				time.AfterFunc(time.Duration(r.IntN(5_000))*time.Microsecond, func() { cmd.Process.Kill() })
			}
		}
		cmd.Wait()
		n, err := frontier.OpenNamesReadOnly(dir)
		if err != nil {
			t.Fatal(err)
		}
		if n.Len() < flushed {
			t.Fatalf("got %d names, of %d that were flushed", n.Len(), flushed)
		}
		if err := n.Each(0, func(p crawl.Page, name []byte) error {
			if !bytes.Equal(name, nameNumber(int(p))) {
				return fmt.Errorf("name %d: got %q", p, name)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		before = n.Len()
		n.Close()
	}
	if before == 0 {
		t.Error("no name was flushed before the first kill")
	}
	t.Logf("%d names after 12 kills", before)
}

// fileOf returns the file that an error is about.
func fileOf(err error) string {
	if of, ok := errors.AsType[*frontier.FileError](err); ok {
		return filepath.Base(of.Path)
	}
	return ""
}
