package journal

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"

	"weft/internal/atomicfile"
	"weft/internal/disk"
	"weft/internal/eventlog"
)

// A mark holds places that belong together: a position in the log, a number of names, and an end of the archive.
type mark struct {
	log   eventlog.Position
	names uint32
	end   End
}

const (
	markSize = 8 + 4 + 4 + 4 + 8 + 4
	// maxMarks is how many marks are kept; they begin anew when everything was synced.
	maxMarks = 1 << 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// append writes a mark: log offset and sum, names, file and offset of the archive, and a CRC-32C of these, little-endian.
func (m mark) append(b []byte) []byte {
	at := len(b)
	b = binary.LittleEndian.AppendUint64(b, uint64(m.log.Offset))
	b = binary.LittleEndian.AppendUint32(b, m.log.Sum)
	b = binary.LittleEndian.AppendUint32(b, m.names)
	b = binary.LittleEndian.AppendUint32(b, uint32(m.end.File)) //nolint:gosec // few files
	b = binary.LittleEndian.AppendUint64(b, uint64(m.end.Offset))
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
}

// parseMark reads a mark; false if it is damaged.
func parseMark(b []byte) (m mark, ok bool) {
	if len(b) < markSize || crc32.Checksum(b[:markSize-4], castagnoli) != binary.LittleEndian.Uint32(b[markSize-4:]) {
		return m, false
	}
	m.log.Offset = int64(binary.LittleEndian.Uint64(b))
	m.log.Sum = binary.LittleEndian.Uint32(b[8:])
	m.names = binary.LittleEndian.Uint32(b[12:])
	m.end.File = int(binary.LittleEndian.Uint32(b[16:]))
	m.end.Offset = int64(binary.LittleEndian.Uint64(b[20:]))
	return m, true
}

// beginMarks makes a file of marks that has the last one.
func (j *Journal) beginMarks() error {
	path := filepath.Join(j.dir, marksFile)
	if err := atomicfile.WriteFile(path, j.last.append(nil)); err != nil {
		return err
	}
	var err error
	j.marks, err = disk.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o644)
	j.numbers = 1
	return err
}

func (j *Journal) addMark() error {
	j.numbers++
	j.buf = j.last.append(j.buf[:0])
	_, err := j.marks.Write(j.buf)
	return err
}
