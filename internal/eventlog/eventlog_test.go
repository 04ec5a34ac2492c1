package eventlog_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"weft/internal/disk"
	"weft/internal/disk/disktest"
	"weft/internal/eventlog"
)

type record struct {
	kind    byte
	payload string
}

func someRecords(r *rand.Rand, n int) []record {
	list := make([]record, n)
	for i := range list {
		b := make([]byte, r.IntN(300))
		for j := range b {
			b[j] = byte(r.Uint32())
		}
		list[i] = record{byte(r.IntN(256)), string(b)}
	}
	return list
}

// write makes a log of records and returns its path and the offset after each.
func write(t testing.TB, header string, list []record) (path string, ends []int64) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "log")
	w, err := eventlog.Create(path, []byte(header))
	if err != nil {
		t.Fatal(err)
	}
	ends = append(ends, w.Position().Offset)
	for _, r := range list {
		if err := w.Append(r.kind, []byte(r.payload)); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, w.Position().Offset)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path, ends
}

// collect opens a log and returns its records.
func collect(path string, rec eventlog.Recovery) (list []record, w *eventlog.Writer, cut int64, err error) {
	rec.Record = func(kind byte, payload []byte, _ eventlog.Position) error {
		list = append(list, record{kind, string(payload)})
		return nil
	}
	w, cut, err = eventlog.Open(path, rec)
	return list, w, cut, err
}

