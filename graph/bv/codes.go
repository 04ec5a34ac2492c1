package bv

import (
	"fmt"
	"strconv"
	"strings"

	"weft/graph/bitcode"
)

// maxModulus bounds the parameters of codes.
const maxModulus = 1<<31 - 1

// Codes holds the codes of the fields of a record, and of the offsets, which are always big-endian. Block is the
// code of the lengths of blocks. Interval is the code of the number, the left ends and the lengths of intervals.
type Codes struct {
	Outdegree, Reference, BlockCount, Block, Interval, Residual, Offset bitcode.Code
}

// defaultCodes are unary references, ζₖ residuals, and γ elsewhere.
func defaultCodes(k int) Codes {
	gamma := bitcode.Code{Kind: bitcode.Gamma}
	return Codes{
		Outdegree:  gamma,
		Reference:  bitcode.Code{Kind: bitcode.Unary},
		BlockCount: gamma,
		Block:      gamma,
		Interval:   gamma,
		Residual:   bitcode.Code{Kind: bitcode.Zeta, K: uint32(k)},
		Offset:     gamma,
	}
}

// A codeField is a field with its name in compression flags.
type codeField struct {
	name string
	code *bitcode.Code
}

// fields are in the order of [defaultCodes].
func (c *Codes) fields() [7]codeField {
	return [7]codeField{
		{"OUTDEGREES", &c.Outdegree},
		{"REFERENCES", &c.Reference},
		{"BLOCK_COUNT", &c.BlockCount},
		{"BLOCKS", &c.Block},
		{"INTERVALS", &c.Interval},
		{"RESIDUALS", &c.Residual},
		{"OFFSETS", &c.Offset},
	}
}

// setDefaults replaces codes that are not set, and parameters of ζ and Golomb codes that are not.
func (c *Codes) setDefaults(zetaK int) {
	d := defaultCodes(zetaK)
	defaults := d.fields()
	for i, f := range c.fields() {
		switch {
		case f.code.Kind == 0:
			*f.code = *defaults[i].code
		case f.code.K == 0 && takesZetaK(f.code.Kind):
			f.code.K = uint32(zetaK)
		}
	}
}

func takesZetaK(k bitcode.Kind) bool {
	return k == bitcode.Zeta || k == bitcode.Golomb || k == bitcode.SkewedGolomb
}

// check says whether the codes can be used, and written into properties.
func (c *Codes) check(zetaK int) error {
	for _, f := range c.fields() {
		k, lo, hi := f.code.K, 0, 0
		switch f.code.Kind {
		case bitcode.Zeta:
			lo, hi = 1, bitcode.MaxZetaK
		case bitcode.Pi:
			hi = 5
		case bitcode.Golomb, bitcode.SkewedGolomb:
			lo, hi = zetaK, zetaK
		}
		if int(k) < lo || int(k) > hi || kindName(f.code.Kind) == "?" {
			return fmt.Errorf("code %s of %s has parameter %d: want %d to %d", kindName(f.code.Kind), f.name, k, lo, hi)
		}
	}
	return nil
}

func kindName(kind bitcode.Kind) string {
	for name, k := range kindNames {
		if k == kind {
			return name
		}
	}
	return "?"
}

// standard says whether the fast paths of the decoder apply: all defaults, ζ₃.
func (c Codes) standard() bool {
	c.Offset = bitcode.Code{Kind: bitcode.Gamma}
	return c == defaultCodes(3)
}

// kindNames maps the names in compression flags to codes. Names of the Rust version may have a parameter at the
// end.
var kindNames = map[string]bitcode.Kind{
	"UNARY": bitcode.Unary, "GAMMA": bitcode.Gamma, "DELTA": bitcode.Delta, "ZETA": bitcode.Zeta, "GOLOMB": bitcode.Golomb,
	"SKEWED_GOLOMB": bitcode.SkewedGolomb, "NIBBLE": bitcode.Nibble, "OMEGA": bitcode.Omega, "PI": bitcode.Pi,
}

