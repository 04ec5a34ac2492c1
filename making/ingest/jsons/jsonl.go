package jsons

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"weft/graph/page"
	"weft/internal/held"
	"weft/internal/option"
	"weft/making/ingest/formats"
	"weft/making/ingest/judge"
	"weft/making/ingest/scan"
	"weft/making/ingest/tables"
	"weft/making/ingest/tally"
	"weft/web/capture"
	"weft/web/links"
	"weft/web/weburl"
)

// JSONL is an object of JSON a line: source and target, via and url, url and links.
const JSONL formats.Name = "jsonl"

// JSONLFormat is the format JSONL.
var JSONLFormat = formats.Format{
	Name: JSONL, Group: formats.Lists, Endings: []string{".jsonl", ".ndjson"},
	Says:  "one object per line: via and url, source and target and the like, or url and a list of links. A member status sets the state",
	Takes: []string{tables.ColumnsOption, formats.WeightsOption}, Lay: layJSONL, Read: readJSONL,
}

// A Keys names the members of a JSONL object that make arcs: two of them, or a page and the
// list of its targets.
type Keys struct {
	source, target string
	list           bool   // the target is a list
	status         string // of HTTP, of the page that is the target, or of the source of a list; empty if there is none
	numbers        bool   // pages are numbers
	pairs          bool   // of a list: its elements are pairs
}

// String says which they are.
func (k *Keys) String() string {
	if k.pairs {
		return k.describePairs()
	}
	what := fmt.Sprintf("an object a line, arcs from %q to %q", k.source, k.target)
	if k.list {
		what = fmt.Sprintf("an object a line, arcs from %q to each of %q", k.source, k.target)
	}
	if k.status != "" {
		what += fmt.Sprintf(", states by %q", k.status)
	}
	return what
}

// Lists are members that hold the links of a page.
var Lists = []string{"outlinks", "links", "out_links", "outgoing", "hrefs", "urls"}

// isJSONL says whether a text has an object of JSON on each line. A single one must have the members of an arc.
func isJSONL(s *tables.Sample, o *tables.Options) bool {
	lines := s.Texts()
	object := func(line []byte) bool {
		line = bytes.TrimSpace(line)
		return len(line) > 1 && line[0] == '{' && line[len(line)-1] == '}' && json.Valid(withoutNaN(line))
	}
	if len(lines) == 0 || !object(lines[0]) || tables.ShareOf(lines, object) < tables.Fitting {
		return false
	}
	if len(lines) > 1 {
		return true
	}
	_, err := findKeys(s, o)
	return err == nil
}

func parseObject(line []byte) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(line, &m) != nil && json.Unmarshal(withoutNaN(line), &m) != nil {
		return nil
	}
	return m
}

// noNumbers matches texts of JSON, and the words that Python writes for numbers that JSON does not have.
var noNumbers = held.Regexp(`"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b`)

// withoutNaN returns a line of JSON with null instead of NaN, Infinity and -Infinity.
func withoutNaN(line []byte) []byte {
	if !bytes.Contains(line, []byte("NaN")) && !bytes.Contains(line, []byte("Infinity")) {
		return line
	}
	return noNumbers().ReplaceAllFunc(line, func(word []byte) []byte {
		if word[0] == '"' {
			return word
		}
		return []byte("null")
	})
}

// findKeys finds out which members are arcs.
func findKeys(s *tables.Sample, o *tables.Options) (*Keys, error) {
	objects := 0
	count, lists, whole, nested := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, line := range s.Texts() {
		m := parseObject(line)
		if m == nil {
			continue
		}
		objects++
		for name, v := range m {
			count[name]++
			switch v = bytes.TrimSpace(v); {
			case len(v) > 0 && v[0] == '[':
				lists[name]++
			case len(v) > 0 && v[0] == '{':
				nested[name]++
			}
			if scan.IsNumber(v) {
				whole[name]++
			}
		}
	}
	names := slices.Sorted(maps.Keys(count))
	k := &Keys{}
	if err := k.choose(names, lists, o); err != nil {
		maps.Copy(nested, lists)
		return nil, withReadings(err, judgeMembers(s, names, nested))
	}
	if o.Columns == nil && !k.list && !o.Forced {
		if err := judgeMembers(s, names, lists); err != nil {
			return nil, err
		}
	}
	k.numbers = !k.list && whole[k.source] == count[k.source] && whole[k.target] == count[k.target]
	for _, name := range []string{"status", "status_code", "http_status", "statusCode", "fetchHttpStatus"} {
		if count[name] > 0 && k.status == "" && !k.numbers {
			k.status = name
		}
	}
	return k, nil
}

