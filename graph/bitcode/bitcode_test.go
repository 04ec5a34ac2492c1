package bitcode_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"weft/graph/bitcode"
)

// codes are all codes that numbers of any size can be tried with.
func codes() []bitcode.Code {
	cs := []bitcode.Code{{Kind: bitcode.Gamma}, {Kind: bitcode.Delta}, {Kind: bitcode.Omega}, {Kind: bitcode.Nibble}}
	for k := uint32(1); k <= bitcode.MaxZetaK; k++ {
		cs = append(cs, bitcode.Code{Kind: bitcode.Zeta, K: k})
	}
	for k := range uint32(6) {
		cs = append(cs, bitcode.Code{Kind: bitcode.Pi, K: k}, bitcode.Code{Kind: bitcode.SkewedGolomb, K: 3*k + 1})
	}
	return cs
}

// shortCodes are codes that grow with the numbers.
func shortCodes() []bitcode.Code {
	cs := []bitcode.Code{{Kind: bitcode.Unary}}
	for _, k := range []uint32{1, 2, 3, 4, 5, 7, 8, 10, 1000} {
		cs = append(cs, bitcode.Code{Kind: bitcode.Golomb, K: k})
	}
	return cs
}

func writer(little bool) bitcode.Writer {
	if little {
		return bitcode.NewLittleWriter()
	}
	return bitcode.Writer{}
}

func reader(little bool, data []byte) bitcode.Reader {
	if little {
		return bitcode.NewLittleReader(data)
	}
	return bitcode.NewReader(data)
}

// spelled writes x as the definition in the package comment says, bit by bit; little-endian numbers stand the other way
// round, and nothing else does.
func spelled(x uint64, c bitcode.Code, little bool) string {
	low := func(v uint64, n uint) string {
		s := ""
		for i := range n {
			if bit := string('0' + rune(v>>i&1)); little {
				s += bit
			} else {
				s = bit + s
			}
		}
		return s
	}
	log := func(v uint64) (l uint) {
		for v>>(l+1) != 0 {
			l++
		}
		return l
	}
	unary := func(n uint64) string { return strings.Repeat("0", int(n)) + "1" }
	minimal := func(z, b uint64) string {
		s := log(b)
		if short := uint64(1)<<(s+1) - b; z >= short {
			return low((z+short)/2, s) + low((z+short)%2, 1)
		}
		return low(z, s)
	}
	l, k := log(x+1), uint64(c.K)
	switch c.Kind {
	case bitcode.Unary:
		return unary(x)
	case bitcode.Gamma:
		return unary(uint64(l)) + low(x+1, l)
	case bitcode.Delta:
		return spelled(uint64(l), bitcode.Code{Kind: bitcode.Gamma}, little) + low(x+1, l)
	case bitcode.Golomb:
		return unary(x/k) + minimal(x%k, k)
	case bitcode.SkewedGolomb:
		i := log(x/k + 1)
		return unary(uint64(i)) + minimal(x-(1<<i-1)*k, k<<i)
	case bitcode.Nibble:
		s := "1" + low(x%8, 3)
		for x /= 8; x > 0; x /= 8 {
			s = "0" + low(x%8, 3) + s
		}
		return s
	case bitcode.Omega:
		s := "0"
		for n := x + 1; n > 1; n = uint64(log(n)) {
			s = "1" + low(n, log(n)) + s
		}
		return s
	case bitcode.Pi:
		return unary(uint64(l)>>k) + low(uint64(l)%(1<<k), uint(k)) + low(x+1, l)
	}
	h := l / uint(k)
	return unary(uint64(h)) + minimal(x+1-1<<(h*uint(k)), 1<<(h*uint(k)+uint(k))-1<<(h*uint(k)))
}

func bitString(data []byte, n int64, little bool) string {
	var b strings.Builder
	for i := range n {
		place := 7 - i%8
		if little {
			place = i % 8
		}
		b.WriteByte('0' + data[i/8]>>place&1)
	}
	return b.String()
}

