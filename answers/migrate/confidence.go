package migrate

import "math"

// weights are the coefficients of a logistic regression on the Evidence of a pair, in its order. The regression
// predicts whether a pair is right. They were fitted to 70,000 pairs of seven sets of crawls with known truth:
//
//   - the manuals of two programs over 24 years and of one over 13, judged by the texts of the pages
//   - two crawls and made sites, with a share of the pages renamed, lost and new
//   - crawls of different sites on one host, where no pair is right
//
// Each set, with links, texts, both or neither, has the same weight, except the last, which has a quarter.
// `bench/README.md` has the commands, and shows how well weights from some sets fit the others.
var weights = [...]float64{-2.84, 4.96, 0.79, -0.77, 0.62, -1.18, 2.58, -0.30, 3.08}

// alone is the upper bound for a pair with less than two kinds of evidence. Of the surest pairs by name alone,
// none to all were right, depending on the set. Names do not show which set it is.
const alone = 0.5

// ofStrangers is the upper bound for a pair without texts if less than one page in a hundred stayed. Example: two
// made Webs of 200,000 pages that share one page have 7,281 pairs that are supported by names and neighbours. None
// is right. A site that moved completely to another host looks the same.
const ofStrangers = 0.25

// nameSpeaks is from where on a name speaks for a pair; neighbours and texts do if any are shared.
const nameSpeaks = 0.3

// Evidence returns the terms of the confidence, in this order:
//
//   - 1
//   - the agreement of the names
//   - the logarithm of the share among rivals
//   - if neighbours are known: 1, their agreement, the logarithm of their weight plus one, and the product of both
//   - if texts are known: 1 and their agreement
func (p *Pair) Evidence() [9]float64 {
	x := [9]float64{0: 1, 1: p.Name, 2: math.Log(max(p.Share, 1e-3))}
	if p.Neighbours >= 0 {
		known := math.Log(1 + p.Known)
		x[3], x[4], x[5], x[6] = 1, p.Neighbours, known, known*p.Neighbours
	}
	if p.Texts >= 0 {
		x[7], x[8] = 1, p.Texts
	}
	return x
}

// Kinds returns how many kinds of evidence speak for a pair, of three.
func (p *Pair) Kinds() (n int) {
	for _, speaks := range []bool{p.Name >= nameSpeaks, p.Neighbours > 0, p.Texts > 0} {
		if speaks {
			n++
		}
	}
	return n
}

// confidence returns how likely it is that a pair is right.
func (p *Pair) confidence() float64 {
	z := 0.0
	for i, x := range p.Evidence() {
		z += weights[i] * x
	}
	c := 1 / (1 + math.Exp(-z))
	if p.Kinds() < 2 {
		return min(c, alone)
	}
	return c
}