// withReadings adds the readings of a doubt about members to the error that names them.
func withReadings(err, doubt error) error {
	q, ok := errors.AsType[*tables.Question](doubt)
	if !ok || len(q.Readings) == 0 || errors.Is(err, option.ErrUnfit) {
		return err
	}
	return &tables.Question{Why: err.Error(), Readings: q.Readings}
}

// judgeMembers asks about objects whose members may be no arcs. It leaves out some members.
func judgeMembers(s *tables.Sample, names []string, without map[string]int) error {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return without[name] > 0 })
	t := &judge.Table{Header: names}
	for _, line := range s.Texts() {
		m := parseObject(line)
		if m == nil {
			continue
		}
		row := make([][]byte, len(names))
		for i, name := range names {
			row[i] = bytes.Trim(m[name], "\" ")
		}
		t.Rows = append(t.Rows, row)
	}
	if _, doubt := judge.Judge(t); doubt != nil {
		return tables.NewNamedQuestion(doubt, names)
	}
	return nil
}

// choose finds the two members: members that the user names, or known ones.
func (k *Keys) choose(names []string, lists map[string]int, o *tables.Options) error {
	if o.Columns != nil {
		for _, c := range o.Columns {
			if !slices.Contains(names, c) {
				return option.Errorf("%w: {columns}: the objects have no member %q: they have %.200q", option.ErrUnfit, c, names)
			}
		}
		k.source, k.target, k.list = o.Columns[0], o.Columns[1], lists[o.Columns[1]] > 0
		return nil
	}
	if u, v, ok := judge.FindPair(names); ok && lists[names[u]] == 0 {
		k.source, k.target, k.list = names[u], names[v], lists[names[v]] > 0
		return nil
	}
	for _, page := range []string{"url", "page", "uri", "id", "source", "from"} {
		for _, list := range Lists {
			if slices.Contains(names, page) && lists[list] > 0 {
				k.source, k.target, k.list = page, list, true
				return nil
			}
		}
	}
	return option.Errorf("the objects of this JSONL have the members %.200q, and nothing says which are an arc: expected via and url, source and target, or url and links, or name two with {columns}", names)
}

// layJSONL finds the members that are arcs.
func layJSONL(b *formats.Beginning, how *formats.Reading) error {
	how.Layout = &tables.RawLine
	keys, err := findKeys(b.Sample(), b.Options)
	if err == nil {
		how.Keys = keys
	}
	return err
}

func readJSONL(ctx context.Context, t *formats.Text) error {
	keys := t.How.Keys.(*Keys)
	if keys.pairs {
		keys.source, keys.target = "source", "target"
	}
	r := &jsonLines{Text: t, keys: keys}
	if keys.numbers {
		return t.Import.Numbered(func() error { return t.Each(ctx, r.numbered) })
	}
	return t.Import.Named(func() error { return t.Each(ctx, r.named) })
}

// jsonLines reads a text of objects, one a line.
type jsonLines struct {
	*formats.Text
	keys *Keys
	base weburl.Base // the page of a list of links, if its name is a URL
	url  []byte      // of a link
}

func (r *jsonLines) numbered([][]byte) error {
	m, err := r.keys.objectOf(r.Line)
	if err != nil {
		return err
	}
	u, v, err := r.TwoNumbers(bytes.TrimSpace(m[r.keys.source]), bytes.TrimSpace(m[r.keys.target]))
	if err != nil {
		return err
	}
	if err := r.weigh(m); err != nil {
		return err
	}
	r.leaveOut(m)
	if err := r.Arc(u, v); err != nil || u == v || !isUndirected(m) {
		return err
	}
	r.Import.Notes[tables.BothNote]++
	return r.Arc(v, u)
}

// isUndirected says whether an object states that its edge has no direction, besides the two ends.
func isUndirected(m map[string]json.RawMessage) bool {
	if len(m) == 2 { // ranging over a map takes longer than the rest
		return false
	}
	for name, v := range m {
		if tables.IsUndirected(name, bytes.Trim(v, `" `)) {
			return true
		}
	}
	return false
}

// weigh sets the weight of the arc of an object, and takes it out.
func (r *jsonLines) weigh(m map[string]json.RawMessage) error {
	if r.Import.Weigh == nil {
		return nil
	}
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(m)), func(name string) bool { return name == r.keys.source || name == r.keys.target })
	at, err := r.Import.Weigh.Pick(names)
	switch {
	case err != nil:
		return err
	case at < 0:
		return tally.Badf("the weight of the arc is missing")
	}
	v := m[names[at]]
	delete(m, names[at])
	return r.Import.Weigh.Read(bytes.Trim(v, `"`))
}

func (r *jsonLines) leaveOut(m map[string]json.RawMessage) {
	n := len(m) - 1
	for _, name := range []string{r.keys.target, r.keys.status} {
		if _, ok := m[name]; ok {
			n--
		}
	}
	if n > 0 {
		r.Import.Notes["further members of objects, which are not kept"] += int64(n)
	}
}

