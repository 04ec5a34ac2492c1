// Package mem parses --memory, and measures the memory of the process.
package mem

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"weft/internal/digits"
	"weft/internal/option"
)

// Base is the memory of a process before it works on a graph: the runtime, the code's data, small buffers. A
// budget must cover Base and the stated needs.
const Base = 16 << 20

// Least is the least budget: 16 MiB beyond the idle process.
const Least = Base + 16<<20

// Auto is the share of the machine's memory for "auto".
const Auto = 0.5

var units = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10},
	{"mib", 1 << 20},
	{"gib", 1 << 30},
	{"tib", 1 << 40},
	{"kb", 1e3},
	{"mb", 1e6},
	{"gb", 1e9},
	{"tb", 1e12},
	{"k", 1 << 10},
	{"m", 1 << 20},
	{"g", 1 << 30},
	{"t", 1 << 40},
	{"b", 1},
}

// ParseSize reads a number of bytes: 4GiB, 256MB, 1.5g, 1000000, 25% of the machine's memory, or auto.
func ParseSize(text string) (int64, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	if s == "auto" {
		return int64(Auto * float64(Machine())), nil
	}
	factor := 1.0
	if rest, ok := strings.CutSuffix(s, "%"); ok {
		s, factor = rest, float64(Machine())/100
	} else {
		for _, u := range units {
			if rest, ok := strings.CutSuffix(s, u.suffix); ok {
				s, factor = rest, u.bytes
				break
			}
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || !(v > 0) || v*factor > math.MaxInt64/2 {
		return 0, fmt.Errorf("size %q: want a number with a unit such as 512MiB or 4GiB, a share such as 25%%, or auto", text)
	}
	return int64(v * factor), nil
}

// Format writes a number of bytes for people.
func Format(n int64) string { return digits.Size(n) }

// Machine returns the memory that this process may use in bytes. It is the memory of the machine, or the least
// limit of control groups and process; 4 GiB if it cannot be found.
func Machine() int64 { return machine("") }

// machine is Machine with the files of the system below a folder.
func machine(root string) int64 {
	total := int64(4 << 30)
	if kib, ok := field(root+"/proc/meminfo", "MemTotal:"); ok {
		total = kib << 10
	}
	return limited(root, total)
}

// OrHalf returns a budget in bytes; half of the machine's memory for 0.
func OrHalf(budget int64) int64 {
	if budget == 0 {
		return Machine() / 2
	}
	return budget
}

// Anonymous returns the anonymous memory that the process has in use now, in bytes; 0 where the system does not tell.
func Anonymous() int64 {
	kib, _ := field("/proc/self/status", "RssAnon:")
	return kib << 10
}

// Program returns the bytes of the program's own file that are mapped; 0 where the system does not tell.
func Program() (bytes int64) {
	path, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return 0
	}
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return 0
	}
	defer f.Close() //nolint:errcheck // nothing was written
	for sc := bufio.NewScanner(f); sc.Scan(); {
		fields := strings.Fields(sc.Text())
		if len(fields) < 6 || fields[5] != path && !strings.Contains(fields[5], ".so") {
			continue
		}
		from, to, _ := strings.Cut(fields[0], "-")
		lo, err1 := strconv.ParseInt(from, 16, 64)
		hi, err2 := strconv.ParseInt(to, 16, 64)
		if err1 == nil && err2 == nil {
			bytes += hi - lo
		}
	}
	return bytes
}

// field finds a line "name  123 kB" in a file of /proc.
func field(path, name string) (kib int64, ok bool) {
	f, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer f.Close() //nolint:errcheck // nothing was written
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if rest, found := strings.CutPrefix(sc.Text(), name); found {
			v, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return v, err == nil
		}
	}
	return 0, false
}

// Limit makes the garbage collector keep the process within budget as well as it can. A sixteenth is left for
// memory that it does not count.
func Limit(budget int64) {
	debug.SetMemoryLimit(budget - budget/16)
}

// Release collects garbage and returns free memory to the system, so that the next phase starts with the full
// budget.
func Release() { debug.FreeOSMemory() }

// A ShortError says that a budget cannot be kept.
type ShortError struct {
	What         string // name of the work
	Need, Budget int64  // bytes
}

func (e *ShortError) Error() string { return e.Said(option.Quoted) }

// Said implements [option.Namer].
func (e *ShortError) Said(call func(string) string) string {
	return fmt.Sprintf("%s needs %s, %[4]s is %[3]s: give at least %[4]s %[5]dMiB", e.What, Format(e.Need), Format(e.Budget), call("memory"), (e.Need+1<<20-1)>>20)
}

// Check returns a ShortError unless the budget covers Base and need.
func Check(what string, need, budget int64) error {
	if Base+need > budget {
		return &ShortError{what, Base + need, budget}
	}
	return nil
}
