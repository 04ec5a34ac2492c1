package mem

import (
	"os"
	"runtime"
	"testing"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]int64{
		"4GiB": 4 << 30, "256MB": 256e6, "1.5g": 3 << 29, "1000": 1000, " 2 kib ": 2048, "7b": 7,
		"25%": int64(float64(Machine()) / 100 * 25), "auto": Machine() / 2,
	} {
		if got, err := ParseSize(text); err != nil || got != want {
			t.Errorf("%q: got %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "much", "-1", "0", "1e30", "nan", "%", "GiB"} {
		if got, err := ParseSize(text); err == nil {
			t.Errorf("%q: got %d, want an error", text, got)
		}
	}
}

func TestAnonymousGrows(t *testing.T) {
	Release()
	before := Anonymous()
	if before == 0 {
		t.Skip("this system does not tell the anonymous memory of a process")
	}
	block := make([]byte, 64<<20)
	for i := 0; i < len(block); i += 4096 {
		block[i] = 1
	}
	if grown := Anonymous() - before; grown < 60<<20 {
		t.Errorf("64 MiB in use show as %d bytes", grown)
	}
	if block[0] == 0 {
		t.Error("the block is kept alive")
	}
}

// Program counts the mapped parts of the program's file, which are no more than the file and its libraries.
func TestProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		if got := Program(); got != 0 {
			t.Errorf("got %d bytes, want 0 where the system does not tell", got)
		}
		return
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := Program(); got < info.Size()/4 || got > info.Size()+64<<20 {
		t.Errorf("got %d bytes of a file of %d", got, info.Size())
	}
}
