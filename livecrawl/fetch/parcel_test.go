package fetch

import (
	"testing"

	"weft/web/similar"
	"weft/web/warc"
)

// A reply that was learnt keeps no memory that only its page needed: records, and the tokens of a first response.
func TestEmptyParcels(t *testing.T) {
	pc := &parcel{before: make([]warc.Packed, 1), twin: new(warc.Packed), arena: make([]byte, keepBytes+1)}
	pc.heard.First = new(similar.Tokens)
	if pc.empty(); pc.before != nil || pc.twin != nil || pc.arena != nil || pc.heard.First != nil {
		t.Errorf("an empty parcel keeps %+v", pc)
	}
}
