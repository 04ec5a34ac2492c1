package bitcode_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/bitcode"
)

// codes are all codes that numbers of any size can be tried with.
func codes() []bitcode.Code {
	cs := []bitcode.Code{{Kind: bitcode.Gamma}, {Kind: bitcode.Delta}}
	for k := uint8(1); k <= 16; k++ {
		cs = append(cs, bitcode.Code{Kind: bitcode.Zeta, K: k})
	}
	return cs
}

// spelled writes x as the definition in the package comment says, bit by bit.
func spelled(x uint64, c bitcode.Code) string {
	l := uint(0)
	for (x+1)>>(l+1) != 0 {
		l++
	}
	low := func(v uint64, n uint) string {
		s := ""
		for i := range n {
			s = string('0'+rune(v>>i&1)) + s
		}
		return s
	}
	unary := func(n uint) string { return strings.Repeat("0", int(n)) + "1" }
	switch c.Kind {
	case bitcode.Unary:
		return unary(uint(x))
	case bitcode.Gamma:
		return unary(l) + low(x+1, l)
	case bitcode.Delta:
		return spelled(uint64(l), bitcode.Code{Kind: bitcode.Gamma}) + low(x+1, l)
	}
	k := uint(c.K)
	h := l / k
	rest := x + 1 - 1<<(h*k) // minimal binary code of rest in [0, 2^(hk+k) − 2^hk)
	size := uint64(1)<<(h*k+k) - 1<<(h*k)
	s := uint(0)
	for uint64(1)<<s < size {
		s++
	}
	short := uint64(1)<<s - size // so many of the codes are one bit shorter
	if rest < short {
		return unary(h) + low(rest, s-1)
	}
	return unary(h) + low(rest+short, s)
}

func bitString(data []byte, n int64) string {
	var b strings.Builder
	for i := range n {
		b.WriteByte('0' + data[i/8]>>(7-i%8)&1)
	}
	return b.String()
}

func TestCodesAreAsDefined(t *testing.T) {
	all := append(codes(), bitcode.Code{Kind: bitcode.Unary})
	for _, c := range all {
		for x := range uint64(1200) {
			var w bitcode.Writer
			w.Code(x, c)
			n := w.Bits()
			w.Finish()
			data := w.Take()
			if got, want := bitString(data, n), spelled(x, c); got != want {
				t.Fatalf("%v of %d: got %s, want %s", c, x, got, want)
			}
			if int64(c.Len(x)) != n {
				t.Fatalf("%v of %d: Len is %d, want %d", c, x, c.Len(x), n)
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type item struct {
		c bitcode.Code
		x uint64
	}
	var items []item
	cs := codes()
	for range 200_000 {
		items = append(items, item{cs[r.IntN(len(cs))], r.Uint64() >> (17 + r.UintN(47))})
	}
	for _, c := range cs {
		items = append(items, item{c, bitcode.MaxValue}, item{c, 0})
	}
	var w bitcode.Writer
	var ends []uint64
	for _, it := range items {
		w.Code(it.x, it.c)
		ends = append(ends, uint64(w.Bits()))
	}
	w.Finish()
	rd := bitcode.NewReader(w.Take())
	for i, it := range items {
		if got := rd.Code(it.c); got != it.x || rd.Pos() != ends[i] || rd.Overrun() {
			t.Fatalf("item %d, %v: got %d ending at %d, want %d ending at %d", i, it.c, got, rd.Pos(), it.x, ends[i])
		}
	}
	if rd.Remaining() >= 8 {
		t.Fatalf("%d bits left", rd.Remaining())
	}
}

func TestZeta3IsZetaOf3(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var w bitcode.Writer
	var xs []uint64
	for i := range uint64(100_000) {
		x := i
		if i >= 5000 {
			x = r.Uint64() >> (17 + r.UintN(47))
		}
		xs = append(xs, x)
		w.Zeta(x, 3)
	}
	w.Finish()
	rd := bitcode.NewReader(w.Take())
	for i, x := range xs {
		if got := rd.Zeta3(); got != x {
			t.Fatalf("item %d: got %d, want %d", i, got, x)
		}
	}
}

func TestNaturalAndSigned(t *testing.T) {
	for i, v := range []int64{0, -1, 1, -2, 2, -3, 3} {
		if got := bitcode.Natural(v); got != uint64(i) {
			t.Errorf("natural of %d: got %d, want %d", v, got, i)
		}
		if got := bitcode.Signed(uint64(i)); got != v {
			t.Errorf("signed of %d: got %d, want %d", i, got, v)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte{}, uint8(0))
	f.Add([]byte{0xff, 0x00, 0x55}, uint8(3))
	f.Add(make([]byte, 40), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		cs := append(codes(), bitcode.Code{Kind: bitcode.Unary})
		c := cs[int(which)%len(cs)]
		r := bitcode.NewReader(data)
		for !r.Overrun() {
			before := r.Pos()
			x := r.Code(c)
			if r.Overrun() {
				return
			}
			if r.Pos() <= before || r.Pos()-before != uint64(c.Len(x)) {
				t.Fatalf("%v: read %d in %d bits, want %d", c, x, r.Pos()-before, c.Len(x))
			}
		}
	})
}

func ExampleWriter() {
	var w bitcode.Writer
	w.Gamma(4)
	w.Zeta(10, 3)
	w.Finish()
	r := bitcode.NewReader(w.Take())
	fmt.Println(r.Gamma(), r.Zeta(3))
	// Output: 4 10
}

var sink uint64

func BenchmarkZeta3(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	var w bitcode.Writer
	const n = 1 << 16
	for range n {
		w.Zeta(r.Uint64()>>(40+r.UintN(24)), 3)
	}
	w.Finish()
	rd := bitcode.NewReader(w.Take())
	for b.Loop() {
		rd.Seek(0)
		for range n {
			sink += rd.Zeta3()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/code")
}
