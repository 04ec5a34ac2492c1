package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
	with  string
	own   bool

	changes []*change
	tests   []*binary
	units   []*unit
}

// A binary holds the tests of a package.
type binary struct{ pkg, dir, path string }

// A unit is run at once: a binary, or one of its tests if they are slow.
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

// compile builds every test binary with the changes, and drops changes that the compiler refuses.
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
	more, err := t.named()
	if err != nil {
		return err
	}
	for _, p := range packages {
		if p.Module == nil || !p.Module.Main || p.DepOnly || !p.tested() || p.ImportPath == "weft/internal/lint" {
			continue
		}
		if t.few() && !more[p.ImportPath] && !slices.ContainsFunc(t.changes, func(c *change) bool { return c.pkg == p.ImportPath }) {
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

// few reports whether only some of the module's tests run.
func (t *trial) few() bool { return t.own || t.with != "" }

// named returns the packages of -with.
func (t *trial) named() (map[string]bool, error) {
	if t.with == "" {
		return nil, nil
	}
	some, err := list(strings.Split(t.with, ",")...)
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for _, p := range some {
		all[p.ImportPath] = !p.DepOnly
	}
	return all, nil
}

// changed returns the packages that are built to check whether the changes compile: all, or those with a change.
func (t *trial) changed() []string {
	if !t.few() {
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

// record runs every binary with all switches off, and records its time and the switches it reaches; for a slow
// binary, it does so for each test.
func (t *trial) record(ctx context.Context) error {
	for _, b := range t.tests {
		units, err := t.reaching(ctx, b)
		if err != nil {
			return err
		}
		met := map[int]bool{}
		for _, u := range units {
			maps.Copy(met, u.reaches)
		}
		fmt.Printf("%s comes by %d changes in %d parts\n", b.pkg, len(met), len(units))
		t.units = append(t.units, slices.DeleteFunc(units, func(u *unit) bool { return len(u.reaches) == 0 })...)
	}
	return nil
}

// reaching returns the units of a binary: the whole, if it is quick, or else each of its tests.
func (t *trial) reaching(ctx context.Context, b *binary) ([]*unit, error) {
	const quick, long = 10 * time.Second, 20 * time.Minute
	whole := &unit{binary: b}
	log, err := t.note(ctx, whole, quick)
	if err == nil {
		return []*unit{whole}, nil
	}
	if ctx.Err() != nil || bytes.Contains(log, []byte("--- FAIL")) {
		return nil, fmt.Errorf("%s fails without a change: %w\n%s", b.pkg, err, log)
	}
	names, err := t.list(ctx, b)
	if err != nil {
		return nil, err
	}
	var units []*unit
	for _, name := range names {
		u := &unit{binary: b, only: "^" + name + "$"}
		log, err := t.note(ctx, u, long)
		if err != nil {
			fmt.Printf("%s does not pass alone, and is left out\n", u)
			continue
		}
		if parts := t.parts(ctx, u, log); parts != nil {
			units = append(units, parts...)
		} else {
			units = append(units, u)
		}
	}
	return units, ctx.Err()
}

// list returns the names of the tests of a binary.
func (t *trial) list(ctx context.Context, b *binary) ([]string, error) {
	cmd := exec.CommandContext(ctx, b.path, "-test.list", "^(Test|Fuzz|Example)")
	cmd.Dir = b.dir
	text, err := cmd.Output()
	return strings.Fields(string(text)), err
}

// note runs a unit with all switches off and fills in what is known of it then.
func (t *trial) note(ctx context.Context, u *unit, limit time.Duration) (log []byte, err error) {
	_ = os.Remove(t.path("hits")) // absent if no switch was reached
	began := time.Now()
	if log, err = t.test(ctx, u, "record", limit); err != nil {
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

// parts returns the subtests of a slow test, each with the switches it reaches. It returns nil for a quick test, a
// test without subtests, and a test with a subtest that fails alone.
func (t *trial) parts(ctx context.Context, whole *unit, log []byte) []*unit {
	const long = 10 * time.Second
	if whole.took < long {
		return nil
	}
	var parts []*unit
	for _, m := range passed.FindAllSubmatch(log, -1) {
		if name := string(m[2]); len(m[1]) == 4 { // a subtest, and not one of its own
			u := &unit{binary: whole.binary, only: "^" + strings.ReplaceAll(regexp.QuoteMeta(name), "/", "$/^") + "$"}
			if _, err := t.note(ctx, u, 20*time.Minute); err != nil {
				fmt.Printf("%s does not pass alone\n", u)
				return nil
			}
			parts = append(parts, u)
		}
	}
	return parts
}

// test runs a unit with one switch on. A unit that hangs is killed with all processes that it started.
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

// try runs the units that reach a change until one fails: units of its package first, then the quick ones.
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
