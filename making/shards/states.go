package shards

import (
	"encoding/json"
	"io"
	"strings"
)

// formatPlace is the number of bytes in which a manifest must state its format.
const formatPlace = 1 << 16

// statesFormat reports whether a text begins as a manifest of shards: an object whose member "format" stands near its start.
func statesFormat(r io.Reader) bool {
	d := json.NewDecoder(io.LimitReader(r, formatPlace))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return false
		}
		if name, _ := key.(string); strings.EqualFold(name, "format") { // as encoding/json finds members
			var format string
			return d.Decode(&format) == nil && format == Format
		}
		var skipped json.RawMessage
		if d.Decode(&skipped) != nil {
			return false
		}
	}
	return false
}
