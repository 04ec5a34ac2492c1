package fetch

import (
	"weft/livecrawl/visit"
	"weft/web/live"
)

// cuts are the reasons of package live.
var cuts = map[string]visit.CutWhy{
	live.TruncatedLength: visit.CutLength, live.TruncatedTime: visit.CutTime, live.TruncatedDisconnect: visit.CutDisconnect,
}
