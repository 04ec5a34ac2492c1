package serve

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"weft/graph"
	"weft/graph/kinds"
	"weft/internal/digits"
	"weft/livecrawl/folder"
	"weft/web/capture"
	"weft/web/warc"
	"weft/web/weburl"
)

// Limits of reading the texts of links from an archive, for the rows of one screen.
const (
	textTime    = time.Second
	textBytes   = 64 << 20 // bytes of records
	mostDecoded = 4 << 20  // bytes of a page
	mostTexts   = 64       // different texts of the links of a page
	mostTried   = 3        // records of a page that are tried, the newest first
	mostReading = 2        // screens that read at the same time
)

// addTexts adds the texts of the links to a page, which are read from the archive, to the pages that link and are shown. It
// counts the texts.
func (s *Server) addTexts(ctx context.Context, o *opened, target graph.Node, v *single) error {
	var from []graph.Node
	for _, x := range v.In.Links {
		if x.isText {
			from = append(from, graph.Node(x.Row.Page))
		}
	}
	read, err := s.readTexts(ctx, o, target, from, textTime)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for i := range v.In.Links {
		x := &v.In.Links[i]
		texts, ok := read[graph.Node(x.Row.Page)]
		switch {
		case !x.isText:
			continue
		case !ok:
			x.Unread = true
			v.Unread++
			continue
		}
		for _, text := range texts {
			counts[text]++
		}
		v.WordsOf += len(texts)
		x.Words = texts[:min(len(texts), mostAnchors)]
		x.More = len(texts) - len(x.Words)
	}
	for _, text := range mostFrequent(counts) {
		v.Words = append(v.Words, figure{Label: text, Value: digits.Grouped(counts[text])})
	}
	return nil
}

// addAPITexts adds the texts of the links to a page, which are read from the archive.
func (s *Server) addAPITexts(ctx context.Context, o *opened, target graph.Node, in []apiLink) error {
	from := make([]graph.Node, 0, len(in))
	for i := range in {
		from = append(from, graph.Node(in[i].Row.Page))
	}
	read, err := s.readTexts(ctx, o, target, from, textTime)
	for i, u := range from {
		in[i].Words = read[u][:min(len(read[u]), mostAnchors)]
	}
	return err
}

// mostFrequent returns the most frequent texts or their numbers, up to mostWords, the most frequent first.
func mostFrequent[T cmp.Ordered](counts map[T]int) []T {
	all := slices.Collect(maps.Keys(counts))
	slices.SortFunc(all, func(a, b T) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	return all[:min(len(all), mostWords)]
}

// A textReader reads the texts of links to one page from the archive of a live crawl.
type textReader struct {
	blocks warc.BlockReader
	target []byte // sort key
	left   int64  // bytes that may still be read
	reader capture.Reader
	page   capture.Reading
	texts  []string
	linked bool // the page that was read links to the target
}

// hasArchive reports whether texts of links can be read from the archive of the crawl.
func (o *opened) hasArchive() bool { return o.of.live && o.NumTexts() == 0 && o.HasNames() }

// readTexts reads the texts of links to a page from the records of pages that link to it, within limits. It skips pages whose
// records it does not reach.
func (s *Server) readTexts(ctx context.Context, o *opened, target graph.Node, from []graph.Node, within time.Duration) (map[graph.Node][]string, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return nil, nil
	}
	name, err := o.AppendName(nil, target)
	if err != nil {
		return nil, err
	}
	r := &textReader{blocks: warc.BlockReader{Dir: folder.ArchiveDir(o.of.path), Most: mostBlock}, left: textBytes}
	if r.target, err = weburl.AppendKey(nil, name); err != nil {
		return nil, nil //nolint:nilerr // a name that is no URL is in no record
	}
	r.reader.Each, r.reader.MaxBody = r.see, mostDecoded
	read := map[graph.Node][]string{}
	for _, u := range from {
		if ctx.Err() != nil {
			break
		}
		name, err := o.AppendName(name[:0], u)
		if err != nil {
			return nil, err
		}
		if r.of(ctx, string(name)) {
			slices.Sort(r.texts) // as kept texts are
			read[u] = slices.Clone(r.texts)
		}
	}
	return read, nil
}

// of reads the texts of the links on a page. It returns false if no record of the page can be read that has the link.
func (r *textReader) of(ctx context.Context, url string) bool {
	for _, c := range r.captures(ctx, url) {
		r.texts, r.linked = r.texts[:0], false
		if r.parse(ctx, url, c) && r.linked {
			return true
		}
	}
	return false
}

// captures returns the records of a URL that may have content, the newest first.
func (r *textReader) captures(ctx context.Context, url string) []warc.Capture {
	all, _ := warc.Lookup(ctx, r.blocks.Dir, url, mostCaptures) // what cannot be read is skipped, and shown as not read
	return all[:min(len(all), mostTried)]
}

// parse reads a record under the URL of a page. The content of a revisit is read from the record that it repeats.
func (r *textReader) parse(ctx context.Context, url string, c warc.Capture) bool {
	rec := r.block(ctx, c)
	if rec != nil && rec.Type == warc.TypeRevisit { // the memory of the record is free from here on
		rec = r.original(ctx, rec, url)
	}
	switch {
	case rec == nil:
		return false
	case rec.Type == warc.TypeResource:
		return r.reader.Resource([]byte(url), rec.ContentType(), rec.Body, &r.page) == nil
	}
	return r.reader.Response([]byte(url), rec.Body, &r.page) == nil
}

// original returns the newest record that a revisit may repeat; nil without one.
func (r *textReader) original(ctx context.Context, revisit *warc.Record, url string) *warc.Record {
	if to := revisit.RefersToTargetURI(); to != "" {
		url = to
	}
	for _, c := range r.captures(ctx, url) {
		if c.Mime != "warc/revisit" {
			return r.block(ctx, c)
		}
	}
	return nil
}

// block reads a record, if the limit allows it.
func (r *textReader) block(ctx context.Context, c warc.Capture) *warc.Record {
	if r.left <= 0 {
		return nil
	}
	rec, err := r.blocks.Read(ctx, c.Filename, c.Offset)
	if err != nil {
		return nil
	}
	r.left -= int64(len(rec.Body))
	return rec
}

// see notes the text of a link to the target.
func (r *textReader) see(l *capture.Outlink) {
	if !bytes.Equal(l.Key, r.target) || l.Kinds&kinds.Link == 0 {
		return
	}
	r.linked = true
	if text := string(l.Anchor); text != "" && len(r.texts) < mostTexts && !slices.Contains(r.texts, text) {
		r.texts = append(r.texts, text)
	}
}
