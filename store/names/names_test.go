package names_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/internal/blocksum"
	"weft/internal/drawn"
	"weft/internal/shared"
	"weft/store/names"
)

func table(t testing.TB, list []string) ([]byte, *names.Table) {
	t.Helper()
	var out bytes.Buffer
	w := names.NewWriter(&out)
	for _, s := range list {
		if err := w.Append([]byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	tab, err := names.New(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), tab
}

func randomNames(seed uint64, n int) []string {
	r := rand.New(rand.NewPCG(seed, 2))
	list := make([]string, n)
	for i := range list {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString([]string{"a", "b", "org,", "debian", "/", "\x00", "\xff", "é"}[r.IntN(8)])
		}
		list[i] = b.String()
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A reader returns each name, in any order of questions, and refuses numbers that no name has.
func TestReader(t *testing.T) {
	rng := drawn.Rand(t)
	for _, n := range []int{1, 31, 32, 33, 1000} {
		list := randomNames(rng.Uint64(), n)
		_, tab := table(t, list)
		r, i := tab.Reader(), 0
		for range 4 * len(list) {
			switch rng.IntN(8) {
			case 0:
				i = rng.IntN(len(list))
			case 1: // again
			case 2:
				i = max(i-1, 0)
			default:
				i = (i + 1 + rng.IntN(2)) % len(list)
			}
			if got, err := r.Read(i); err != nil || string(got) != list[i] {
				t.Fatalf("name %d of %d: got %q, %v; want %q", i, len(list), got, err, list[i])
			}
		}
		for _, wrong := range []int{-1, len(list)} {
			if got, err := r.Read(wrong); err == nil {
				t.Errorf("name %d of %d: got %q, want an error", wrong, len(list), got)
			}
		}
	}
}

// A reader of a guarded table never returns a name of damaged bytes, in whatever order names are read.
func TestReaderFindsDamage(t *testing.T) {
	var list []string
	for i := range 60_000 {
		list = append(list, fmt.Sprintf("org,example,h%03d)/%06d", i/100, i))
	}
	data, _ := table(t, list)
	path := filepath.Join(t.TempDir(), "names")
	sums := blocksum.NewWriter(int64(len(data)))
	if _, err := sums.Write(data); err != nil {
		t.Fatal(err)
	}
	rng := drawn.Rand(t)
	found := 0
	for range 40 {
		at := blocksum.Least*(1+rng.IntN(5)) + rng.IntN(64) // names continue over the edges of blocks
		data[at] ^= 1 << rng.IntN(8)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		tab, err := names.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := tab.Guard(sums.Sums()); err != nil {
			t.Fatal(err)
		}
		r := tab.Reader()
		for i := range len(list) / 32 {
			i = 32*i - 1
			if i < 0 {
				i = len(list) - 1 // then back to the beginning
			}
			got, err := r.Read(i)
			if err != nil {
				found++
				break
			}
			if string(got) != list[i] {
				t.Fatalf("a flipped bit at byte %d: name %d is %q, want %q", at, i, got, list[i])
			}
		}
		if err := tab.Close(); err != nil {
			t.Fatal(err)
		}
		data, _ = table(t, list)
	}
	if found == 0 {
		t.Error("no damage was found")
	}
}

func TestBothWays(t *testing.T) {
	for seed := range uint64(60) {
		list := randomNames(seed, []int{0, 1, 31, 32, 33, 1000}[seed%6])
		_, tab := table(t, list)
		if tab.Len() != len(list) {
			t.Fatalf("seed %d: got %d names, want %d", seed, tab.Len(), len(list))
		}
		for i, want := range list {
			if got, err := tab.Append([]byte("x"), i); err != nil || string(got) != "x"+want {
				t.Fatalf("seed %d, name %d: got %q, %v; want %q", seed, i, got, err, want)
			}
			if got, ok, err := tab.Find([]byte(want)); got != i || !ok || err != nil {
				t.Fatalf("seed %d, find %q: got %d, %v, %v; want %d", seed, want, got, ok, err, i)
			}
		}
		for _, probe := range randomNames(seed+1000, 100) {
			want, there := slices.BinarySearch(list, probe)
			if got, ok, err := tab.Find([]byte(probe)); got != want || ok != there || err != nil {
				t.Fatalf("seed %d, find %q: got %d, %v, %v; want %d, %v", seed, probe, got, ok, err, want, there)
			}
		}
		lo, hi := len(list)/3, len(list)-len(list)/4
		c := tab.Scan(lo, hi)
		for _, want := range list[lo:hi] {
			if !c.Next() || string(c.Name()) != want {
				t.Fatalf("seed %d: scan: got %q, want %q", seed, c.Name(), want)
			}
		}
		if c.Next() || c.Err() != nil {
			t.Fatalf("seed %d: the scan goes on, or %v", seed, c.Err())
		}
	}
}

// Segments end after many names or many bytes; each has symbols of its own.
func TestSegments(t *testing.T) {
	list := make([]string, 0, 70_000)
	for i := range 69_000 {
		list = append(list, fmt.Sprintf("org,%05d)/%s s", i, strings.Repeat(string(rune('a'+i/30_000)), i%5)))
	}
	for i := range 40 {
		list = append(list, fmt.Sprintf("z%02d%s", i, strings.Repeat("long", i*2000)))
	}
	data, tab := table(t, list)
	if s := binary.LittleEndian.Uint64(data[len(data)-32:]); s < 4 {
		t.Errorf("got %d segments, want more than 3", s)
	}
	c := tab.Scan(0, len(list))
	for i, want := range list {
		if !c.Next() || string(c.Name()) != want {
			t.Fatalf("name %d: got %q, want %q (%v)", i, c.Name(), want, c.Err())
		}
		if i%97 != 0 {
			continue
		}
		if got, ok, err := tab.Find([]byte(want)); got != i || !ok || err != nil {
			t.Fatalf("find %q: got %d, %v, %v; want %d", want, got, ok, err, i)
		}
	}
}

func TestOrderIsChecked(t *testing.T) {
	for _, list := range [][]string{{"b", "a"}, {"a", "a"}, {strings.Repeat("x", names.MaxLen+1)}} {
		w := names.NewWriter(&bytes.Buffer{})
		var err error
		for _, s := range list {
			err = w.Append([]byte(s))
		}
		if err == nil || w.Finish() == nil {
			t.Errorf("%.20q: no error", list)
		}
	}
}

func readAll(tab *names.Table) error {
	c := tab.Scan(0, tab.Len())
	for c.Next() {
		if len(c.Name()) > names.MaxLen {
			return errors.New("a name is too long")
		}
	}
	for i := range min(tab.Len(), 100) {
		name, err := tab.Append(nil, i)
		if err == nil {
			_, _, err = tab.Find(name)
		}
		if err != nil && !errors.Is(err, names.ErrCorrupt) {
			return err
		}
	}
	return nil
}

func TestFlippedBytes(t *testing.T) {
	data, _ := table(t, randomNames(3, 200))
	for i := range data {
		for _, flip := range []byte{1, 0x80, 0xff} {
			data[i] ^= flip
			if tab, err := names.New(data); err == nil {
				if err := readAll(tab); err != nil {
					t.Fatalf("byte %d: %v", i, err)
				}
			}
			data[i] ^= flip
		}
	}
}

func FuzzTable(f *testing.F) {
	for _, n := range []int{0, 1, 40} {
		data, _ := table(f, randomNames(uint64(n), n))
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		tab, err := names.New(data)
		if err != nil {
			return
		}
		if err := readAll(tab); err != nil {
			t.Fatal(err)
		}
	})
}

func TestOpenErrors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.names")
	if err := os.WriteFile(path, []byte("something else entirely, of some length and more"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := names.Open(path); !errors.Is(err, names.ErrCorrupt) || !strings.Contains(err.Error(), path) {
		t.Errorf("got %v, want an error that names the file and says it is corrupt", err)
	}
	if _, err := names.Open(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that the file does not exist", err)
	}
}

func docsites(t testing.TB) []string {
	t.Helper()
	text := shared.Gunzip(t, "docsites", "mid.nodes.tsv.gz")
	var list []string
	for line := range strings.Lines(text) {
		url, _, _ := strings.Cut(line, "\t")
		list = append(list, url)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func BenchmarkDocsites(b *testing.B) {
	list := docsites(b)
	data, tab := table(b, list)
	plain := 0
	for _, s := range list {
		plain += len(s)
	}
	b.Run("number to name", func(b *testing.B) {
		var buf []byte
		i := 0
		for b.Loop() {
			buf, _ = tab.Append(buf[:0], i*7919%len(list))
			i++
		}
		b.ReportMetric(100*float64(len(data))/float64(plain), "%ofplain")
	})
	b.Run("name to number", func(b *testing.B) {
		i := 0
		for b.Loop() {
			if _, ok, _ := tab.Find([]byte(list[i*7919%len(list)])); !ok {
				b.Fatal("not found")
			}
			i++
		}
	})
}

func ExampleTable() {
	var file bytes.Buffer
	w := names.NewWriter(&file)
	for _, name := range []string{"org,debian)/ s", "org,debian,www)/ s"} {
		if err := w.Append([]byte(name)); err != nil {
			fmt.Println(err)
		}
	}
	if err := w.Finish(); err != nil {
		fmt.Println(err)
	}
	t, err := names.New(file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	i, ok, _ := t.Find([]byte("org,debian,www)/ s"))
	name, _ := t.Append(nil, 0)
	fmt.Println(i, ok, string(name))
	// Output: 1 true org,debian)/ s
}
