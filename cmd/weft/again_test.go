package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"weft/internal/progress"
	"weft/store"
)

// TestAgain begins work again, once, if another crawl takes the place of the crawl that it reads. It reports other errors at once.
func TestAgain(t *testing.T) {
	for _, x := range []struct {
		replaced int // attempts during which the crawl is replaced
		fails    int // attempts that fail
		want     int // attempts
	}{{0, 0, 1}, {0, 9, 1}, {1, 1, 2}, {1, 9, 2}, {9, 9, 2}} {
		t.Chdir(t.TempDir())
		pages := 3
		replace := func() {
			pages++
			if err := os.RemoveAll("crawl"); err != nil {
				t.Fatal(err)
			}
			weft(t, exitDone, "generate", "web", "-o", "crawl", "--pages", strings.Repeat("9", pages-2))
		}
		replace()
		var errs bytes.Buffer
		a := &app{stderr: &errs, ctx: t.Context(), progress: progress.New(&errs, false)}
		attempts := 0
		err := a.again("crawl", func() error {
			return a.open("crawl", func(*store.Crawl) error {
				if attempts++; attempts <= x.replaced {
					replace()
				}
				if attempts <= x.fails {
					return errors.New("a block is damaged")
				}
				return nil
			})
		})
		if attempts != x.want || (err == nil) != (x.fails < x.want) {
			t.Errorf("%+v: %d attempts, %v", x, attempts, err)
		}
		if again := strings.Contains(errs.String(), "begins again"); again != (x.want > 1) {
			t.Errorf("%+v: it says %s", x, errs.String())
		}
	}
}