func TestWrittenIsRead(t *testing.T) {
	want := someRecords(rand.New(rand.NewPCG(1, 1)), 500)
	path, ends := write(t, "header", want)
	header := ""
	got, w, cut, err := collect(path, eventlog.Recovery{Durable: ends[500], Header: func(h []byte) error { header = string(h); return nil }})
	if err != nil || cut != 0 || header != "header" {
		t.Fatalf("got header %q, %d bytes cut, %v", header, cut, err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatal("other records than were written")
	}
	if err := errors.Join(w.Append(7, []byte("more")), w.Sync(), w.Close()); err != nil {
		t.Fatal(err)
	}
	got, w, _, err = collect(path, eventlog.Recovery{})
	if err != nil || len(got) != 501 || got[500] != (record{7, "more"}) {
		t.Fatalf("got %d records, %v", len(got), err)
	}
	w.Close()
}

// A log that is cut anywhere gives the records before, and the log goes on as if the rest had never been.
func TestCutAnywhere(t *testing.T) {
	list := someRecords(rand.New(rand.NewPCG(2, 2)), 12)
	path, ends := write(t, "h", list)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for size := range len(data) + 1 {
		if err := os.WriteFile(path, data[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		got, w, cut, err := collect(path, eventlog.Recovery{})
		if int64(size) < ends[0] {
			if !errors.Is(err, eventlog.ErrCorrupt) {
				t.Fatalf("%d bytes: got %v, want that the header is cut", size, err)
			}
			continue
		}
		whole := 0
		for whole < len(list) && ends[whole+1] <= int64(size) {
			whole++
		}
		if err != nil || len(got) != whole || cut != int64(size)-ends[whole] {
			t.Fatalf("%d bytes: got %d records, %d bytes cut, %v; want %d, %d", size, len(got), cut, err, whole, int64(size)-ends[whole])
		}
		for _, r := range list[whole:] {
			if err := w.Append(r.kind, []byte(r.payload)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%d bytes: the log that goes on is another, %v", size, err)
		}
	}
}

// Damage before what is known to be on the disk is an error and changes nothing.
func TestDamageIsNotCut(t *testing.T) {
	path, ends := write(t, "h", someRecords(rand.New(rand.NewPCG(3, 3)), 12))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int(ends[8]) {
		bad := bytes.Clone(data)
		bad[i] ^= 0x40
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, _, err := collect(path, eventlog.Recovery{Durable: ends[8]})
		if err == nil {
			t.Fatalf("byte %d: no error", i)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, bad) {
			t.Fatalf("byte %d: the log was changed, %v", i, err)
		}
	}
	if err := os.WriteFile(path, data[:ends[7]], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := collect(path, eventlog.Recovery{Durable: ends[8]}); !errors.Is(err, eventlog.ErrCorrupt) {
		t.Errorf("records are missing: got %v", err)
	}
}

func TestFromAPosition(t *testing.T) {
	list := someRecords(rand.New(rand.NewPCG(4, 4)), 20)
	path, _ := write(t, "h", list)
	var places []eventlog.Position
	_, _, err := eventlog.Open(path, eventlog.Recovery{Record: func(_ byte, _ []byte, after eventlog.Position) error {
		places = append(places, after)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	got, w, cut, err := collect(path, eventlog.Recovery{From: places[9]})
	if err != nil || cut != 0 || fmt.Sprint(got) != fmt.Sprint(list[10:]) || w.Position() != places[19] {
		t.Errorf("got %d records, %d bytes cut, %v", len(got), cut, err)
	}
	places[9].Sum++
	if _, _, _, err := collect(path, eventlog.Recovery{From: places[9], Durable: places[19].Offset}); !errors.Is(err, eventlog.ErrCorrupt) {
		t.Errorf("from a place of another log: got %v", err)
	}
}

func TestErrors(t *testing.T) {
	path, _ := write(t, "h", nil)
	if _, err := eventlog.Create(path, nil); !errors.Is(err, os.ErrExist) {
		t.Errorf("a log that exists: got %v", err)
	}
	if _, _, err := eventlog.Open(path+"x", eventlog.Recovery{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a log that does not exist: got %v", err)
	}
	failure := errors.New("failure")
	if _, _, err := eventlog.Open(path, eventlog.Recovery{Header: func([]byte) error { return failure }}); !errors.Is(err, failure) {
		t.Errorf("got %v, want what the caller says", err)
	}
	data, _ := os.ReadFile(path)
	data[8] = 2
	if _, err := eventlog.NewReader(bytes.NewReader(data)); err == nil || errors.Is(err, eventlog.ErrCorrupt) {
		t.Errorf("a newer version: got %v", err)
	}
	w, _, err := eventlog.Open(path, eventlog.Recovery{})
	if err != nil {
		t.Fatal(err)
	}
	if w.Append(1, make([]byte, eventlog.MaxRecord+1)) == nil || w.Append(1, nil) == nil || w.Close() == nil {
		t.Error("a record that is too long gives no error, or is forgotten")
	}
}

// A reader that has met damage stays at it.
func TestNoRecordBehindDamage(t *testing.T) {
	path, ends := write(t, "h", []record{{1, "one"}, {2, "two"}, {3, "three"}})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[ends[1]+7] ^= 1
	r, err := eventlog.NewReader(bytes.NewReader(data))
	if err != nil || !r.Next() {
		t.Fatalf("got %v, %v, want one record", err, r.Err())
	}
	for range 3 {
		if r.Next() || !errors.Is(r.Err(), eventlog.ErrCorrupt) || r.Position().Offset != ends[1] {
			t.Errorf("behind damage at %d: at %d, %v", ends[1], r.Position().Offset, r.Err())
		}
	}
}

// A disk that cannot be read is no end of the log, and no damage of it, wherever that is.
func TestUnreadable(t *testing.T) {
	path, _ := write(t, "header", []record{{1, "one"}, {2, ""}, {3, "three"}})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	for n := range len(data) + 1 {
		r, err := eventlog.NewReader(io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(broken)))
		if err == nil {
			for more := true; more; {
				more = r.Next()
			}
			err = r.Err()
		}
		if !errors.Is(err, broken) || errors.Is(err, eventlog.ErrCorrupt) {
			t.Errorf("after %d bytes of %d: got %v", n, len(data), err)
		}
	}
}

// A log ends without an error where its last record does, behind a header of any length; a length that is none is
// damage at its place.
func TestEnds(t *testing.T) {
	for _, n := range []int{0, 1, 100_000} {
		path, _ := write(t, strings.Repeat("h", n), []record{{1, "one"}})
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for damage, want := range map[string]string{"": "", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01": fmt.Sprint("offset ", len(data))} {
			r, err := eventlog.NewReader(strings.NewReader(string(data) + damage))
			if err != nil || len(r.Header()) != n || !r.Next() || r.Next() {
				t.Fatalf("a header of %d bytes: %v", n, err)
			}
			if err := r.Err(); (err == nil) != (want == "") || err != nil && (!errors.Is(err, eventlog.ErrCorrupt) || !strings.Contains(err.Error(), want)) {
				t.Errorf("with %q at its end: %v", damage, err)
			}
		}
	}
}

// A record that could not be written is told by whoever should have written it, and ever after.
func TestFaultsAreTold(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("broken")
	for kind, call := range map[disk.Kind]func(*eventlog.Writer) error{disk.OpWrite: (*eventlog.Writer).Flush, disk.OpSync: (*eventlog.Writer).Sync} {
		w, err := eventlog.Create(filepath.Join(dir, kind.String()), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append(1, []byte("x")); err != nil {
			t.Fatal(err)
		}
		stop := disk.Observe(dir, func(op *disk.Op) error {
			if op.Kind == kind {
				return broken
			}
			return nil
		})
		err = call(w)
		stop()
		if !errors.Is(err, broken) || !errors.Is(w.Flush(), broken) || !errors.Is(w.Append(1, nil), broken) || !errors.Is(w.Close(), broken) {
			t.Errorf("%s: got %v, and then something else", kind, err)
		}
	}
}

// What fails while a torn log is opened to go on is told, and nothing whole is lost by it; so is what its caller says
// of a record.
func TestReopenFails(t *testing.T) {
	list := []record{{1, "one"}, {2, "two"}}
	path, ends := write(t, "header", list)
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString("\x05\x01torn"); err != nil {
		t.Fatal(err)
	}
	file.Close()
	refused := errors.New("refused")
	if _, _, err := eventlog.Open(path, eventlog.Recovery{Record: func(byte, []byte, eventlog.Position) error { return refused }}); !errors.Is(err, refused) || !strings.Contains(err.Error(), path) {
		t.Errorf("a record that is refused: got %v", err)
	}
	for k := 0; ; k++ {
		tape := disktest.Fail(t, filepath.Dir(path), k)
		_, w, cut, err := collect(path, eventlog.Recovery{})
		tape.Stop()
		if tape.Failed() == "" {
			if err != nil || cut != 6 || k < 2 || w.Position().Offset != ends[2] || w.Close() != nil {
				t.Errorf("in the end, after %d faults: %d bytes cut, %v", k, cut, err)
			}
			break
		}
		if w != nil || !errors.Is(err, disktest.ErrInjected) {
			t.Errorf("%s: got %v", tape.Failed(), err)
		}
	}
	if got, w, cut, err := collect(path, eventlog.Recovery{}); err != nil || cut != 0 || !slices.Equal(got, list) || w.Close() != nil {
		t.Errorf("got %v, %v", got, err)
	}
}

func FuzzReader(f *testing.F) {
	for _, n := range []int{0, 1, 5} {
		path, _ := write(f, "header", someRecords(rand.New(rand.NewPCG(uint64(n), 5)), n))
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := eventlog.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		for l.Next() {
			if l.Position().Offset > int64(len(data)) {
				t.Fatalf("offset %d of %d", l.Position().Offset, len(data))
			}
		}
		if err := l.Err(); err != nil && !errors.Is(err, eventlog.ErrCorrupt) {
			t.Fatal(err)
		}
	})
}

func BenchmarkAppend(b *testing.B) {
	w, err := eventlog.Create(filepath.Join(b.TempDir(), "log"), nil)
	if err != nil {
		b.Fatal(err)
	}
	payload := make([]byte, 60)
	b.SetBytes(int64(len(payload)))
	for b.Loop() {
		if err := w.Append(1, payload); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleReader() {
	dir, err := os.MkdirTemp("", "eventlog")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	w, err := eventlog.Create(filepath.Join(dir, "log"), []byte("who writes"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(errors.Join(w.Append(1, []byte("picked")), w.Append(2, []byte("done")), w.Close()))
	data, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := eventlog.NewReader(bytes.NewReader(data[:len(data)-1])) // as if it had been killed
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", l.Header())
	for l.Next() {
		fmt.Printf("%d %s\n", l.Kind(), l.Payload())
	}
	fmt.Println(errors.Is(l.Err(), eventlog.ErrCorrupt))
	// Output:
	// <nil>
	// who writes
	// 1 picked
	// true
}
