package usage

import (
	"errors"
	"testing"
	"time"

	"weft/internal/mem"
)

func TestOf(t *testing.T) {
	if mem.Anonymous() == 0 {
		t.Skip("this system does not tell the anonymous memory of a process")
	}
	failure := errors.New("failure")
	var block []byte
	c, err := Of(func() error {
		block = make([]byte, 64<<20)
		for start := time.Now(); time.Since(start) < 50*time.Millisecond; {
			for i := 0; i < len(block); i += 4096 {
				block[i]++
			}
		}
		return failure
	})
	if !errors.Is(err, failure) {
		t.Errorf("got error %v, want %v", err, failure)
	}
	if float64(c.Peak) < 60<<20 || float64(c.Peak) > room*(64<<20) {
		t.Errorf("64 MiB in use show as %d bytes", c.Peak)
	}
	if c.Wall < 50*time.Millisecond || c.CPU <= 0 {
		t.Errorf("50 ms of work show as %v, %v on processors", c.Wall, c.CPU)
	}
	if block[0] == 0 {
		t.Error("the block is kept alive")
	}
}
