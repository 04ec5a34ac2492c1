package trap

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"weft/web/similar"
)

// busyPage is a page with a clock, numbers by a law, and content that is new with some pages.
func busyPage(url string, request int) string {
	n := numberOf(url)
	return around + fmt.Sprintf("<p class=clock>%d:%02d<p>Results %d to %d<p>%s and %.2f<p>hits %d", request%24, request%60, 20*n+1, 20*n+20, word(uint64(n%17)), float64(n%70)/7, request)
}

// step takes and learns a page of one of some groups.
func step(tb testing.TB, v *visitor, rng *rand.Rand, i int) string {
	tb.Helper()
	url := fmt.Sprintf("http://h%d.org/p%c/x?a=%d&b=%d", rng.IntN(3), 'a'+rune(rng.IntN(4)), rng.IntN(20), i)
	s, share := v.judge(url), Group
	if !v.Room(s) {
		share = Site
	}
	f := v.learn(tb, v.take(url, s, share))
	return fmt.Sprintf("%v %v %v %x", s, share, v.Sample(s), f.Append(nil))
}

// A guard that is saved and loaded gives the same verdicts and the same bytes as one that goes on.
func TestSaveAndLoad(t *testing.T) {
	const seed = 21
	o := Options{Memory: 2048, Budget: 50}
	one, other := newVisitor(o, busyPage), newVisitor(o, busyPage)
	a, b := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 1))
	var verdicts [News + 1]int
	for i := range 3000 {
		if i%300 == 150 {
			before := state(t, other.Guard)
			if other.Guard = reload(t, other.Guard); !bytes.Equal(before, state(t, other.Guard)) {
				t.Fatalf("page %d: saved again it differs", i)
			}
			_, _, _, x := one.Sizes()
			if _, _, _, y := other.Sizes(); x != y {
				t.Fatalf("page %d: profiles of %d bytes, saved and loaded %d", i, x, y)
			}
		}
		if got, want := step(t, other, b, i), step(t, one, a, i); got != want {
			t.Fatalf("page %d: unbroken %s, saved and loaded %s", i, want, got)
		}
		verdicts[one.lastVerdict()]++
	}
	if !bytes.Equal(state(t, one.Guard), state(t, other.Guard)) {
		t.Error("the states differ in the end")
	}
	if len(one.profiles.young) == 0 || one.noise.young.n == 0 || slices.Contains(verdicts[1:], 0) && verdicts[News] == 0 {
		t.Errorf("the test does not reach all tables: verdicts %v", verdicts)
	}
}

func (v *visitor) lastVerdict() Verdict {
	var f Finding
	if err := f.Parse(v.log[len(v.log)-1].finding); err != nil {
		panic(err)
	}
	return f.Verdict
}

// A state of version 3 is loaded: accounts, marks and profiles are those that it had.
func TestThirdState(t *testing.T) {
	old, err := os.ReadFile("testdata/traps3")
	if err != nil {
		t.Fatal(err)
	}
	g := New(Options{})
	if err := g.Load(bytes.NewReader(old)); err != nil {
		t.Fatal(err)
	}
	groups, urls, said, _ := g.Sizes()
	s := g.Judge([]byte("http://h/x?a=77&b=1"))
	if groups == 0 || urls == 0 || said == 0 || g.Sample(s).Looked != 30 {
		t.Errorf("%d groups, %d URLs, %d marks, %+v", groups, urls, said, g.Sample(s))
	}
	g.Take(s, Group)
	g.Learn(s, Same, Group)
	if !bytes.Equal(state(t, g), state(t, reload(t, g))) {
		t.Error("saved and loaded again it differs")
	}
	if err := New(Options{}).Load(bytes.NewReader(old[:len(old)-9])); err == nil {
		t.Error("a cut state of version 3 is loaded")
	}
}

// The state of an earlier version is that of other rules: the guard begins anew.
func TestEarlierState(t *testing.T) {
	g := New(Options{})
	if err := g.Load(strings.NewReader("weft traps 2\nwhat it wrote")); err != nil || !bytes.Equal(state(t, g), state(t, New(Options{}))) {
		t.Errorf("%v, and the state is not that of a new guard", err)
	}
	if err := g.Load(strings.NewReader("weft traps 9\nwhat it will write")); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a state of a later version: %v", err)
	}
}

// smallState is a state with something in each table.
func smallState(tb testing.TB) []byte {
	tb.Helper()
	v := newVisitor(Options{}, busyPage)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 30 {
		url := fmt.Sprintf("http://h/x?a=%d&b=%d", i, rng.IntN(5))
		v.learn(tb, v.take(url, v.judge(url), Group))
	}
	return state(tb, v.Guard)
}

