package serve

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"weft/internal/inert"
)

// leastZipped is the size of the shortest response that is compressed, in bytes.
const leastZipped = 1 << 10

// jsonOf returns a value as a line of JSON. Invisible characters of it are escaped.
func jsonOf(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(inert.JSON(text), '\n'), err
}

// answerJSON writes the result of a request. A program that has the same result already gets status 304. A program that reads
// gzip gets a long result compressed.
func (s *Server) answerJSON(w http.ResponseWriter, r *http.Request, v any) {
	text, err := jsonOf(v)
	if err != nil {
		s.writeJSON(w, http.StatusOK, v) // which reports the error
		return
	}
	sum := sha256.Sum256(text)
	tag := `W/"` + hex.EncodeToString(sum[:16]) + `"` // weak: compressed or not, it is the same result
	h := w.Header()
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
	h.Add("Vary", "Accept-Encoding")
	if hasTag(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "application/json")
	if len(text) < leastZipped || !acceptsGzip(r.Header.Values("Accept-Encoding")) {
		h.Set("Content-Length", strconv.Itoa(len(text)))
		w.Write(text) //nolint:errcheck // the reader has gone
		return
	}
	h.Set("Content-Encoding", "gzip")
	z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
	z.Write(text) //nolint:errcheck // the reader has gone
	z.Close()     //nolint:errcheck // the reader has gone
}

// hasTag reports whether a list of entity tags (RFC 9110, 13.1.2) has a weak one, compared weakly.
func hasTag(fields []string, tag string) bool {
	for one := range strings.SplitSeq(strings.Join(fields, ","), ",") {
		one = strings.TrimSpace(one)
		if one == "*" || strings.TrimPrefix(one, "W/") == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// acceptsGzip reports whether the values of Accept-Encoding (RFC 9110, 12.5.3) allow gzip.
func acceptsGzip(fields []string) bool {
	accepts := false
	for one := range strings.SplitSeq(strings.Join(fields, ","), ",") {
		name, parameters, _ := strings.Cut(one, ";")
		switch name = strings.ToLower(strings.TrimSpace(name)); name {
		case "gzip", "x-gzip":
			return !isZero(parameters)
		case "*":
			accepts = !isZero(parameters)
		}
	}
	return accepts
}

// isZero reports whether a weight such as q=0 excludes a value.
func isZero(parameters string) bool {
	name, weight, _ := strings.Cut(strings.ReplaceAll(parameters, " ", ""), "=")
	x, err := strconv.ParseFloat(weight, 64)
	return strings.EqualFold(name, "q") && err == nil && x == 0
}
