package mem

import (
	"bufio"
	"os"
	"path"
	"strconv"
	"strings"
)

// Four kinds of limits apply to the memory of a process, and the least counts:
//
//   - control groups v2: memory.max and memory.high (MemoryMax and MemoryHigh of systemd) of the group of the process and of
//     each visible group above it;
//   - control groups v1: memory.limit_in_bytes of the same, and hierarchical_memory_limit of memory.stat, which includes
//     groups above a container;
//   - RLIMIT_AS, the address space (ulimit -v, LimitAS of systemd), less what the process has reserved of it: Go reserves
//     about 1 GiB that it never uses;
//   - RLIMIT_DATA, written memory (ulimit -d, LimitDATA of systemd).
//
// A process in a container often sees only a part of the hierarchy. Then its mount point stands for a group, and
// the path of the process is relative to the root of the mount, or to something invisible.

// limited returns the least limit of this process, at most total. root is "" but in tests, which have files of their own
// below it.
func limited(root string, total int64) int64 {
	for _, m := range cgroupMounts(root) {
		for _, dir := range m.groups() {
			for _, name := range m.files {
				total = least(total, readLimit(root+path.Join(dir, name)))
			}
			if m.stat {
				total = least(total, statLimit(root+path.Join(dir, "memory.stat")))
			}
		}
	}
	if space := processLimit(root+"/proc/self/limits", "Max address space"); space > 0 {
		kib, _ := field(root+"/proc/self/status", "VmSize:")
		total = min(total, max(space-kib<<10, min(space, 2*Least)))
	}
	return least(total, processLimit(root+"/proc/self/limits", "Max data size"))
}

// least returns the smaller of two numbers of bytes; a limit of 0 means no limit.
func least(total, limit int64) int64 {
	if limit <= 0 {
		return total
	}
	return min(total, limit)
}

// A cgroupMount is a hierarchy of control groups that limits memory.
type cgroupMount struct {
	at    string // mount point
	root  string // the group that stands there
	own   string // the group of this process; "" if it is not known
	files []string
	stat  bool // memory.stat says more
}

// cgroupMounts returns the hierarchies that are mounted, or where they usually are if nothing says so.
func cgroupMounts(root string) []cgroupMount {
	own2, own1 := ownGroups(root + "/proc/self/cgroup")
	v2 := cgroupMount{at: "/sys/fs/cgroup", root: "/", own: own2, files: []string{"memory.max", "memory.high"}}
	v1 := cgroupMount{at: "/sys/fs/cgroup/memory", root: "/", own: own1, files: []string{"memory.limit_in_bytes"}, stat: true}
	var all []cgroupMount
	eachLine(root+"/proc/self/mountinfo", func(line string) {
		// 36 35 98:0 /root /mount/point options - type source super-options
		before, after, _ := strings.Cut(line, " - ")
		left, right := strings.Fields(before), strings.Fields(after)
		if len(left) < 5 || len(right) < 3 {
			return
		}
		m := v2
		switch {
		case right[0] == "cgroup2":
		case right[0] == "cgroup" && hasWord(right[2], "memory"):
			m = v1
		default:
			return
		}
		m.root, m.at = unescaped(left[3]), unescaped(left[4])
		all = append(all, m)
	})
	if len(all) == 0 {
		return []cgroupMount{v2, v1}
	}
	return all
}

// ownGroups returns the groups of this process in the hierarchies of v2 and of the memory of v1.
func ownGroups(file string) (v2, v1 string) {
	eachLine(file, func(line string) { // 4:memory:/path, or 0::/path
		number, rest, _ := strings.Cut(line, ":")
		controllers, group, ok := strings.Cut(rest, ":")
		switch {
		case !ok:
		case number == "0" && controllers == "":
			v2 = group
		case hasWord(controllers, "memory"):
			v1 = group
		}
	})
	return v2, v1
}

// groups returns the folders of the group of this process and of all above it, up to the mount point.
func (m *cgroupMount) groups() []string {
	group, ok := m.own, m.own != ""
	if m.root != "/" {
		group, ok = strings.CutPrefix(group, m.root)
		ok = ok && (group == "" || group[0] == '/')
	}
	if group = path.Clean("/" + group); !ok || hasDots(m.own) {
		group = "/" // the visible root
	}
	dirs := []string{path.Join(m.at, group)}
	for group != "/" {
		group = path.Dir(group)
		dirs = append(dirs, path.Join(m.at, group))
	}
	return dirs
}

// hasDots reports whether a group lies outside of the visible part of the hierarchy.
func hasDots(group string) bool {
	return group == "/.." || strings.HasPrefix(group, "/../")
}

// readLimit reads a file of a number of bytes; 0 if it says "max", or is not there.
func readLimit(file string) int64 {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	return limitOf(strings.TrimSpace(string(data)))
}

// limitOf parses a number of bytes; it returns 0 for anything else.
func limitOf(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

func statLimit(file string) (limit int64) {
	eachLine(file, func(line string) {
		if n, ok := strings.CutPrefix(line, "hierarchical_memory_limit "); ok {
			limit = limitOf(strings.TrimSpace(n))
		}
	})
	return limit
}

// processLimit reads the soft limit of a line of /proc/self/limits; 0 if it is unlimited.
func processLimit(file, name string) (limit int64) {
	eachLine(file, func(line string) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			if words := strings.Fields(rest); len(words) > 0 {
				limit = limitOf(words[0])
			}
		}
	})
	return limit
}

func eachLine(file string, f func(line string)) {
	in, err := os.Open(file)
	if err != nil {
		return
	}
	defer in.Close() //nolint:errcheck // nothing was written
	for sc := bufio.NewScanner(in); sc.Scan(); {
		f(sc.Text())
	}
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

// unescaped reads a path of mountinfo, where blanks, tabs, line ends and backslashes are octal numbers.
func unescaped(s string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(s)
}
