package weburl

import (
	"bytes"
	"encoding/binary"
	"net/netip"
	"strconv"

	"weft/internal/ascii"
)

// endsInNumber is the standard's "ends in a number" checker: such a host is an IPv4 address or invalid.
func endsInNumber(host []byte) bool {
	host = bytes.TrimSuffix(host, []byte("."))
	last := host[bytes.LastIndexByte(host, '.')+1:]
	if len(last) == 0 || !ascii.IsDigit(last[0]) {
		return false
	}
	_, ok := parseIPv4Number(last)
	return ok || ascii.IsNumber(last)
}

// parseIPv4 reads up to four numbers, decimal, octal or hexadecimal. The last number fills the remaining bytes.
func parseIPv4(host []byte) (addr uint32, ok bool) {
	host = bytes.TrimSuffix(host, []byte("."))
	if bytes.Count(host, []byte(".")) > 3 {
		return 0, false
	}
	sum, place := uint64(0), 0
	for {
		part, rest, more := bytes.Cut(host, []byte("."))
		n, ok := parseIPv4Number(part)
		switch {
		case !ok || more && n > 255:
			return 0, false
		case !more:
			if n >= 1<<(8*(4-place)) {
				return 0, false
			}
			return uint32(sum + n), true
		}
		sum += n << (8 * (3 - place))
		place++
		host = rest
	}
}

// parseIPv4Number reads one part; values beyond 32 bits come out as some value beyond 32 bits.
func parseIPv4Number(part []byte) (n uint64, ok bool) {
	if len(part) == 0 {
		return 0, false
	}
	radix := 10
	if len(part) >= 2 && part[0] == '0' {
		radix, part = 8, part[1:]
		if part[0]|0x20 == 'x' {
			radix, part = 16, part[1:]
		}
	}
	for _, c := range part {
		d := ascii.Hex(c)
		if d < 0 || d >= radix {
			return 0, false
		}
		n = min(n*uint64(radix)+uint64(d), 1<<40)
	}
	return n, true
}

func appendIPv4(dst []byte, addr uint32) []byte {
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, addr))).AppendTo(dst)
}

// appendIPv6 parses and serialises "[…]". Unlike netip the standard knows no zones, and writes an embedded IPv4 address as two
// pieces.
func appendIPv6(dst, host []byte) ([]byte, error) {
	if len(host) < 2 || host[len(host)-1] != ']' {
		return dst, ErrHost
	}
	addr, err := netip.ParseAddr(string(host[1 : len(host)-1]))
	if err != nil || !addr.Is6() || addr.Zone() != "" {
		return dst, ErrHost
	}
	dst = append(dst, '[')
	if addr.Is4In6() {
		b := addr.As16()
		dst = append(dst, "::ffff:"...)
		dst = strconv.AppendUint(dst, uint64(b[12])<<8|uint64(b[13]), 16)
		dst = strconv.AppendUint(append(dst, ':'), uint64(b[14])<<8|uint64(b[15]), 16)
	} else {
		dst = addr.AppendTo(dst)
	}
	return append(dst, ']'), nil
}
