package bv

import "fmt"

// Options are the parameters of the format. The zero value stands for the defaults of WebGraph.
type Options struct {
	// Window is how many lists back a reference can reach; default 7, NoWindow for none.
	Window int
	// MaxRef bounds the length of a chain of references; default 3, Unlimited for no bound, NoReferences for none.
	MaxRef int
	// MinInterval is the least length of a run that is stored as an interval; default 4, NoIntervals for none.
	MinInterval int
	// ZetaK is the parameter of the ζ code of residuals, and the modulus if they have a Golomb code; default 3.
	ZetaK int
	// Codes of the fields; unset codes are the defaults.
	Codes Codes
	// LittleEndian is the order of bits that only webgraph-rs knows; default big-endian.
	LittleEndian bool
	// Workers is how many goroutines compress, 0 for as many as there are processors; it does not change the bytes.
	Workers int
	// Dense searches the references with the fewest bits in all, instead of the cheapest for each list in turn.
	// The size is about 0.83 to 0.93, for about twice the work and 60 to 100 bytes more for each node in a
	// worker's batch. Any reader can read the result. The window can be at most 16.
	Dense bool
}

// Values of Options that switch something off.
const (
	NoWindow     = -1
	NoReferences = -1
	Unlimited    = 1<<31 - 1
	NoIntervals  = -1
)

// SetDefaults replaces zero values by defaults.
func (o *Options) SetDefaults() {
	o.Window = orDefault(o.Window, 7)
	o.MaxRef = orDefault(o.MaxRef, 3)
	o.MinInterval = orDefault(o.MinInterval, 4)
	o.ZetaK = orDefault(o.ZetaK, 3)
	o.Codes.setDefaults(o.ZetaK)
}

func orDefault(v, d int) int {
	if v == 0 {
		return d
	}
	return v
}

func (o *Options) check() error {
	switch {
	case o.Window < NoWindow || o.Window > 1<<16:
		return fmt.Errorf("window size %d: want 0 to 65536", o.Window)
	case o.MaxRef < NoReferences:
		return fmt.Errorf("maximum reference count %d is negative", o.MaxRef)
	case o.MinInterval < NoIntervals || o.MinInterval > 1<<30:
		return fmt.Errorf("minimum interval length %d: want 0 to 2^30", o.MinInterval)
	case o.Dense && o.Window > beamWindow:
		return fmt.Errorf("window size %d: want 0 to %d for a dense graph", o.Window, beamWindow)
	case o.ZetaK < 1 || o.ZetaK > maxModulus:
		return fmt.Errorf("zeta parameter %d: want 1 to %d", o.ZetaK, maxModulus)
	}
	return o.Codes.check(o.ZetaK)
}

// window, maxRef and minInterval are the numbers as the format knows them, with 0 for none.
func (o *Options) window() int      { return max(o.Window, 0) }
func (o *Options) maxRef() int      { return max(o.MaxRef, 0) }
func (o *Options) minInterval() int { return max(o.MinInterval, 0) }
