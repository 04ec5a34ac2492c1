package frontier

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"strconv"
	"strings"

	"weft/internal/corrupt"
	"weft/internal/disk"
)

// A list holds names in memory.
type list struct {
	first int // number of the first name
	text  []byte
	ends  []uint32
}

func (l *list) end() int { return l.first + len(l.ends) }

func (l *list) size() int { return len(l.text) + 4*len(l.ends) }

func (l *list) add(name []byte) {
	l.text = append(l.text, name...)
	l.ends = append(l.ends, uint32(len(l.text)))
}

// name returns the i-th name of the list.
func (l *list) name(i int) []byte {
	begin := uint32(0)
	if i > 0 {
		begin = l.ends[i-1]
	}
	return l.text[begin:l.ends[i]]
}

// A tail holds names that are in no block yet: in memory, and in a file of its own as frames, one for each Flush.
type tail struct {
	list

	f     *disk.File
	path  string
	frame []byte // what was not written yet, after room for its header
	sum   uint32 // of all frames
}

const (
	tailPrefix  = "names.tail-"
	cutPrefix   = "names.cut-"
	frameHeader = 8 // length and sum
	maxFrame    = 1 << 30
)

func tailPath(dir, prefix string, first int) string {
	return filepath.Join(dir, fmt.Sprintf("%s%010d", prefix, first))
}

// numberOf returns the first name of a tail from its file's name.
func numberOf(file, prefix string) (int, bool) {
	digits, ok := strings.CutPrefix(file, prefix)
	n, err := strconv.ParseUint(digits, 10, 32)
	return int(n), ok && err == nil && len(digits) == 10
}

// write adds a name to memory and to the frame.
func (t *tail) write(name []byte) {
	if len(t.frame) == 0 {
		t.frame = append(t.frame, make([]byte, frameHeader)...)
	}
	t.frame = binary.AppendUvarint(t.frame, uint64(len(name)))
	t.frame = append(t.frame, name...)
	t.add(name)
}

// seal makes a frame of the names written since the last frame.
func (t *tail) seal() []byte {
	payload := t.frame[frameHeader:]
	t.sum = frameSum(t.first, t.sum, payload)
	binary.LittleEndian.PutUint32(t.frame, uint32(len(payload)))
	binary.LittleEndian.PutUint32(t.frame[4:], t.sum)
	return t.frame
}

// flush writes the frame to the file.
func (t *tail) flush() error {
	if len(t.frame) == 0 {
		return nil
	}
	_, err := t.f.Write(t.seal())
	if t.frame = t.frame[:0]; cap(t.frame) > 1<<20 {
		t.frame = nil
	}
	return err
}

// frameSum is the checksum of a frame's content and place.
func frameSum(first int, before uint32, payload []byte) uint32 {
	var n [8]byte
	binary.LittleEndian.PutUint32(n[:], uint32(first))
	binary.LittleEndian.PutUint32(n[4:], before)
	return crc32.Update(crc32.Checksum(n[:], castagnoli), castagnoli, payload)
}

// parse reads the frames of a tail, up to the first that is incomplete or damaged, and returns how many bytes they take.
func (t *tail) parse(data []byte) (read int) {
	for len(data) >= frameHeader {
		n := uint64(binary.LittleEndian.Uint32(data))
		if n > uint64(len(data)-frameHeader) {
			break
		}
		payload := data[frameHeader : frameHeader+n]
		sum := frameSum(t.first, t.sum, payload)
		if sum != binary.LittleEndian.Uint32(data[4:]) || !t.parseFrame(payload) {
			break
		}
		t.sum = sum
		read += frameHeader + int(n)
		data = data[frameHeader+n:]
	}
	return read
}

// parseFrame reads the names of a frame; none if it is damaged.
func (t *tail) parseFrame(payload []byte) bool {
	text, ends := len(t.text), len(t.ends)
	for len(payload) > 0 {
		n, k := binary.Uvarint(payload)
		if k <= 0 || n > MaxName || n > uint64(len(payload)-k) {
			t.text, t.ends = t.text[:text], t.ends[:ends]
			return false
		}
		t.add(payload[k : k+int(n)])
		payload = payload[k+int(n):]
	}
	return true
}

// read reads the file of a tail and returns how many bytes of it are whole. All are, unless it is the last tail.
func (t *tail) read(last bool) (int64, error) {
	info, err := t.f.Stat()
	if err != nil {
		return 0, err
	}
	if info.Size() > maxFrame {
		return 0, &FileError{t.path, corrupt.Errorf("%d bytes, want at most %d", info.Size(), maxFrame)}
	}
	data := make([]byte, info.Size())
	n, err := t.f.ReadAt(data, 0)
	if n < len(data) {
		return 0, &FileError{t.path, cutOr(err)}
	}
	n = t.parse(data)
	if !last && n < len(data) {
		return 0, &FileError{t.path, corrupt.Errorf("damaged at byte %d of %d", n, len(data))}
	}
	return int64(n), nil
}
