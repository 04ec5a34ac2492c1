package unpack

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// IsZip says whether a file begins as zip files do, or is an empty one.
func IsZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// OpenZipped opens a file of a zip file; it may be encrypted, or packed in a way that we do not know.
func OpenZipped(f *zip.File) (io.ReadCloser, error) {
	if f.Flags&1 != 0 {
		return nil, errors.New("it is encrypted")
	}
	return f.Open()
}

// LocalHeader is the size of the header before each file of a zip file, without its name.
const LocalHeader = 30

// FirstZipped returns the name of the first file of a zip file.
func FirstZipped(magic []byte) string {
	if len(magic) < LocalHeader || !IsZip(magic) {
		return ""
	}
	n := int(binary.LittleEndian.Uint16(magic[26:]))
	return string(magic[LocalHeader:min(len(magic), LocalHeader+n)])
}
