package migrate

import "math"

// weights are those of a logistic regression of whether a pair is right on its Evidence, in that order. They were
// fitted to 70,000 pairs of seven sets of crawls with known truth: the manuals of two programs over 24 years and of one
// over 13, judged by what the pages say; two crawls and made sites with a share of pages renamed, lost and new; and
// crawls of different sites on one host, where nothing is right. Each set, with links, texts, both or neither, weighed
// the same, the last a quarter. `bench/README.md` has the commands, and how far what some sets say is true of the
// others.
var weights = [...]float64{-2.84, 4.96, 0.79, -0.77, 0.62, -1.18, 2.58, -0.30, 3.08}

// alone is the most that a pair is worth for which less than two kinds of evidence speak: of names alone the surest
// were right in none to all of the cases, depending on the set, which names do not tell.
const alone = 0.5

// ofStrangers is the most that a pair without texts is worth where less than one page in a hundred stayed: two made
// Webs of 200,000 pages that share one have 7,281 pairs, none of them right, whose names and neighbours speak for them.
// A site that moved whole to another host looks the same.
const ofStrangers = 0.25

// nameSpeaks is from where on a name speaks for a pair; neighbours and texts do if any are shared.
const nameSpeaks = 0.3

// Evidence returns what a confidence is made of: 1; how much names agree; the logarithm of the share among rivals; if
// neighbours are known, 1, how much they agree, the logarithm of one more than what they weigh, and the product of
// both; and if texts are known, 1 and how much they agree.
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
