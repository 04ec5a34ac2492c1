package captures

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"weft/making/ingest/scan"
)

// A variant is one of the files, or of the bodies, that a type map of Apache offers (mod_negotiation, "Type maps").
type variant struct {
	uri       string
	kind      string // Content-Type without parameters, in lower case; "" if it is not told
	charset   string
	quality   float64 // of the source, qs
	languages []string
	encoded   bool
	inline    bool
	body      []byte
}

// looksLikeTypeMap says whether a text begins with the fields of a type map.
func looksLikeTypeMap(head []byte) bool {
	for line := range bytes.Lines(bytes.TrimPrefix(head, scan.BOM)) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		name, _, ok := bytes.Cut(line, []byte(":"))
		switch strings.ToLower(string(bytes.TrimSpace(name))) {
		case "uri", "body":
			return ok
		case "content-type", "content-language", "content-encoding", "content-length", "description":
			if ok {
				continue
			}
		}
		return false
	}
	return false
}

// parseTypeMap returns the variants of a type map, in their order. Fields that it does not know are passed over.
func parseTypeMap(text []byte) []variant {
	var out []variant
	v := variant{quality: 1}
	flush := func() {
		if v.uri != "" || v.inline {
			out = append(out, v)
		}
		v = variant{quality: 1}
	}
	text = bytes.TrimPrefix(text, scan.BOM)
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			flush()
		case line[0] != '#':
			name, value, _ := strings.Cut(string(line), ":")
			if name = strings.ToLower(strings.TrimSpace(name)); name == "body" {
				v.inline = true
				v.body, text = cutBody(text, strings.TrimSpace(value))
				continue
			}
			v.set(name, strings.TrimSpace(value))
		}
	}
	flush()
	return out
}

// cutBody cuts the lines up to the line that begins with the mark.
func cutBody(text []byte, mark string) (body, rest []byte) {
	rest = text
	for len(rest) > 0 {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		if mark != "" && bytes.HasPrefix(line, []byte(mark)) {
			return text[:len(text)-len(rest)], after
		}
		rest = after
	}
	return text, nil
}

func (v *variant) set(name, value string) {
	if name != "uri" {
		value, _, _ = strings.Cut(value, "(") // a comment
	}
	switch name {
	case "uri":
		v.uri = value
	case "content-encoding":
		v.encoded = strings.TrimSpace(value) != ""
	case "content-language":
		for l := range strings.SplitSeq(value, ",") {
			v.languages = append(v.languages, strings.ToLower(strings.TrimSpace(l)))
		}
	case "content-type":
		kind, params, _ := strings.Cut(value, ";")
		v.kind = strings.ToLower(strings.TrimSpace(kind))
		for p := range strings.SplitSeq(params, ";") {
			v.parameter(p)
		}
	}
}

func (v *variant) parameter(p string) {
	key, value, _ := strings.Cut(p, "=")
	value = strings.Trim(strings.TrimSpace(value), `"`)
	switch strings.ToLower(strings.TrimSpace(key)) {
	case "charset":
		v.charset = value
	case "qs":
		if q, err := strconv.ParseFloat(value, 64); err == nil {
			v.quality = q
		}
	}
}

// isHTML says whether the variant can be a page that is read as it is.
func (v *variant) isHTML() bool {
	return !v.encoded && (v.kind == "" || v.kind == "text/html" || v.kind == "application/xhtml+xml")
}

// rank orders languages: by their place in the wanted list; then no language, then the rest.
func (v *variant) rank(wanted []string) int {
	best := len(wanted) + 1
	if len(v.languages) == 0 {
		best = len(wanted)
	}
	for i, want := range wanted {
		if best > i && slices.ContainsFunc(v.languages, func(l string) bool { return l == want || strings.HasPrefix(l, want+"-") }) {
			return i
		}
	}
	return best
}

// orderVariants sorts the HTML variants as a server does for a reader of some languages: by language, then by
// quality. Others stay in the order of the map.
func orderVariants(all []variant, wanted []string) []variant {
	out := slices.DeleteFunc(slices.Clone(all), func(v variant) bool { return !v.isHTML() })
	slices.SortStableFunc(out, func(a, b variant) int {
		return cmp.Or(cmp.Compare(a.rank(wanted), b.rank(wanted)), cmp.Compare(b.quality, a.quality))
	})
	return out
}

// resolve replaces the record of a type map by the variant that a server would choose. This variant is the page at the
// address of the map. If no variant is in the tree, the map is left out.
func (t *tree) resolve(c *record) error {
	for _, v := range orderVariants(parseTypeMap(c.block), t.languages) {
		chosen, data, set := "a body in it", v.body, v.charset
		if !v.inline {
			name, ok := t.locate(c.file, v.uri)
			if !ok {
				continue
			}
			var err error
			var cut bool
			if data, cut, err = t.files.read(name, t.im.Limits.page); isAbsent(err) {
				continue
			} else if err != nil {
				return err
			}
			if looksLikeTypeMap(data) { // one map does not lead to another
				continue
			}
			chosen, c.beyond, c.remark = name, cut, t.im.cutRemark(cut)
			if _, of := splitVariant(path.Base(name)); set == "" {
				set = of
			}
		}
		c.block, c.contentType, c.variant = data, "text/html", chosen
		if set != "" {
			c.contentType += "; charset=" + set
		}
		c.foreign = v.rank(t.languages) > len(t.languages)
		return nil
	}
	c.left, c.block = emptyMap, nil
	return nil
}