func (r *jsonLines) named([][]byte) error {
	m, err := r.keys.objectOf(r.Line)
	if err != nil {
		return err
	}
	source, err := jsonName(m, r.keys.source)
	if err != nil {
		return err
	}
	state, known := r.stateOf(m)
	if r.keys.list {
		return r.links(m, source, state, known)
	}
	target, err := jsonName(m, r.keys.target)
	if err != nil {
		return err
	}
	if target == nil {
		return tally.Badf("%q is missing", r.keys.target)
	}
	if known {
		if err := r.Mention(target, state); err != nil {
			return err
		}
	}
	weight := r.weigh(m)
	r.leaveOut(m)
	if source == nil { // a seed
		return r.Mention(target, page.Unknown)
	}
	if weight != nil {
		return weight
	}
	if err := r.NamedArc(source, target); err != nil || !isUndirected(m) || r.IsLoop(source, target) {
		return err
	}
	r.Import.Notes[tables.BothNote]++
	return r.NamedArc(target, source)
}

// links takes a page and the list of its links.
func (r *jsonLines) links(m map[string]json.RawMessage, source []byte, state page.State, known bool) error {
	if source == nil {
		return tally.Badf("%q is missing", r.keys.source)
	}
	var list []json.RawMessage
	if v, ok := m[r.keys.target]; ok && json.Unmarshal(v, &list) != nil {
		return tally.Badf("%q is not a list", r.keys.target)
	}
	targets := make([][]byte, len(list))
	for i, v := range list {
		name, err := nameOfJSON(v, r.keys.target)
		if err != nil {
			return err
		}
		targets[i] = name
	}
	if !known {
		state = page.Unknown
	}
	if err := r.Mention(source, state); err != nil {
		return err
	}
	if r.keys.status != "" && r.Import.Set.Fetched == "" { // a page with a response has a line: the others are only linked to
		r.Import.Ghost = true
		defer func() { r.Import.Ghost = false }()
	}
	r.base.Set(source) //nolint:errcheck // of other names there is no base
	bad, unlinked := 0, links.Unlinked{}
	for i, target := range targets {
		if list[i][0] == '"' || list[i][0] == '{' {
			target = r.resolve(target, &bad, &unlinked)
		}
		if target == nil {
			continue
		}
		if err := r.NamedArc(source, target); err != nil {
			return err
		}
	}
	r.Import.NoteLost(r.Lines.Offset, source, bad, &unlinked)
	r.leaveOut(m)
	return nil
}

// resolve returns the target of a reference on the page of its line, as in HTML. An invalid reference is counted,
// and the result is nil. If the page's name is not a URL, its links are names, too; under the option Hosts some
// are URLs without a scheme.
func (r *jsonLines) resolve(ref []byte, bad *int, unlinked *links.Unlinked) []byte {
	if len(r.base.Href()) == 0 || r.Import.Set.Hosts && judge.IsBareURL(ref) {
		return ref
	}
	url, err := r.base.AppendResolve(r.url[:0], ref)
	r.url = url
	if errors.Is(err, weburl.ErrScheme) {
		unlinked.Count(ref)
		return nil
	}
	if err == nil && !capture.IsWebURI(url) {
		unlinked.Count(url)
		return nil
	}
	if err == nil {
		r.Key2, err = weburl.AppendKey(r.Key2[:0], url)
	}
	if err != nil {
		*bad++
		return nil
	}
	return url
}

// stateOf returns the state of the page that an object describes.
func (r *jsonLines) stateOf(m map[string]json.RawMessage) (s page.State, known bool) {
	status, err := strconv.Atoi(strings.Trim(string(bytes.TrimSpace(m[r.keys.status])), `"`))
	if err != nil || status < 100 || status > 999 {
		return page.Unknown, false
	}
	return page.FromStatus(status, true), true
}

// jsonName returns a member that is a name or a number; nil if it is missing, null or empty.
func jsonName(m map[string]json.RawMessage, key string) ([]byte, error) {
	v, ok := m[key]
	if !ok || string(v) == "null" || string(v) == `""` {
		return nil, nil
	}
	return nameOfJSON(v, key)
}

func nameOfJSON(v json.RawMessage, key string) ([]byte, error) {
	var name string
	if json.Unmarshal(v, &name) == nil {
		return []byte(name), nil
	}
	var n float64
	if json.Unmarshal(v, &n) == nil && n == math.Trunc(n) {
		return bytes.TrimSpace(v), nil
	}
	var o struct{ URL, Href string } // a list of links may be one of objects
	if json.Unmarshal(v, &o) == nil && o.URL+o.Href != "" {
		return []byte(cmp.Or(o.URL, o.Href)), nil
	}
	return nil, tally.Badf("%q holds %.60q: expected a name", key, v)
}
