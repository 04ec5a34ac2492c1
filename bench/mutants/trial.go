package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A trial is a draw of changes, the binaries that hold them, and what became of each.
type trial struct {
	count int
	seed  uint64
	out   string
	only  string
	own   bool

	changes []*change
	tests   []*binary
	units   []*unit
}

// A binary holds the tests of a package.
type binary struct{ pkg, dir, path string }

// A unit is what is run at once: a binary, or one of its tests if they take long.
type unit struct {
	*binary
	only    string // what -test.run gets; empty for all tests
	reaches map[int]bool
	took    time.Duration // with every switch off
}

func (u *unit) String() string { return strings.TrimSpace(u.pkg + " " + u.only) }

func (t *trial) run(ctx context.Context) error {
	if err := os.MkdirAll(t.path("bin"), 0o777); err != nil {
		return err
	}
	packages, err := list("./...")
	if err != nil {
		return err
	}
	if err := t.choose(packages); err != nil {
		return err
	}
	if err := t.compile(ctx, packages); err != nil {
		return err
	}
	if err := t.record(ctx); err != nil {
		return err
	}
	return t.tryAll(ctx)
}

func (t *trial) path(name string) string {
	abs, _ := filepath.Abs(filepath.Join(t.out, name)) // fails without a working folder alone
	return abs
}

func (t *trial) choose(packages []*listed) error {
	all, err := allChanges(packages)
	if err != nil {
		return err
	}
	if t.only != "" {
		some, err := list(strings.Split(t.only, ",")...)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(c *change) bool {
			return !slices.ContainsFunc(some, func(p *listed) bool { return p.ImportPath == c.pkg && !p.DepOnly })
		})
	}
	t.changes = draw(all, t.count, t.seed)
	fmt.Printf("%d changes drawn of %d\n", len(t.changes), len(all))
	return nil
}

// compile builds every test binary with the changes; those that the compiler refuses are dropped.
func (t *trial) compile(ctx context.Context, packages []*listed) error {
	for {
		if err := t.writeOverlay(); err != nil {
			return err
		}
		text, err := t.goCommand(ctx, "build", append([]string{"-gcflags=-e"}, t.changed()...)...)
		if err == nil {
			break
		}
		if t.drop(text) == 0 {
			return fmt.Errorf("%w:\n%s", err, text)
		}
	}
	for _, p := range packages {
		if p.Module == nil || !p.Module.Main || p.DepOnly || !p.tested() || p.ImportPath == "weft/internal/lint" {
			continue
		}
		if t.own && !slices.ContainsFunc(t.changes, func(c *change) bool { return c.pkg == p.ImportPath }) {
			continue // no change is in this package
		}
		b := &binary{pkg: p.ImportPath, dir: p.Dir, path: t.path("bin/" + strings.ReplaceAll(p.ImportPath, "/", "-") + ".test")}
		if text, err := t.goCommand(ctx, "test", "-c", "-vet=off", "-o", b.path, p.ImportPath); err != nil {
			return fmt.Errorf("%s: %w:\n%s", p.ImportPath, err, text)
		}
		t.tests = append(t.tests, b)
	}
	return nil
}

// changed are the packages that are built to see whether the changes compile: all, or those that have a change.
func (t *trial) changed() []string {
	if !t.own {
		return []string{"./..."}
	}
	var all []string
	for _, c := range t.changes {
		if !slices.Contains(all, c.pkg) {
			all = append(all, c.pkg)
		}
	}
	return all
}

// goCommand runs the go command on the changed files.
func (t *trial) goCommand(ctx context.Context, what string, args ...string) ([]byte, error) {
	return exec.CommandContext(ctx, "go", append([]string{what, "-overlay", t.path("overlay.json")}, args...)...).CombinedOutput()
}

var refused = regexp.MustCompile(`(?m)^([^\s:]+\.go):(\d+):\d+: `)

// drop takes away the changes of the lines that the compiler complains of.
func (t *trial) drop(complaints []byte) int {
	lines := map[string]bool{}
	for _, m := range refused.FindAllSubmatch(complaints, -1) {
		abs, _ := filepath.Abs(string(m[1]))
		lines[abs+":"+string(m[2])] = true
	}
	before := len(t.changes)
	t.changes = slices.DeleteFunc(t.changes, func(c *change) bool { return lines[c.file+":"+strconv.Itoa(c.line)] })
	fmt.Printf("%d changes do not compile\n", before-len(t.changes))
	return before - len(t.changes)
}

