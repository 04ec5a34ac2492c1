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

	"weft/bitcode"
	"weft/graph"
	"weft/internal/corrupt"
)

// maxProperties bounds the size of a properties file: the longest real ones have a few KiB.
const maxProperties = 1 << 20

// Properties is what a .properties file says.
type Properties struct {
	Nodes int
	Arcs  int64
	// Length is the number of bits of the graph, -1 where the file does not say it.
	Length  int64
	Options Options
}

// ParseProperties reads a file of properties: lines key=value, comments with # or !. Keys that do not matter for
// decoding are ignored. Errors name the key, what stands there and what was expected.
func ParseProperties(r io.Reader) (Properties, error) {
	p := Properties{Length: -1}
	kv, err := readPairs(r)
	if err != nil {
		return p, err
	}
	if class := kv["graphclass"]; !isBVGraph(class) {
		return p, fmt.Errorf("graphclass is %q: want it.unimi.dsi.webgraph.BVGraph", clip(class))
	}
	if e := kv["endianness"]; e != "" && e != "big" {
		return p, fmt.Errorf("endianness is %q: only big-endian graphs can be read", clip(e))
	}
	if v := kv["version"]; v != "" && v != "0" {
		return p, fmt.Errorf("version is %q: only version 0 can be read", clip(v))
	}
	in := ints{kv: kv}
	p.Nodes = int(in.need("nodes", 0, graph.MaxNodes))
	p.Arcs = in.need("arcs", 0, math.MaxInt64)
	p.Length = in.optional("length", -1, math.MaxInt64)
	o := &p.Options
	o.Window = zeroIs(in.need("windowsize", 0, 1<<16), NoWindow)
	o.MinInterval = zeroIs(in.need("minintervallength", 0, 1<<30), NoIntervals)
	o.MaxRef = maxRef(kv["maxrefcount"])
	o.ZetaK = int(in.optional("zetak", 3, 16))
	if in.err != nil {
		return p, in.err
	}
	o.codes, err = parseFlags(kv["compressionflags"], o.ZetaK)
	if err != nil {
		return p, err
	}
	return p, o.check()
}

func isBVGraph(class string) bool {
	return class == "BVGraph" || strings.HasSuffix(class, ".BVGraph")
}

// maxRef reads the longest chain of references, which matters to writers alone: Java has −1 for no bound, Rust the
// largest number there is. What is no number counts as no bound.
func maxRef(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	switch {
	case text == "":
		return 3
	case err != nil || n < 0:
		return Unlimited
	}
	return int(n)
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

// parseFlags reads compression flags: FIELD_CODE joined by "|", blanks around them allowed.
func parseFlags(flags string, k int) (codes, error) {
	c := defaultCodes(k)
	for f := range strings.SplitSeq(flags, "|") {
		f = strings.TrimSpace(f)
		if f == "" {
			continue
		}
		i := strings.LastIndexByte(f, '_')
		if i < 0 {
			return c, fmt.Errorf("compression flag %q: want FIELD_CODE", clip(f))
		}
		code, err := parseCode(f[i+1:], k)
		if err != nil {
			return c, fmt.Errorf("compression flag %q: %w", clip(f), err)
		}
		if err := c.set(f[:i], code); err != nil {
			return c, fmt.Errorf("compression flag %q: %w", clip(f), err)
		}
	}
	return c, nil
}

func parseCode(name string, k int) (bitcode.Code, error) {
	switch name {
	case "UNARY":
		return bitcode.Code{Kind: bitcode.Unary}, nil
	case "GAMMA":
		return bitcode.Code{Kind: bitcode.Gamma}, nil
	case "DELTA":
		return bitcode.Code{Kind: bitcode.Delta}, nil
	case "ZETA":
		return bitcode.Code{Kind: bitcode.Zeta, K: uint8(k)}, nil
	}
	return bitcode.Code{}, fmt.Errorf("code %q cannot be read: want UNARY, GAMMA, DELTA or ZETA", name)
}

func (c *codes) set(field string, code bitcode.Code) error {
	fields := map[string]*bitcode.Code{
		"OUTDEGREES": &c.outdegree, "REFERENCES": &c.reference, "BLOCK_COUNT": &c.blockCount,
		"BLOCKS": &c.block, "INTERVALS": &c.interval, "RESIDUALS": &c.residual, "OFFSETS": &c.offset,
	}
	p, ok := fields[field]
	if !ok {
		return fmt.Errorf("there is no field %q", field)
	}
	*p = code
	return nil
}
