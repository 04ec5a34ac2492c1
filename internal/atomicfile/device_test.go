//go:build unix

package atomicfile_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"weft/internal/atomicfile"
)

// A pipe, as a device, is written to and not replaced by a file.
func TestPipesStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here: ", err)
	}
	read := make(chan string)
	go func() {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		read <- string(data)
	}()
	err := atomicfile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "through")
		return err
	})
	if got := <-read; got != "through" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is now %v, %v", info, err)
	}
}

// A key that is written to a device is the last of its set, too, and what leads to the device stays.
func TestCommitAllToADevice(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "key")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Skip(err)
	}
	key, err := atomicfile.Create(link)
	if err != nil {
		t.Fatal(err)
	}
	other, err := atomicfile.Create(filepath.Join(dir, "other"))
	if err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.CommitAll(key, other); err != nil {
		t.Error(err)
	}
	if to, err := os.Readlink(link); err != nil || to != os.DevNull {
		t.Errorf("the link to the device: %q, %v", to, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "other")); err != nil {
		t.Error(err)
	}
}
