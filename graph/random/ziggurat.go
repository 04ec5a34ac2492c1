package random

import (
	"math"
	"sync"
)

// The exponential law by the ziggurat (Marsaglia, Tsang, "The ziggurat method for generating random variables",
// Journal of Statistical Software 5, 2000). The area under e^−x is covered by 256 layers of equal area, 255
// rectangles and one with the tail. One comparison accepts a point drawn in a layer in 98.9 % of draws; otherwise
// the curve is computed. It is exact: all points under the curve are equally likely, in steps of 2⁻⁵³ of a layer's
// width.
const (
	layers     = 256
	tailStart  = 7.69711747013104972  // where the tail begins
	layerArea  = 3.949659822581572e-3 // of each layer
	layerUnits = 1 << 53              // steps of a layer's width
)

// A ziggurat is the table of the layers, 0 being that with the tail, the others from the widest up.
type ziggurat struct {
	width [layers]float64     // of a step of a layer
	under [layers]uint64      // steps below this are under the curve
	top   [layers + 1]float64 // the height of the curve where a layer ends; of layer i from top[i] up to top[i+1]
}

var exponential = sync.OnceValue(func() *ziggurat {
	z := new(ziggurat)
	x := tailStart // right end of the layer
	z.width[0] = layerArea / math.Exp(-tailStart) / layerUnits
	z.under[0] = uint64(tailStart / z.width[0])
	z.top[1] = math.Exp(-tailStart)
	for i := 1; i < layers; i++ {
		z.width[i] = x / layerUnits
		z.top[i+1] = z.top[i] + layerArea/x
		next := 0.0
		if i < layers-1 {
			next = -math.Log(z.top[i+1])
		}
		z.under[i] = uint64(next / z.width[i])
		x = next
	}
	z.top[layers] = 1
	return z
})

// draw draws from the exponential law of mean 1, by one number of r in most cases.
func (z *ziggurat) draw(r *stream) float64 {
	h := r.next()
	x := float64(h>>11) * z.width[h%layers]
	if h>>11 < z.under[h%layers] {
		return x
	}
	return z.beyond(r, h%layers, x)
}

// beyond decides on a point at x of layer i that may lie above the curve, and draws others as long as they do.
func (z *ziggurat) beyond(r *stream, i uint64, x float64) float64 {
	for {
		if i == 0 {
			return tailStart - math.Log(r.float())
		}
		if y := z.top[i] + (1-r.float())*(z.top[i+1]-z.top[i]); y < math.Exp(-x) {
			return x
		}
		h := r.next()
		i, x = h%layers, float64(h>>11)*z.width[h%layers]
		if h>>11 < z.under[i] {
			return x
		}
	}
}
