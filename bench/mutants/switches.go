package main

import (
	"fmt"
	"strings"
)

const (
	alias = "xmutant"               // what the changed files call the package of switches
	house = "weft/internal/mutants" // where the overlay puts it
)

// switches returns the source of the package that changed code calls. The active change is a line of a file,
// because tests clear the environment of the programs they start.
func switches(active, hits string) string {
	return strings.NewReplacer("ACTIVE", fmt.Sprintf("%q", active), "HITS", fmt.Sprintf("%q", hits)).Replace(template)
}

// template is that source, with words where the names of the files belong.
const template = `package mutants

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

var (
	is     = -1
	record = false
	seen   sync.Map
)

func init() {
	text, _ := os.ReadFile(ACTIVE)
	word := strings.TrimSpace(string(text))
	record = word == "record"
	if n, err := strconv.Atoi(word); err == nil {
		is = n
	}
}

func On(id int) bool {
	if record {
		if _, was := seen.LoadOrStore(id, true); !was {
			if f, err := os.OpenFile(HITS, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
				fmt.Fprintf(f, "%d\n", id)
				f.Close()
			}
		}
	}
	return id == is
}

type whole interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type number interface{ whole | ~float32 | ~float64 }

func Less[T number](id int, a, b T) bool    { return a < b || On(id) && a == b }
func AtMost[T number](id int, a, b T) bool  { return a < b || !On(id) && a == b }
func More[T number](id int, a, b T) bool    { return a > b || On(id) && a == b }
func AtLeast[T number](id int, a, b T) bool { return a > b || !On(id) && a == b }

func Add[T number](id int, a, b T) T {
	if On(id) {
		return a - b
	}
	return a + b
}

func Sub[T number](id int, a, b T) T {
	if On(id) {
		return a + b
	}
	return a - b
}

func Mul[T number](id int, a, b T) T {
	if On(id) {
		return a / b
	}
	return a * b
}

func Div[T number](id int, a, b T) T {
	if On(id) {
		return a * b
	}
	return a / b
}

func Or[T whole](id int, a, b T) T {
	if On(id) {
		return a & b
	}
	return a | b
}

func And[T whole](id int, a, b T) T {
	if On(id) {
		return a | b
	}
	return a & b
}

func Number(id, n int) int {
	if On(id) {
		return n + 1
	}
	return n
}

func Forget(id int, err error) error {
	if On(id) {
		return nil
	}
	return err
}
`
