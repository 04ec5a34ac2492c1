package stats

import "math"

// The Hurwitz zeta function, zeta(s, q) = sum over k >= 0 of (q+k)^-s, is the normaliser of the discrete power law. We
// compute Z(s, q) = q^s zeta(s, q), which neither underflows for steep laws nor needs a logarithm for its derivatives:
// by Euler-Maclaurin at q >= seriesStart(s),
//
//	Z(s, q) = q/(s-1) + 1/2 + sum over j of B_2j/(2j)! s(s+1)...(s+2j-2) q^(1-2j),
//
// and below that by adding the first terms one by one (DLMF 25.11.43 and 2.10.1).

// bernoulli holds B_2j/(2j)! for j = 1 ... 8; the first term left out is below 1e-15 of the sum from seriesStart on.
var bernoulli = [8]float64{
	1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160, -691.0 / 1307674368000,
	1.0 / 74724249600, -3617.0 / 10670622842880000,
}

// seriesStart returns the least q at which the asymptotic series alone is good to the last digits.
func seriesStart(s float64) float64 { return 10 + math.Ceil(s) }

// zetaJet is Z(s, q) with its first and second derivative in s.
type zetaJet struct{ z, d1, d2 float64 }

// scaledZeta returns Z(s, q) and its derivatives for s > 1 and q >= 1.
func scaledZeta(s, q float64) zetaJet {
	start := seriesStart(s)
	if q >= start {
		return seriesJet(s, q)
	}
	var sum zetaJet
	a := q
	for ; a < start; a++ {
		r := math.Log(a / q)
		f := math.Exp(-s * r)
		sum.z += f
		sum.d1 -= f * r
		sum.d2 += f * r * r
	}
	r, tail := math.Log(a/q), seriesJet(s, a)
	f := math.Exp(-s * r)
	sum.z += f * tail.z
	sum.d1 += f * (tail.d1 - r*tail.z)
	sum.d2 += f * (tail.d2 - 2*r*tail.d1 + r*r*tail.z)
	return sum
}

// seriesJet is the asymptotic series; p, p1, p2 are the rising factorial s(s+1)...(s+2j-2) and its derivatives.
func seriesJet(s, q float64) zetaJet {
	inv := 1 / (s - 1)
	sum := zetaJet{z: q*inv + 0.5, d1: -q * inv * inv, d2: 2 * q * inv * inv * inv}
	p, p1, p2 := s, 1.0, 0.0
	power, step := 1/q, 1/(q*q)
	for j, b := range bernoulli {
		b *= power
		sum.z += b * p
		sum.d1 += b * p1
		sum.d2 += b * p2
		if math.Abs(b*p) < 1e-18*sum.z && math.Abs(b*p2) < 1e-18*sum.d2 {
			break
		}
		power *= step
		for k := 2*j + 1; k <= 2*j+2; k++ {
			f := s + float64(k)
			p, p1, p2 = p*f, p1*f+p, p2*f+2*p1
		}
	}
	return sum
}

// zetaSeries evaluates Z(s, x) for one s and many x >= start.
type zetaSeries struct {
	inv, start float64
	c          [len(bernoulli)]float64
}

func newZetaSeries(s float64) zetaSeries {
	e := zetaSeries{inv: 1 / (s - 1), start: seriesStart(s)}
	p := s
	for j, b := range bernoulli {
		e.c[j] = b * p
		p *= (s + float64(2*j+1)) * (s + float64(2*j+2))
	}
	return e
}

func (e *zetaSeries) at(x float64) float64 {
	w := 1 / x
	w2 := w * w
	sum := e.c[0] + w2*(e.c[1]+w2*(e.c[2]+w2*e.c[3]))
	if x < 100*e.start {
		w8 := w2 * w2
		w8 *= w8
		sum += w8 * (e.c[4] + w2*(e.c[5]+w2*(e.c[6]+w2*e.c[7])))
	}
	return x*e.inv + 0.5 + w*sum
}

// PowerLaw is the discrete power law P(X = x) = x^-Exponent / zeta(Exponent, XMin) on the integers x >= XMin >= 1, with
// Exponent > 1 (CSN, table 2.1).
type PowerLaw struct {
	XMin     uint64  `json:"xmin"`
	Exponent float64 `json:"exponent"`
}

// CCDF returns P(X >= x); 1 for x up to XMin, NaN if the parameters are outside their range.
func (l PowerLaw) CCDF(x uint64) float64 {
	if l.XMin < 1 || !(l.Exponent > 1) {
		return math.NaN()
	}
	if x <= l.XMin {
		return 1
	}
	var m model
	m.set(l.Exponent, float64(l.XMin), math.Log(float64(l.XMin)))
	atLeast, _ := m.at(float64(x), math.Log(float64(x)))
	return atLeast
}

// model evaluates the distribution of one power law at many values.
type model struct {
	alpha, q, lnq float64
	norm          float64 // 1 / Z(alpha, q)
	series        zetaSeries
	small         []float64 // q^alpha zeta(alpha, q+k) for the q+k below the start of the series
}

func (m *model) set(alpha, q, lnq float64) {
	m.alpha, m.q, m.lnq, m.series = alpha, q, lnq, newZetaSeries(alpha)
	m.small = m.small[:0]
	if q >= m.series.start {
		m.norm = 1 / m.series.at(q)
		return
	}
	// Added from the far end, so that no digit is lost.
	count := int(math.Ceil(m.series.start - q))
	a := q + float64(count)
	sum := math.Exp(-alpha*math.Log(a/q)) * m.series.at(a)
	for k := range count {
		m.small = append(m.small, math.Exp(-alpha*math.Log((q+float64(k))/q)))
	}
	for k := count - 1; k >= 0; k-- {
		sum += m.small[k]
		m.small[k] = sum
	}
	m.norm = 1 / sum
}

// at returns P(X >= x) and P(X > x) for an integer x >= q, given its natural logarithm.
func (m *model) at(x, lnx float64) (atLeast, above float64) {
	mass := math.Exp(-m.alpha*(lnx-m.lnq)) * m.norm
	if k := x - m.q; k < float64(len(m.small)) {
		atLeast = m.small[int(k)] * m.norm
	} else {
		atLeast = mass * m.series.at(x)
	}
	return atLeast, atLeast - mass
}
