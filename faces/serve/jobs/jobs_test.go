package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/internal/progress"
)

// childMark is the first argument of this test as a child.
const childMark = "act-as-child"

// TestMain lets the test be its own child.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == childMark {
		os.Exit(actAsChild(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// actAsChild does what its first argument says, as weft would.
func actAsChild(args []string) int {
	said := func(text string) { progress.WriteLine(os.Stderr, progress.Line{Message: text, Level: "info"}) }
	orders := make(chan string, 16)
	go ReadOrders(os.Stdin, func(order string) { orders <- order })
	switch args[0] {
	case "print":
		fmt.Println(strings.Join(args[1:], "|"))
		return 0
	case "fail":
		progress.WriteLine(os.Stderr, progress.Line{Message: "no\u202e luck\nat all", Level: "error"})
		progress.WriteLine(os.Stderr, progress.Line{Message: "try again", Level: "hint"})
		return 1
	case "die":
		return 2
	case "stopped":
		return 130
	case "shout":
		for range 200 {
			fmt.Fprintln(os.Stderr, strings.Repeat("x\x1b", 100_000))
		}
		return 0
	case "obey", "deaf":
		progress.WriteLine(os.Stderr, progress.Line{Progress: &progress.Phase{Name: "waiting", Done: 1, Total: 3, Unit: "steps"}})
		for order := range orders {
			said("got " + order)
			if order == Stop {
				return 3
			}
			if order == Interrupt && args[0] == "obey" {
				return 130
			}
		}
	}
	return 1
}

// manager returns a Manager whose program is this test.
func manager(t *testing.T, dir string) *Manager {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Dir: dir, Program: []string{path, childMark}, Memory: 100, Running: 2, Waiting: 2, Kept: 3, Log: func(text string) { t.Log(text) }})
	t.Cleanup(m.Close)
	return m
}

func start(t *testing.T, m *Manager, s Spec) string {
	t.Helper()
	if s.Memory == 0 {
		s.Memory = 10
	}
	id, err := m.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// until waits for a state.
func until(t *testing.T, m *Manager, id string, holds func(*State) bool) *State {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		s, err := m.Get(id)
		if err != nil {
			t.Fatal(err)
		}
		if holds(s) {
			if s.Over() {
				m.Wait(id) // until its memory is free
			}
			return s
		}
		if time.Now().After(deadline) {
			t.Fatalf("the job is still %+v", s)
		}
	}
}

func over(s *State) bool { return s.Over() }

// TestJobs runs children that end well, fail, die and write too much.
func TestJobs(t *testing.T) {
	m := manager(t, filepath.Join(t.TempDir(), "jobs"))
	id := start(t, m, Spec{Kind: QuestionKind, Args: []string{"print", "--a=b c", "--file=" + Upload("x.txt"), "--out=" + Product("y")}, Names: []string{"--crawl", "-o"}, Uploads: map[string][]byte{"x.txt": []byte("seed")}})
	s := until(t, m, id, over)
	dir := m.Dir(id)
	got, err := os.ReadFile(filepath.Join(dir, ResultFile))
	want := strings.Join([]string{"--a=b c", "--file=" + filepath.Join(dir, "uploads/x.txt"), "--out=" + filepath.Join(dir, "files/y"), "--memory=10", "--json=true", "--job=" + dir, "--", "--crawl", "-o"}, "|") + "\n"
	if err != nil || string(got) != want || s.Status != Done || s.Took() <= 0 {
		t.Errorf("state %+v, result %q, want %q", s, got, want)
	}
	if text, err := os.ReadFile(filepath.Join(dir, UploadsDir, "x.txt")); err != nil || string(text) != "seed" {
		t.Errorf("the upload is %q, %v", text, err)
	}
	if s := until(t, m, start(t, m, Spec{Args: []string{"fail"}}), over); s.Status != Failed || s.Error != `no\u202e luck\nat all` || s.Hint != "try again" || s.Exit != 1 {
		t.Errorf("a failure: %+v", s)
	}
	if s := until(t, m, start(t, m, Spec{Args: []string{"die"}}), over); s.Status != Failed || !strings.Contains(s.Error, "without a reason") {
		t.Errorf("a death: %+v", s)
	}
	if s := until(t, m, start(t, m, Spec{Args: []string{"stopped"}}), over); s.Status != Cancelled || s.Error != "" {
		t.Errorf("after Ctrl-C: %+v", s)
	}
	if s := until(t, m, start(t, m, Spec{Args: []string{"shout"}}), over); s.Status != Done || len(s.Messages) != mostMessages || len(s.Messages[0]) > 4*longestMessage || strings.Contains(s.Messages[0], "\x1b") {
		t.Errorf("a loud child: %s, %d messages, the first of %d bytes", s.Status, len(s.Messages), len(s.Messages[0]))
	}
	if m.Free() != m.Most() {
		t.Errorf("%d of %d bytes are free", m.Free(), m.Most())
	}
}

