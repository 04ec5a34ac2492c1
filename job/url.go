package job

import "bytes"

// authority returns host and port of a canonical URL, without credentials.
func authority(url []byte) []byte {
	_, rest, ok := bytes.Cut(url, []byte("://"))
	if !ok {
		return nil
	}
	if i := bytes.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest[bytes.LastIndexByte(rest, '@')+1:]
}
