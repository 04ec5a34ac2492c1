package disk

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// Folders are made as package os makes them, and who watches sees each that is new, and its name made durable, in order.
func TestMkdirAll(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	for _, c := range []struct {
		path string
		want error
		seen []string
	}{
		{dir, nil, nil},
		{"/", nil, nil},
		{".", nil, nil},
		{"relative/one", nil, nil}, // is not watched
		{in("a"), nil, []string{"mkdir a", "sync folder ."}},
		{in("b", "c") + "/", nil, []string{"mkdir b", "sync folder .", "mkdir b/c", "sync folder b"}},
		{in("b", "c"), nil, nil},
		{in("file"), syscall.ENOTDIR, []string{"mkdir file"}},
		{in("file", "x"), syscall.ENOTDIR, []string{"mkdir file"}},
	} {
		var seen []string
		stop := Observe(dir, func(op *Op) error {
			name, err := filepath.Rel(dir, op.Path)
			seen = append(seen, op.Kind.String()+" "+name)
			return err
		})
		err := MkdirAll(c.path, 0o755)
		stop()
		if (err != nil) != (c.want != nil) || err != nil && !errors.Is(err, os.ErrExist) && !errors.Is(err, c.want) || !slices.Equal(seen, c.seen) {
			t.Errorf("%s: got %v, seen %q, want %v, %q", c.path, err, seen, c.want, c.seen)
		}
		if (os.MkdirAll(c.path, 0o755) == nil) != (err == nil) {
			t.Errorf("%s: package os makes it, or not, otherwise: %v", c.path, err)
		}
	}
}

// What fails is not done, whatever it is.
func TestWatchedFailures(t *testing.T) {
	dir := t.TempDir()
	path, to := filepath.Join(dir, "f"), filepath.Join(dir, "g")
	f, err := OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("whole")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	stop := Observe(dir, func(op *Op) error {
		op.Data = op.Data[:len(op.Data)/2]
		return broken
	})
	defer stop()
	for name, change := range map[string]func() error{
		"open": func() error { _, err := OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o600); return err }, "temporary": func() error { _, err := CreateTemp(dir, "x"); return err },
		"truncate": func() error { return f.Truncate(0) }, "sync": f.Sync, "rename": func() error { return Rename(path, to) }, "remove": func() error { return Remove(path) },
		"remove all": func() error { return RemoveAll(dir) }, "truncate a path": func() error { return Truncate(path, 0) }, "sync folder": func() error { return SyncFolder(dir) },
		"mkdir": func() error { return MkdirAll(to, 0o700) },
	} {
		if err := change(); !errors.Is(err, broken) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if n, err := f.Write([]byte("+half")); n != 2 || !errors.Is(err, broken) {
		t.Errorf("write: got %d, %v", n, err)
	}
	if n, err := f.WriteAt([]byte("WH"), 0); n != 1 || !errors.Is(err, broken) {
		t.Errorf("write at: got %d, %v", n, err)
	}
	if err := f.Close(); !errors.Is(err, broken) {
		t.Errorf("close: got %v", err)
	}
	if err := f.Sync(); errors.Is(err, broken) || err == nil {
		t.Errorf("sync when it is closed: got %v", err)
	}
	entries, _ := os.ReadDir(dir)
	if data, err := os.ReadFile(path); len(entries) != 1 || string(data) != "Whole+h" {
		t.Errorf("there is %v, with %q (%v)", entries, data, err)
	}
}