// TestQueue lets jobs wait for memory and for their turn, in order, and refuses too many.
func TestQueue(t *testing.T) {
	m := manager(t, t.TempDir())
	large := start(t, m, Spec{Args: []string{"obey"}, Memory: 95})
	small := start(t, m, Spec{Args: []string{"obey"}, Memory: 10})
	last := start(t, m, Spec{Args: []string{"obey"}, Memory: 1})
	until(t, m, large, func(s *State) bool { return s.Status == Running })
	for _, id := range []string{small, last} { // no job overtakes another
		if s, _ := m.Get(id); s.Status != Waiting {
			t.Errorf("a job of %d bytes is %s", s.Memory, s.Status)
		}
	}
	if _, err := m.Start(Spec{Args: []string{"obey"}, Memory: 1}); !errors.Is(err, ErrFull) {
		t.Errorf("another job: %v", err)
	}
	for _, memory := range []int64{0, -1, 101} {
		if _, err := m.Start(Spec{Args: []string{"obey"}, Memory: memory}); err == nil {
			t.Errorf("a job of %d bytes was accepted", memory)
		}
	}
	if err := m.Tell(large, Interrupt); err != nil {
		t.Error(err)
	}
	until(t, m, large, over)
	for _, id := range []string{small, last} {
		until(t, m, id, func(s *State) bool { return s.Status == Running })
	}
	third := start(t, m, Spec{Args: []string{"obey"}, Memory: 1})
	if err := m.Tell(third, Pause); !errors.Is(err, ErrNot) {
		t.Errorf("an order to a job that waits: %v", err)
	}
	if err := m.Tell(third, Interrupt); err != nil {
		t.Error(err)
	}
	if s, err := m.Get(third); err != nil || s.Status != Cancelled || !s.Began.IsZero() {
		t.Errorf("a job cancelled before it began: %+v, %v", s, err)
	}
}

// TestOrders passes orders to a crawl. A question stops at once. A child that does not end is killed when it is
// interrupted again.
func TestOrders(t *testing.T) {
	m := manager(t, t.TempDir())
	heard := func(order string) func(*State) bool {
		return func(s *State) bool { return slices.Contains(s.Messages, "got "+order) }
	}
	id := start(t, m, Spec{Kind: CrawlKind, Args: []string{"obey"}, Crawl: "/c", Alone: true})
	if _, err := m.Start(Spec{Args: []string{"obey"}, Memory: 1, Crawl: "/c", Alone: true}); !errors.Is(err, ErrBusy) {
		t.Errorf("another job of the crawl: %v", err)
	}
	if s := until(t, m, id, func(s *State) bool { return s.Progress != nil }); s.Progress.Name != "waiting" || s.Progress.Total != 3 {
		t.Errorf("progress %+v", s.Progress)
	}
	for _, order := range []string{Pause, Resume, Stop} {
		if err := m.Tell(id, order); err != nil {
			t.Error(err)
		}
		until(t, m, id, heard(order))
	}
	if s := until(t, m, id, over); s.Status != Done || s.Exit != exitIncomplete {
		t.Errorf("a stopped crawl: %+v", s)
	}
	if err := m.Tell(id, Stop); !errors.Is(err, ErrNot) {
		t.Errorf("an order to a job that has ended: %v", err)
	}
	id = start(t, m, Spec{Kind: QuestionKind, Args: []string{"obey"}})
	until(t, m, id, func(s *State) bool { return s.Progress != nil })
	m.Tell(id, Stop)
	if s := until(t, m, id, over); s.Status != Cancelled {
		t.Errorf("a stopped question: %+v", s)
	}
	id = start(t, m, Spec{Kind: QuestionKind, Args: []string{"deaf"}})
	until(t, m, id, func(s *State) bool { return s.Progress != nil })
	m.Tell(id, Interrupt)
	until(t, m, id, heard(Interrupt))
	m.Tell(id, Interrupt)
	if s := until(t, m, id, over); s.Status != Cancelled || s.Took() > politely {
		t.Errorf("a deaf child: %+v", s)
	}
}

