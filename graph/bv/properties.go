package bv

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"weft/graph"
	"weft/internal/corrupt"
)

// maxProperties bounds the size of a properties file: the longest real ones have a few KiB.
const maxProperties = 1 << 20

// longestKey is the name of WebGraph's statistic for the longest list.
const longestKey = "maxoutdegree"

// windowKey is a name of our own.
const windowKey = "maxwindowarcs"

// Properties holds the content of a .properties file.
type Properties struct {
	Nodes int
	Arcs  int64
	// Length is the number of bits of the graph, -1 where the file does not say it.
	Length int64
	// Longest holds the longest lists; zero if the file does not state them, as files of other programs.
	Longest Longest
	Options Options

	sums *checksums
}

// ParseProperties reads a file of properties: lines key=value, comments with # or !. Keys without influence on
// decoding are ignored. Errors name the key, its value and the expected value.
//
// The compression flag BLOCKS means the lengths of blocks in Java. In Rust, which has no flag BLOCK_COUNT, it also
// means their number. The key endianness, which Java does not write, distinguishes the writers. Files of this
// package have this key, and both flags if they differ.
func ParseProperties(r io.Reader) (Properties, error) {
	p := Properties{Length: -1}
	kv, err := readPairs(r)
	if err != nil {
		return p, err
	}
	if class := kv["graphclass"]; !isBVGraph(class) {
		return p, fmt.Errorf("graphclass is %q: want it.unimi.dsi.webgraph.BVGraph", clip(class))
	}
	e := kv["endianness"]
	if e != "" && e != "big" && e != "little" {
		return p, fmt.Errorf("endianness is %q: want big or little", clip(e))
	}
	p.Options.LittleEndian = e == "little"
	if v := kv["version"]; v != "" && v != "0" && v != "1" {
		return p, fmt.Errorf("version is %q: want 0 or 1", clip(v))
	}
	in := ints{kv: kv}
	p.Nodes = int(in.need("nodes", 0, graph.MaxNodes))
	p.Arcs = in.need("arcs", 0, math.MaxInt64)
	p.Length = in.optional("length", -1, math.MaxInt64)
	o := &p.Options
	o.Window = zeroIs(in.need("windowsize", 0, 1<<16), NoWindow)
	p.Longest = parseLongest(kv, &p)
	o.MinInterval = zeroIs(in.need("minintervallength", 0, 1<<30), NoIntervals)
	o.MaxRef = maxRef(kv["maxrefcount"])
	o.ZetaK = int(max(in.optional("zetak", 3, maxModulus), 1))
	if in.err != nil {
		return p, in.err
	}
	if o.Codes, err = ParseCodes(kv["compressionflags"], o.ZetaK); err != nil {
		return p, err
	}
	if _, rust := kv["endianness"]; rust && o.Codes.BlockCount.Kind == 0 {
		o.Codes.BlockCount = o.Codes.Block
	}
	o.Codes.setDefaults(o.ZetaK)
	if err := o.check(); err != nil {
		return p, err
	}
	return p, p.parseChecksums(kv["crc32c"])
}

func isBVGraph(class string) bool {
	return class == "BVGraph" || strings.HasSuffix(class, ".BVGraph")
}

// maxRef reads the longest chain of references, which matters only to writers. Unlimited is −1 in Java, and the
// largest number in Rust. Other text counts as unlimited.
func maxRef(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	switch {
	case text == "":
		return 3
	case err != nil || n < 0:
		return Unlimited
	}
	return zeroIs(n, NoReferences)
}

func zeroIs(v int64, none int) int {
	if v == 0 {
		return none
	}
	return int(v)
}

// readPairs splits the lines of a Java properties file; the plain subset that WebGraph writes.
func readPairs(r io.Reader) (map[string]string, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxProperties+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxProperties {
		return nil, corrupt.Errorf("properties of more than %d bytes", maxProperties)
	}
	kv := make(map[string]string)
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, maxProperties+1)
	for sc.Scan() {
		line := strings.TrimSpace(sc.Text())
		if line == "" || line[0] == '#' || line[0] == '!' {
			continue
		}
		if i := strings.IndexAny(line, "=:"); i >= 0 {
			kv[strings.TrimSpace(line[:i])] = strings.TrimSpace(line[i+1:])
		}
	}
	return kv, sc.Err()
}

// ints reads numbers from pairs and keeps the first error.
type ints struct {
	kv  map[string]string
	err error
}

func (in *ints) need(key string, lo, hi int64) int64 {
	text, ok := in.kv[key]
	if !ok {
		in.fail(fmt.Errorf("no property %q: is this the properties file of a BVGraph?", key))
		return 0
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < lo || v > hi {
		in.fail(corrupt.Errorf("property %s is %q: want a number from %d to %d", key, clip(text), lo, hi))
		return 0
	}
	return v
}

func (in *ints) optional(key string, d, hi int64) int64 {
	if _, ok := in.kv[key]; !ok {
		return d
	}
	return in.need(key, min(d, -1), hi)
}

func (in *ints) fail(err error) { in.err = errors.Join(in.err, err) }

// clip shortens text from a file so that an error stays readable.
func clip(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}