// ParseCodes reads compression flags in the form of the properties of a graph: FIELD_CODE joined by "|", with
// optional blanks. Fields are OUTDEGREES, REFERENCES, BLOCK_COUNT, BLOCKS, INTERVALS, RESIDUALS and OFFSETS. Codes
// in Java are UNARY, GAMMA, DELTA, ZETA, GOLOMB, SKEWED_GOLOMB and NIBBLE, where zetaK is the parameter of ζ and
// the modulus of Golomb. Codes in Rust are also ZETA1 to ZETA31, OMEGA and PI0 to PI5. Fields without a flag are
// not set.
func ParseCodes(flags string, zetaK int) (Codes, error) {
	var c Codes
	for flag := range strings.SplitSeq(flags, "|") {
		flag = strings.ToUpper(strings.TrimSpace(flag))
		if flag == "" {
			continue
		}
		if err := c.parseFlag(flag, zetaK); err != nil {
			return c, fmt.Errorf("compression flag %q: %w", clip(flag), err)
		}
	}
	return c, nil
}

func (c *Codes) parseFlag(flag string, zetaK int) error {
	for _, f := range c.fields() {
		name, ok := strings.CutPrefix(flag, f.name+"_")
		if !ok {
			continue
		}
		code, err := parseCode(name, zetaK)
		if err != nil {
			return err
		}
		*f.code = code
		return nil
	}
	return fmt.Errorf("there is no such field: want FIELD_CODE, such as RESIDUALS_DELTA")
}

func parseCode(name string, zetaK int) (bitcode.Code, error) {
	family := strings.TrimRight(name, "0123456789")
	c := bitcode.Code{Kind: kindNames[family]}
	text := name[len(family):]
	numbered := c.Kind == bitcode.Zeta || c.Kind == bitcode.Pi
	switch {
	case c.Kind == 0, !numbered && text != "", c.Kind == bitcode.Pi && text == "":
		return c, fmt.Errorf("code %q is unknown: want UNARY, GAMMA, DELTA, ZETA, ZETA1 to ZETA%d, GOLOMB, SKEWED_GOLOMB, NIBBLE, OMEGA, or PI0 to PI5",
			clip(name), bitcode.MaxZetaK)
	case text != "":
		k, err := strconv.ParseUint(text, 10, 31)
		if err != nil || k == 0 && c.Kind == bitcode.Zeta {
			return c, fmt.Errorf("code %q has no usable parameter", clip(name))
		}
		c.K = uint32(k)
	case takesZetaK(c.Kind):
		c.K = uint32(zetaK)
	}
	return c, nil
}

// flags joins the flags of the codes that are set. The parameter of ζ is written only if numbered.
func (c Codes) flags(numbered bool) string {
	var flags []string
	for _, f := range c.fields() {
		if f.code.Kind == 0 {
			continue
		}
		name := kindName(f.code.Kind)
		if f.code.Kind == bitcode.Pi || f.code.Kind == bitcode.Zeta && numbered {
			name += strconv.Itoa(int(f.code.K))
		}
		flags = append(flags, f.name+"_"+name)
	}
	return strings.Join(flags, "|")
}

// dialect returns the compression flags and the version for graphs written with o. Version 0 is readable by Java:
// one parameter for all codes, and only the codes of Java. Version 1 is for Rust. In it, or if intervals have a
// code of their own, BLOCKS also stands for the number of blocks; otherwise both have a flag if one needs it.
func (o *Options) dialect() (flags string, version int) {
	c := o.Codes
	if o.LittleEndian {
		version = 1
	}
	for _, f := range c.fields() {
		switch f.code.Kind {
		case bitcode.Omega, bitcode.Pi:
			version = 1
		case bitcode.Zeta:
			if int(f.code.K) != o.ZetaK {
				version = 1
			}
		}
	}
	gamma := bitcode.Code{Kind: bitcode.Gamma}
	rust := version == 1 || c.Interval != gamma
	keepBlocks := c.Block != gamma || c.BlockCount != gamma
	together := rust && c.Block == c.BlockCount
	d := defaultCodes(3)
	defaults := d.fields()
	for i, f := range c.fields() {
		keep := *f.code != *defaults[i].code
		switch f.code {
		case &c.Block:
			keep = keepBlocks
		case &c.BlockCount:
			keep = keepBlocks && !together
		case &c.Residual:
			keep = keep || o.ZetaK != 3 // or ZetaK would be taken for its parameter
		}
		if !keep {
			*f.code = bitcode.Code{}
		}
	}
	return c.flags(version == 1), version
}