// TestTwoServers shows the jobs of one server to another, which cannot order them. Jobs whose server dies are lost, and
// their children end.
func TestTwoServers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks")
	}
	dir := t.TempDir()
	here := manager(t, dir)
	id := start(t, here, Spec{Args: []string{"obey"}})
	until(t, here, id, func(s *State) bool { return s.Status == Running })
	// A lock of the same process would not keep this process out on all systems, so the other server is a process.
	out := ""
	for deadline := time.Now().Add(20 * time.Second); !strings.Contains(out, Running) && time.Now().Before(deadline); { // the state is on disk a little later
		out = other(t, dir, "list")
	}
	if want := id + " running true\n"; out != want {
		t.Errorf("the other server sees %q, want %q", out, want)
	}
	if out := other(t, dir, "stop "+id); !strings.Contains(out, ErrNot.Error()) {
		t.Errorf("the other server stops the job: %q", out)
	}
	here.Close()
	if out := other(t, dir, "list"); out != id+" cancelled false\n" {
		t.Errorf("after the end: %q", out)
	}

	ctx, kill := context.WithCancel(t.Context())
	killed := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestOtherServer$", "-test.v")
	killed.Env = append(os.Environ(), "JOBS_DIR="+dir, "JOBS_DO=start")
	read, err := killed.StdoutPipe()
	if err != nil || killed.Start() != nil {
		t.Fatal(err)
	}
	var lost string
	var pid int
	for line := make([]byte, 1000); lost == ""; {
		n, err := read.Read(line)
		if _, text, found := strings.Cut(string(line[:n]), "started "); found {
			fmt.Sscanf(text, "%s %d", &lost, &pid)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	kill()
	killed.Wait()
	again := manager(t, dir)
	if s, err := again.Get(lost); err != nil || s.Status != Lost || s.Error == "" {
		t.Errorf("the job of a killed server: %+v, %v", s, err)
	}
	for deadline := time.Now().Add(20 * time.Second); isAlive(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the child of a killed server still runs")
		}
	}
}

// other runs something in another process.
func other(t *testing.T, dir, do string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestOtherServer$", "-test.v")
	c.Env = append(os.Environ(), "JOBS_DIR="+dir, "JOBS_DO="+do)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var said strings.Builder
	for line := range strings.Lines(string(out)) {
		if text, found := strings.CutPrefix(line, "said "); found {
			said.WriteString(text)
		}
	}
	return said.String()
}

// TestOtherServer is the other server of TestTwoServers.
func TestOtherServer(t *testing.T) {
	dir := os.Getenv("JOBS_DIR")
	if dir == "" {
		return // only TestTwoServers runs it
	}
	m := manager(t, dir)
	switch do, id, _ := strings.Cut(os.Getenv("JOBS_DO"), " "); do {
	case "list":
		all, err := m.List()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range all {
			fmt.Printf("said %s %s %v\n", s.ID, s.Status, s.Elsewhere)
		}
	case "stop":
		fmt.Println("said", m.Tell(id, Stop))
	case "start":
		id := start(t, m, Spec{Args: []string{"obey"}})
		until(t, m, id, func(s *State) bool { return s.Status == Running && s.Progress != nil })
		m.mu.Lock()
		j := m.jobs[id]
		m.mu.Unlock()
		j.mu.Lock()
		fmt.Println("started", id, j.child.Pid)
		j.mu.Unlock()
		time.Sleep(time.Minute)
	}
}

