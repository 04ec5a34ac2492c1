// Package front codes names by the bytes shared with the previous name: the number of shared bytes, the number of
// other bytes, both as varints, and the other bytes. Tables of names, blocks of the frontier and scratch files of
// imports use such heads. They place and compress the other bytes in their own ways.
package front

import "encoding/binary"

// Shared returns how many bytes two names share at their beginnings.
func Shared(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+8 <= n && binary.LittleEndian.Uint64(a[i:]) == binary.LittleEndian.Uint64(b[i:]) {
		i += 8
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// AppendHead appends how many bytes a name shares with the one before, and how many follow.
func AppendHead(dst []byte, shared, rest int) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(dst, uint64(shared)), uint64(rest)) //nolint:gosec // not negative
}

// Head reads the output of AppendHead, with numbers up to most, which is at least 127. It also returns its size,
// or 0 if coded is no such output.
func Head(coded []byte, most int) (shared, rest, size int) {
	if len(coded) >= 2 && coded[0]|coded[1] < 0x80 {
		return int(coded[0]), int(coded[1]), 2
	}
	return longHead(coded, most)
}

func longHead(coded []byte, most int) (shared, rest, size int) {
	s, k := binary.Uvarint(coded)
	if k <= 0 {
		return 0, 0, 0
	}
	r, l := binary.Uvarint(coded[k:])
	if l <= 0 || s > uint64(most) || r > uint64(most) { //nolint:gosec // not negative
		return 0, 0, 0
	}
	return int(s), int(r), k + l //nolint:gosec // at most most
}
