package assemble

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"weft/making/ingest/tally"
)

// ParseWeight reads the weight of an arc: a finite number. Numbers below 0 are kept, as signed networks have them.
func ParseWeight(text []byte) (float64, error) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || string(text) == "-" {
		return 0, tally.Badf("the weight of the arc is missing")
	}
	x, err := strconv.ParseFloat(string(text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, tally.Badf("the weight %.40q: expected a finite number", text)
	}
	return x, nil
}
