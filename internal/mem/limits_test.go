package mem

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// system makes the files of a system below a folder. Each line of text is a file and what it says, with | for line ends.
func system(t *testing.T, text string) string {
	t.Helper()
	root := t.TempDir()
	for line := range strings.Lines(text) {
		name, says, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			continue
		}
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(says, "|", "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const (
	gib8     = "proc/meminfo = MemTotal:        8388608 kB|MemFree: 1 kB\n"
	mount2   = "proc/self/mountinfo = 25 1 0:22 / / rw - ext4 /dev/vda rw|30 25 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
	mount1   = "proc/self/mountinfo = 31 25 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct|36 25 0:31 / /sys/fs/cgroup/memory rw shared:17 - cgroup cgroup rw,memory\n"
	noLimits = "proc/self/limits = Limit Soft Hard Units|Max data size             unlimited            unlimited            bytes|Max address space         unlimited            unlimited            bytes\n"
)

// The least limit counts, whoever sets it, and what cannot be read is none.
func TestMachineWithinLimits(t *testing.T) {
	const gib = int64(1 << 30)
	for name, x := range map[string]struct {
		files string
		want  int64
	}{
		"nothing known":               {"", 4 * gib},
		"no limit":                    {gib8 + mount2 + noLimits, 8 * gib},
		"v2, the root of a container": {gib8 + mount2 + "proc/self/cgroup = 0::/\nsys/fs/cgroup/memory.max = 1073741824\n", gib},
		"v2, unlimited":               {gib8 + mount2 + "proc/self/cgroup = 0::/a\nsys/fs/cgroup/a/memory.max = max\nsys/fs/cgroup/a/memory.high = max\n", 8 * gib},
		"v2, MemoryMax of a unit":     {gib8 + mount2 + "proc/self/cgroup = 0::/system.slice/weft.service\nsys/fs/cgroup/system.slice/weft.service/memory.max = 2147483648\nsys/fs/cgroup/system.slice/memory.max = max\n", 2 * gib},
		"v2, MemoryHigh of a unit":    {gib8 + mount2 + "proc/self/cgroup = 0::/system.slice/weft.service\nsys/fs/cgroup/system.slice/weft.service/memory.max = 2147483648\nsys/fs/cgroup/system.slice/weft.service/memory.high = 1610612736\n", 3 * gib / 2},
		"v2, of a slice above":        {gib8 + mount2 + "proc/self/cgroup = 0::/user.slice/user-1000.slice/session-1.scope\nsys/fs/cgroup/user.slice/memory.max = 3221225472\nsys/fs/cgroup/user.slice/user-1000.slice/session-1.scope/memory.max = max\n", 3 * gib},
		"v2, above the machine":       {gib8 + mount2 + "proc/self/cgroup = 0::/a\nsys/fs/cgroup/a/memory.max = 99999999999999\n", 8 * gib},
		"v2, another group's":         {gib8 + mount2 + "proc/self/cgroup = 0::/a\nsys/fs/cgroup/b/memory.max = 1073741824\nsys/fs/cgroup/ab/memory.max = 1073741824\n", 8 * gib},
		"v2, beside the view":         {gib8 + mount2 + "proc/self/cgroup = 0::/../other\nsys/fs/cgroup/other/memory.max = 1\nsys/fs/cgroup/memory.max = 1073741824\n", gib},
		"v2, mounted elsewhere":       {gib8 + "proc/self/mountinfo = 30 25 0:26 / /odd\\040place rw - cgroup2 none rw\nproc/self/cgroup = 0::/a\nodd place/a/memory.max = 1073741824\n", gib},
		"v2, a mount of a part":       {gib8 + "proc/self/mountinfo = 30 25 0:26 /docker/77 /sys/fs/cgroup ro - cgroup2 none rw\nproc/self/cgroup = 0::/docker/77/x\nsys/fs/cgroup/x/memory.high = 1073741824\nsys/fs/cgroup/memory.max = 2147483648\n", gib},
		"v2, nonsense":                {gib8 + mount2 + "proc/self/cgroup = 0::/a\nsys/fs/cgroup/a/memory.max = lots\nsys/fs/cgroup/a/memory.high = -1\n", 8 * gib},
		"v2, no mountinfo":            {gib8 + "proc/self/cgroup = 0::/a\nsys/fs/cgroup/a/memory.max = 1073741824\n", gib},
		"v1":                          {gib8 + mount1 + "proc/self/cgroup = 11:memory:/user.slice|4:cpu,cpuacct:/x\nsys/fs/cgroup/memory/user.slice/memory.limit_in_bytes = 1073741824\nsys/fs/cgroup/memory/memory.limit_in_bytes = 9223372036854771712\n", gib},
		"v1, above":                   {gib8 + mount1 + "proc/self/cgroup = 11:memory:/a/b/c\nsys/fs/cgroup/memory/a/b/c/memory.limit_in_bytes = 9223372036854771712\nsys/fs/cgroup/memory/a/memory.limit_in_bytes = 2147483648\n", 2 * gib},
		"v1, a container":             {gib8 + "proc/self/mountinfo = 36 25 0:31 /docker/77 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\nproc/self/cgroup = 11:memory:/docker/77\nsys/fs/cgroup/memory/memory.limit_in_bytes = 1073741824\n", gib},
		"v1, a container that does not see its group": {gib8 + mount1 + "proc/self/cgroup = 11:memory:/docker/77\nsys/fs/cgroup/memory/memory.limit_in_bytes = 1073741824\n", gib},
		"v1, by memory.stat":                          {gib8 + mount1 + "proc/self/cgroup = 11:memory:/\nsys/fs/cgroup/memory/memory.limit_in_bytes = 9223372036854771712\nsys/fs/cgroup/memory/memory.stat = cache 5|hierarchical_memory_limit 1073741824|hierarchical_memsw_limit 7\n", gib},
		"v1, memory among others":                     {gib8 + "proc/self/mountinfo = 36 25 0:31 / /cg rw - cgroup none rw,cpu,memory,pids\nproc/self/cgroup = 3:cpu,memory,pids:/a\ncg/a/memory.limit_in_bytes = 1073741824\n", gib},
		"v1, no mountinfo":                            {gib8 + "sys/fs/cgroup/memory/memory.limit_in_bytes = 1073741824\n", gib},
		"both":                                        {gib8 + "proc/self/mountinfo = 30 25 0:26 / /sys/fs/cgroup/unified rw - cgroup2 none rw|36 25 0:31 / /sys/fs/cgroup/memory rw - cgroup none rw,memory\nproc/self/cgroup = 11:memory:/m|0::/u\nsys/fs/cgroup/unified/u/memory.max = 3221225472\nsys/fs/cgroup/memory/m/memory.limit_in_bytes = 2147483648\n", 2 * gib},
		"address space":                               {gib8 + mount2 + strings.Replace(noLimits, "space         unlimited", "space         1073741824", 1), gib},
		"address space, partly reserved":              {gib8 + mount2 + strings.Replace(noLimits, "space         unlimited", "space         3221225472", 1) + "proc/self/status = VmPeak:  2097152 kB|VmSize:  1048576 kB\n", 2 * gib},
		"address space, all reserved":                 {gib8 + mount2 + strings.Replace(noLimits, "space         unlimited", "space         1073741824", 1) + "proc/self/status = VmSize:  1048570 kB\n", 2 * Least},
		"data":                                        {gib8 + strings.Replace(noLimits, "size             unlimited", "size             2147483648", 1), 2 * gib},
		"a hard limit alone":                          {gib8 + "proc/self/limits = Max data size             unlimited            1073741824           bytes\n", 8 * gib},
		"a limit of nothing":                          {gib8 + mount2 + "proc/self/cgroup = 0::/a\nsys/fs/cgroup/a/memory.max = 0\n", 8 * gib},
	} {
		if got := machine(system(t, x.files)); got != x.want {
			t.Errorf("%s: got %s, want %s", name, Format(got), Format(x.want))
		}
	}
}