func TestDamage(t *testing.T) {
	good := smallState(t)
	before := state(t, New(Options{}))
	for i := range good {
		bad := bytes.Clone(good)
		bad[i] ^= 1 << (i % 8)
		for what, b := range map[string][]byte{"changed": bad, "cut": bad[:i]} {
			g := New(Options{})
			if err := g.Load(bytes.NewReader(b)); err == nil && i != 11 { // the number of the version
				t.Errorf("byte %d %s: no error", i, what)
			}
			if !bytes.Equal(state(t, g), before) {
				t.Errorf("byte %d %s: the guard has changed", i, what)
			}
		}
	}
	if err := New(Options{Free: 3}).Load(bytes.NewReader(good)); err == nil || !strings.Contains(err.Error(), "other options") {
		t.Errorf("loaded by other options: %v", err)
	}
	if err := New(Options{Budget: 3, Year: 2031}).Load(bytes.NewReader(good)); err != nil {
		t.Errorf("loaded with another budget and date: %v", err)
	}
}

// drawnFinding draws a finding as Examine may write it.
func drawnFinding(r *rand.Rand) *Finding {
	list := func(most int) (list []uint32) {
		for range r.IntN(most) {
			list = append(list, r.Uint32())
		}
		return list
	}
	f := &Finding{Verdict: Verdict(r.IntN(int(News) + 1)), Said: list(4)}
	if r.IntN(2) == 0 {
		f.Template, f.Gone = list(6), list(6)
		slices.Sort(f.Gone)
		for range r.IntN(4) {
			f.Numbers = append(f.Numbers, Observation{r.Uint32(), r.Int64N(largest + 1)})
		}
	}
	if r.IntN(2) == 0 {
		f.Page, f.Texts, f.Stale = r.Uint32(), list(4), list(4)
		slices.Sort(f.Stale)
		f.Echoes = f.Verdict == Same || f.Verdict == Thin
	}
	if r.IntN(2) == 0 {
		f.Twice, f.Noisy, f.Wordy, f.Idle = true, r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
		f.Locations, f.Noise, f.Stable = list(4), list(4), list(4)
	}
	return f
}

func TestFindings(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		f := drawnFinding(r)
		b := f.Append(nil)
		got := drawnFinding(r) // what was there before is gone
		if err := got.Parse(b); err != nil || fmt.Sprint(*got) != fmt.Sprint(*f) {
			t.Fatalf("%v: %+v is parsed as %+v", err, f, got)
		}
		if f.Empty() && len(b) != 2 {
			t.Errorf("%+v is empty", f)
		}
		for i := range b {
			if err := got.Parse(b[:i]); err == nil {
				t.Fatalf("%+v cut at byte %d of %d: no error", f, i, len(b))
			}
		}
		if err := got.Parse(append(b, 0)); err == nil {
			t.Fatalf("%+v with a byte more: no error", f)
		}
	}
	var f Finding
	if err := f.Parse([]byte{extended, byte(News) + echoCodes, 0, 0, 0, 0, 0}); !errors.Is(err, ErrCorrupt) {
		t.Errorf("an unknown verdict: %v", err)
	}
}

// Whatever pages say, a guard holds no more than its limits.
func TestBounds(t *testing.T) {
	const memory = 64
	r := rand.New(rand.NewPCG(5, 5))
	page := func(url string, _ int) string { // numbers in many places, other ones each time
		var b strings.Builder
		for i := range 1500 {
			fmt.Fprintf(&b, "<p class=%s>%s %d<b>%d</b>", word(uint64(i+numberOf(url)*1500)), word(r.Uint64()), r.IntN(1e9), i)
		}
		return b.String()
	}
	v := newVisitor(Options{Memory: memory}, page)
	for i := range 150 {
		group := 1000
		if i%3 != 0 {
			group = i % 70 // more than a generation, so that profiles come back from the older one
		}
		url := fmt.Sprintf("http://h/%s/%d/%d?b=1&a=%d", word(uint64(group)), i, r.IntN(99), i)
		x := v.take(url, v.judge(url), Group)
		x.twice = i%6 != 1
		f := v.learn(t, x)
		for what, n := range map[string][2]int{
			"Said": {len(f.Said), 18}, "Template": {len(f.Template), maxTemplate}, "Gone": {len(f.Gone), maxTemplate}, "Locations": {len(f.Locations), maxNoise},
			"Noise": {len(f.Noise), maxNoise}, "Numbers": {len(f.Numbers), maxObserved}, "Stable": {len(f.Stable), maxStable},
		} {
			if n[0] > n[1] {
				t.Fatalf("page %d: %d of %s, want at most %d", i, n[0], what, n[1])
			}
		}
	}
	var learnt int64
	most := 0
	for _, m := range []map[uint64]*profile{v.profiles.young, v.profiles.old} {
		for _, p := range m {
			if p.template.n > maxTemplate || p.locations.n > maxLocations || len(p.lines) > maxLines || p.pages > templatePages {
				t.Errorf("a profile of %d marks, %d locations, %d lines, %d pages", p.template.n, p.locations.n, len(p.lines), p.pages)
			}
			learnt += p.bytes()
			most = max(most, p.locations.n)
		}
	}
	if most < maxLocations {
		t.Errorf("a profile has %d locations at most, want the limit of %d", most, maxLocations)
	}
	groups, urls, said, bytes := v.Sizes()
	if groups > memory || urls > memory || said > memory+max(memory/16, 2) || len(v.profiles.young)+len(v.profiles.old) > memory || bytes != learnt {
		t.Errorf("%d groups, %d URLs, %d marks, %d profiles of %d bytes, counted as %d", groups, urls, said, len(v.profiles.young)+len(v.profiles.old), learnt, bytes)
	}
}

