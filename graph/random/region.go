package random

// A region is a part of the bow tie. It decides which links between hosts there are.
type region uint8

const (
	core    region = iota
	inside         // leads to the core; the core does not lead to it
	outside        // the core leads to it; links only onward
	tendril        // hangs on inside
	tube           // from inside to outside
	stray          // leads to outside
	island         // nothing leads to it, or from it
	numRegions
)

// hostShares are the shares of hosts of each region.
var hostShares = [numRegions]float64{core: 0.8, inside: 0.07, outside: 0.08, tendril: 0.02, tube: 0.01, stray: 0.01, island: 0.01}

// dirShares are the shares of the directories of hosts of the core: those inside are not listed, those outside do not
// link back.
var dirShares = [numRegions]float64{core: 0.8, inside: 0.1, outside: 0.1}

// leadsTo says which regions of other hosts the hosts of a region link to.
var leadsTo = [numRegions][numRegions]bool{
	core:    {core: true, outside: true},
	inside:  {core: true, inside: true, outside: true, tendril: true, tube: true},
	outside: {outside: true},
	tube:    {outside: true},
	stray:   {outside: true},
}

// choose returns the region that x, uniform in (0, 1], falls into.
func choose(shares *[numRegions]float64, x float64) region {
	for r, s := range shares {
		if x -= s; x <= 0 {
			return region(r)
		}
	}
	return core
}

// hostRegion returns the region of a host.
func (w *Web) hostRegion(h int) region {
	return choose(&hostShares, unit(hash(w.opts.Seed, forRegion, uint64(h))))
}

// dirRegion returns the region of a directory within its host, of the given region. Only hosts of the core have
// directories that are unlike their roots.
func (w *Web) dirRegion(d, root int, host region) region {
	if host != core || d == root {
		return core
	}
	return choose(&dirShares, unit(hash(w.opts.Seed, forDirRegion, uint64(d))))
}
