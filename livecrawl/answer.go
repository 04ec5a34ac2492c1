package livecrawl

import (
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"weft/web/live"
)

// retryAfter reads the field of that name: seconds, or a date; 0 if it says nothing of use.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second //nolint:gosec // of 31 bits
	}
	if t, err := http.ParseTime(value); err == nil {
		return max(0, t.Sub(now))
	}
	return 0
}

// wants says whether an answer has a media type that is kept. Redirects and errors are kept whatever they are.
func (f *fetcher) wants(a *live.Answer) bool {
	types := f.linker.cfg.Scope.Types
	if len(types) == 0 || a.Status/100 != 2 {
		return true
	}
	kind := mediaType(a.Field("Content-Type"))
	for _, t := range types {
		if ok, _ := path.Match(strings.ToLower(t), kind); ok {
			return true
		}
	}
	return kind == ""
}

// mediaType returns the type of a Content-Type field, in lower case.
func mediaType(field string) string {
	kind, _, _ := strings.Cut(field, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}