// A product of numbers that overflows does not make a number follow from the URL.
func TestLargeNumbers(t *testing.T) {
	x := similar.Token{Value: 16, Whole: true}
	p := profile{lines: []line{{context: contextMark(&x), hits: sureLine, u1: 32, x1: 64}}} // twice the number of the URL
	for value, want := range map[int64]bool{16: true, 17: false, 16 + 1<<59: false} {
		if x.Value = value; p.follows(&x, []int64{8}) != want {
			t.Errorf("%d follows from 8: %v, want %v", value, !want, want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(smallState(f))
	f.Add([]byte(magic))
	f.Add([]byte(earlierMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		checkLoad(t, data, true)
		// With the right hash around it, the content is read to its end.
		body := binary.LittleEndian.AppendUint64([]byte(magic), New(Options{}).options())
		body = append(body, data[min(len(data), len(body)):]...)
		checkLoad(t, binary.LittleEndian.AppendUint64(body, xxhash.Sum64(body)), false)
	})
}

// checkLoad checks that what is loaded is saved as it was, or loads as the same again if it was not in the shortest
// form.
func checkLoad(t *testing.T, data []byte, shortest bool) {
	t.Helper()
	g := New(Options{})
	if g.Load(bytes.NewReader(data)) != nil || bytes.HasPrefix(data, []byte(earlierMagic)) {
		if !reflect.DeepEqual(g, New(Options{})) {
			t.Error("a state that was refused has changed the guard")
		}
		return
	}
	again := state(t, g)
	if shortest && !bytes.HasPrefix(data, again) || !bytes.Equal(again, state(t, reload(t, g))) {
		t.Error("saved again it differs")
	}
}

func FuzzFinding(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 8 {
		f.Add(drawnFinding(r).Append(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var a, b Finding
		if a.Parse(data) != nil {
			return
		}
		if err := b.Parse(a.Append(nil)); err != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%v: %+v, and then %+v", err, a, b)
		}
		g, other := New(Options{Memory: 64}), New(Options{Memory: 64})
		url := []byte("http://h/p/7?x=5")
		s := g.Judge(url)
		for range 2 {
			g.Keep(s, url, &a)
			other.Keep(s, url, &b)
		}
		if !bytes.Equal(state(t, reload(t, g)), state(t, other)) {
			t.Error("two guards learn other things from one finding")
		}
	})
}

// BenchmarkExamine examines pages of 1,000 tokens, with one response or two.
func BenchmarkExamine(b *testing.B) {
	b.Run("once", func(b *testing.B) { benchmarkExamine(b, false) })
	b.Run("twice", func(b *testing.B) { benchmarkExamine(b, true) })
}

func benchmarkExamine(b *testing.B, twice bool) {
	var pages []*Evidence
	tokens := 0
	r := rand.New(rand.NewPCG(1, 1))
	v := newVisitor(Options{}, func(string, int) string {
		var b strings.Builder
		for i := range 250 {
			fmt.Fprintf(&b, "<p>%s %s %s %.2f", word(uint64(i)), word(uint64(r.IntN(99))), fruit[i%10], r.Float64())
		}
		return b.String()
	})
	for i := range 64 {
		url := fmt.Sprintf("http://h/p/%d", i)
		p := &Evidence{URL: []byte(url)}
		if _, p.Tokens = v.read(url); twice {
			_, p.Before = v.read(url)
		}
		pages = append(pages, p)
		tokens += len(p.Tokens.List)
	}
	s := v.Judge(pages[0].URL)
	var f Finding
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			v.Examine(&f, s, p, 16)
			v.Keep(s, p.URL, &f)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tokens), "ns/token")
}