// TestKept removes the oldest jobs that have ended, and no others.
func TestKept(t *testing.T) {
	m := manager(t, t.TempDir())
	runs := start(t, m, Spec{Args: []string{"obey"}})
	var ids []string
	for range 5 {
		id := start(t, m, Spec{Args: []string{"print"}})
		until(t, m, id, over)
		ids = append(ids, id)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		all, err := m.List()
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == 4 && all[3].ID == runs && all[0].ID == ids[4] {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d jobs are left", len(all))
		}
	}
	if _, err := m.Get(ids[0]); !errors.Is(err, ErrNone) {
		t.Errorf("the oldest job: %v", err)
	}
	if err := m.Remove(runs); !errors.Is(err, ErrBusy) {
		t.Errorf("remove a job that runs: %v", err)
	}
	if err := m.Remove(ids[4]); err != nil {
		t.Error(err)
	}
}

// TestFiles lists and opens only files in the folders of a job.
func TestFiles(t *testing.T) {
	m := manager(t, t.TempDir())
	id := start(t, m, Spec{Args: []string{"print"}, Uploads: map[string][]byte{"a.txt": []byte("a")}})
	until(t, m, id, over)
	if err := os.Symlink("/etc/passwd", filepath.Join(m.Dir(id), FilesDir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, x := range [][3]string{{id, UploadsDir, "../job.json"}, {id, UploadsDir, "b"}, {"../x", UploadsDir, "a.txt"}, {id, FilesDir, "link"}, {"", "", ""}, {id, UploadsDir, ""}} {
		if f, err := m.OpenFile(x[0], x[1], x[2]); err == nil {
			f.Close()
			t.Errorf("%q was opened", x)
		}
	}
	f, err := m.OpenFile(id, UploadsDir, "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, _ := io.ReadAll(f); string(text) != "a" {
		t.Errorf("the file is %q", text)
	}
	for _, id := range []string{"", "..", "../" + id, strings.ToUpper(id), id[1:], strings.Repeat("a", 16)} {
		if _, err := m.Get(id); !errors.Is(err, ErrNone) {
			t.Errorf("job %q: %v", id, err)
		}
	}
}

// FuzzState reads states and results that something else has written, without a panic.
func FuzzState(f *testing.F) {
	f.Add([]byte(`{"id":"x","status":"running"}`), []byte(`{"parts":[{"table":{"columns":[{"title":"a"}],"rows":[["b"]]}}]}`))
	f.Add([]byte(`{`), []byte(`{"parts":[{"table":{"columns":[],"rows":[["b"]]}}]}`))
	dir := filepath.Join(f.TempDir(), "abcdefghijklmnop")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, state, outcome []byte) {
		if err := errors.Join(os.WriteFile(filepath.Join(dir, StateFile), state, 0o600), os.WriteFile(filepath.Join(dir, outcomeFile), outcome, 0o600)); err != nil {
			t.Fatal(err)
		}
		if s, err := loadState(dir); err == nil && (s.ID != filepath.Base(dir) || !s.Over() && !s.Elsewhere) {
			t.Errorf("state %+v", s)
		}
		out, err := LoadOutcome(dir)
		if err != nil {
			return
		}
		for _, p := range out.Parts {
			if p.Table == nil {
				continue
			}
			for _, row := range p.Table.Rows {
				if len(row) != len(p.Table.Columns) {
					t.Errorf("row %q", row)
				}
			}
		}
	})
}

// TestReadOrders skips what is no order, and ends with an Interrupt.
func TestReadOrders(t *testing.T) {
	var got []string
	ReadOrders(strings.NewReader("pause\nnonsense\n resume \r\n"), func(order string) { got = append(got, order) })
	if want := []string{Pause, Resume, Interrupt}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = nil
	ReadOrders(bytes.NewReader(bytes.Repeat([]byte("x"), 1<<20)), func(order string) { got = append(got, order) })
	if !slices.Equal(got, []string{Interrupt}) {
		t.Errorf("a long line: %q", got)
	}
}
