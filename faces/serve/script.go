package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"
	"time"
)

// scriptDir is the folder of the bundle among the embedded files.
const scriptDir = "script/dist"

// A script is a file of the bundle, with the tag by which a browser keeps it.
type script struct{ text, tag string }

// scripts are the files of the bundle by name. tools/script.sh builds them from script/src.
var scripts = sync.OnceValue(func() map[string]script {
	entries, err := files.ReadDir(scriptDir)
	if err != nil {
		panic(err) // embedded when the program was built
	}
	all := map[string]script{}
	for _, e := range entries {
		text := own(scriptDir + "/" + e.Name())
		sum := sha256.Sum256([]byte(text))
		all[e.Name()] = script{text, `"` + hex.EncodeToString(sum[:8]) + `"`}
	}
	return all
})

// script serves a file of the bundle. A browser asks each time, and receives it only if it has changed.
func (s *Server) script(w http.ResponseWriter, r *http.Request) {
	f, known := scripts()[r.PathValue("name")]
	if !known {
		s.fail(w, http.StatusNotFound, "There is no such script.", "Begin at the list of crawls.")
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", f.tag)
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(f.text))
}