func TestCodesAreAsDefined(t *testing.T) {
	for _, c := range append(codes(), shortCodes()...) {
		for _, little := range []bool{false, true} {
			for x := range uint64(1200) {
				w := writer(little)
				w.Code(x, c)
				n := w.Bits()
				w.Finish()
				data := w.Take()
				if got, want := bitString(data, n, little), spelled(x, c, little); got != want {
					t.Fatalf("%v of %d, little %v: got %s, want %s", c, x, little, got, want)
				}
				if int64(c.Len(x)) != n {
					t.Fatalf("%v of %d: Len is %d, want %d", c, x, c.Len(x), n)
				}
			}
		}
	}
}

// Words of ω in the tests of dsi-bitstream 0.10.1, codes/omega.rs.
func TestOmegaOfRust(t *testing.T) {
	for x, want := range map[uint64][2]string{
		0: {"0", "0"}, 2: {"110", "110"}, 4: {"101010", "101100"}, 7: {"1110000", "1110000"},
		999: {"11100111111010000", "11110010001011110"},
	} {
		for i, little := range []bool{false, true} {
			w := writer(little)
			w.Code(x, bitcode.Code{Kind: bitcode.Omega})
			n := w.Bits()
			w.Finish()
			if got := bitString(w.Take(), n, little); got != want[i] {
				t.Errorf("%d, little %v: got %s, want %s", x, little, got, want[i])
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, little := range []bool{false, true} {
		roundTrip(t, little)
	}
}

func roundTrip(t *testing.T, little bool) {
	r := rand.New(rand.NewPCG(1, 2))
	type item struct {
		c bitcode.Code
		x uint64
	}
	var items []item
	cs := codes()
	short := shortCodes()
	for range 200_000 {
		items = append(items, item{cs[r.IntN(len(cs))], r.Uint64() >> (17 + r.UintN(47))})
		if r.IntN(4) == 0 {
			items = append(items, item{short[r.IntN(len(short))], r.Uint64() >> (54 + r.UintN(10))})
		}
	}
	for _, c := range cs {
		items = append(items, item{c, bitcode.MaxValue}, item{c, 0})
	}
	w := writer(little)
	var ends []uint64
	for _, it := range items {
		w.Code(it.x, it.c)
		ends = append(ends, uint64(w.Bits()))
	}
	w.Finish()
	rd := reader(little, w.Take())
	for i, it := range items {
		if got := rd.Code(it.c); got != it.x || rd.Pos() != ends[i] || rd.Overrun() {
			t.Fatalf("item %d, %v, little %v: got %d ending at %d, want %d ending at %d", i, it.c, little, got, rd.Pos(), it.x, ends[i])
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
	f.Add([]byte{}, uint8(0), false)
	f.Add([]byte{0xff, 0x00, 0x55}, uint8(3), true)
	f.Add(make([]byte, 40), uint8(2), false)
	f.Fuzz(func(t *testing.T, data []byte, which uint8, little bool) {
		cs := append(codes(), shortCodes()...)
		c := cs[int(which)%len(cs)]
		r := reader(little, data)
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

func TestTableIsCode(t *testing.T) {
	for _, c := range append(codes(), shortCodes()...) {
		for _, little := range []bool{false, true} {
			table := bitcode.NewTable(c, little, 300)
			a, b := writer(little), writer(little)
			for x := range uint64(400) {
				a.Code(x, c)
				table.Write(&b, x)
				if table.Len(x) != c.Len(x) {
					t.Fatalf("%v of %d: length %d, want %d", c, x, table.Len(x), c.Len(x))
				}
			}
			a.Finish()
			b.Finish()
			if !bytes.Equal(a.Take(), b.Take()) {
				t.Fatalf("%v, little %v: other bits", c, little)
			}
		}
	}
}

func TestAppend(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, little := range []bool{false, true} {
		whole, parts, part := writer(little), writer(little), writer(little)
		for range 500 {
			part.Reset()
			for range r.IntN(40) {
				x, c := r.Uint64N(1000), bitcode.Code{Kind: bitcode.Gamma}
				whole.Code(x, c)
				part.Code(x, c)
			}
			bits := part.Bits()
			part.Finish()
			parts.Append(part.Take(), bits)
		}
		if whole.Bits() != parts.Bits() {
			t.Fatalf("%d bits, want %d", parts.Bits(), whole.Bits())
		}
		whole.Finish()
		parts.Finish()
		if !bytes.Equal(whole.Take(), parts.Take()) {
			t.Fatalf("little %v: other bits", little)
		}
	}
}