// writeOverlay writes the changed files, the package of switches, and the list of them for the go command.
func (t *trial) writeOverlay() error {
	byFile := map[string][]*change{}
	for _, c := range t.changes {
		byFile[c.file] = append(byFile[c.file], c)
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	replace := map[string]string{}
	write := func(file string, text []byte) error {
		to := t.path("src-" + strconv.Itoa(len(replace)) + ".go")
		replace[file] = to
		return os.WriteFile(to, text, 0o666)
	}
	if err := write(filepath.Join(root, "internal/mutants/mutants.go"), []byte(switches(t.path("active"), t.path("hits")))); err != nil {
		return err
	}
	for file, changes := range byFile {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := write(file, changed(text, changes)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(t.path("overlay.json"), text, 0o666)
}

// record runs every binary once with all switches off and notes which it asks for, and how long it takes; if that is
// long, each of its tests.
func (t *trial) record(ctx context.Context) error {
	for _, b := range t.tests {
		whole := &unit{binary: b}
		log, err := t.note(ctx, whole)
		if err != nil {
			return fmt.Errorf("%s fails without a change: %w\n%s", b.pkg, err, log)
		}
		fmt.Printf("%s comes by %d changes in %v\n", b.pkg, len(whole.reaches), whole.took.Round(time.Millisecond))
		if len(whole.reaches) == 0 {
			continue
		}
		if parts := t.parts(ctx, whole, log); parts != nil {
			t.units = append(t.units, parts...)
		} else {
			t.units = append(t.units, whole)
		}
	}
	return nil
}

// note runs a unit with all switches off and fills in what is known of it then.
func (t *trial) note(ctx context.Context, u *unit) (log []byte, err error) {
	_ = os.Remove(t.path("hits")) // absent where nothing was asked for
	began := time.Now()
	if log, err = t.test(ctx, u, "record", 20*time.Minute); err != nil {
		return log, err
	}
	u.took, u.reaches = time.Since(began), map[int]bool{}
	text, err := os.ReadFile(t.path("hits"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return log, err
	}
	for word := range bytes.FieldsSeq(text) {
		id, err := strconv.Atoi(string(word))
		if err != nil {
			return log, err
		}
		u.reaches[id] = true
	}
	return log, nil
}

var passed = regexp.MustCompile(`(?m)^( *)--- PASS: (\S+) \((\S+)s\)$`)

// parts returns the tests of a binary, and the subtests of those that take long, each with what it comes by. It is nil
// for a quick binary, and where a test does not pass alone.
func (t *trial) parts(ctx context.Context, whole *unit, log []byte) []*unit {
	const long = 2 * time.Second
	if whole.took < long {
		return nil
	}
	var parts []*unit
	divided := map[string]bool{}
	for _, m := range passed.FindAllSubmatch(log, -1) { // a test, then its subtests
		name, depth := string(m[2]), len(m[1])/4
		seconds, _ := strconv.ParseFloat(string(m[3]), 64)
		parent, _, _ := strings.Cut(name, "/")
		switch {
		case depth == 0 && seconds > long.Seconds() && bytes.Contains(log, []byte("    --- PASS: "+name+"/")):
			divided[name] = true
			continue
		case depth > 1 || depth == 1 && !divided[parent]:
			continue
		}
		u := &unit{binary: whole.binary, only: "^" + strings.ReplaceAll(regexp.QuoteMeta(name), "/", "$/^") + "$"}
		if _, err := t.note(ctx, u); err != nil {
			fmt.Printf("%s does not pass alone\n", u)
			return nil
		}
		if len(u.reaches) > 0 {
			parts = append(parts, u)
		}
	}
	return parts
}

// test runs a unit with one switch on. What hangs is killed with all that it started.
func (t *trial) test(ctx context.Context, u *unit, active string, limit time.Duration) ([]byte, error) {
	if err := os.WriteFile(t.path("active"), []byte(active), 0o666); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, u.path, "-test.v", "-test.failfast", "-test.timeout", "0", "-test.run", u.only)
	cmd.Dir = u.dir
	cmd.WaitDelay = time.Second
	inGroup(cmd)
	return cmd.CombinedOutput()
}

func (t *trial) tryAll(ctx context.Context) error {
	outcomes, err := os.OpenFile(t.path("outcomes.tsv"), os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return err
	}
	defer outcomes.Close() //nolint:errcheck // each line was written, or its error returned
	counts := map[string]int{}
	done, err := outcomesOf(t.path("outcomes.tsv"))
	if err != nil {
		return err
	}
	for i, c := range t.changes {
		name := c.String()
		outcome, was := done[name]
		if !was {
			began := time.Now()
			var by string
			outcome, by = t.try(ctx, c)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if _, err := fmt.Fprintf(outcomes, "%s\t%s\t%s\t%.1f\n", name, outcome, by, time.Since(began).Seconds()); err != nil {
				return err
			}
		}
		counts[outcome]++
		fmt.Printf("%d of %d: %d killed, %d survived, %d not reached; %s\n", i+1, len(t.changes), counts["killed"], counts["survived"], counts["not reached"], name)
	}
	return nil
}

// outcomesOf reads what an earlier run has found.
func outcomesOf(path string) (map[string]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	done := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if f := strings.Split(line, "\t"); len(f) == 5 {
			done[f[0]+"\t"+f[1]] = f[2]
		}
	}
	return done, nil
}

// try runs the units that come by a change until one fails: those of its package first, then the quick ones.
func (t *trial) try(ctx context.Context, c *change) (outcome, by string) {
	var reach []*unit
	for _, u := range t.units {
		if u.reaches[c.id] && (!t.own || u.pkg == c.pkg) {
			reach = append(reach, u)
		}
	}
	slices.SortStableFunc(reach, func(a, b *unit) int {
		if own := (b.pkg == c.pkg); own != (a.pkg == c.pkg) {
			return map[bool]int{true: 1, false: -1}[own]
		}
		return cmp.Compare(a.took, b.took)
	})
	if len(reach) == 0 {
		return "not reached", "-"
	}
	for _, u := range reach {
		if _, err := t.test(ctx, u, strconv.Itoa(c.id), 10*time.Second+5*u.took); err != nil {
			return "killed", u.String()
		}
	}
	return "survived", strconv.Itoa(len(reach))
}
