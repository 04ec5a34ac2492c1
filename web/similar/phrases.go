package similar

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

const (
	maxPhrases = 1024 // phrases that are kept of a page
	maxEcho    = 64   // words that are kept of its URL
	// shortPhrase is the least number of words of a phrase that counts as a whole. In a shorter phrase each word
	// counts on its own, because few known words combine in many ways.
	shortPhrase = 4
)

// phrases collects the phrases of a page: the words between two tags or marks of punctuation. A phrase is the sum of
// the hashes of its words, so that their order does not matter. Phrases leave out numbers, names of days and months,
// and words of the URL. A phrase inside a link differs from the same phrase outside.
type phrases struct {
	list  []uint64
	echo  []uint64            // hashes of the words of the URL
	sum   uint64              // of the hashes of the current phrase
	short [shortPhrase]uint64 // hashes of its first words
	n     int                 // number of its words
	link  bool                // it stands inside a link
}

// reset empties the lists and keeps their memory.
func (s *phrases) reset() {
	*s = phrases{list: s.list[:0], echo: s.echo[:0]}
}

// word adds a word without digits to the current phrase.
func (s *phrases) word(h uint64) {
	if isDate(h) || slices.Contains(s.echo, h) {
		return
	}
	h = splitmix.Mix(h)
	s.sum += h
	if s.n < shortPhrase {
		s.short[s.n] = h
	}
	s.n++
}

// stop ends the current phrase.
func (s *phrases) stop() {
	if s.n == 0 {
		return
	}
	salt := uint64(0)
	if s.link {
		salt = splitmix.Golden
	}
	if s.n >= shortPhrase {
		s.add(s.sum ^ salt)
	} else {
		for _, h := range s.short[:s.n] {
			s.add(h ^ salt)
		}
	}
	s.sum, s.n = 0, 0
}

func (s *phrases) add(h uint64) {
	if len(s.list) < maxPhrases {
		s.list = append(s.list, splitmix.Mix(h))
	}
}

// tag ends the current phrase at a tag, except at tags within a line.
func (s *phrases) tag(name []byte, closing bool) {
	link := len(name) == 1 && name[0] == 'a'
	if link || !within(name) {
		s.stop()
	}
	if link {
		s.link = !closing
	}
}

// stops are the bytes that end a phrase.
var stops = func() (t [256]bool) {
	for _, c := range []byte(".,;:!?|()[]{}\"") {
		t[c] = true
	}
	return t
}()

// datedElsewhere are names of days and months in other languages, and Chinese digits and units of dates.
var datedElsewhere = func() map[uint64]bool {
	m := map[uint64]bool{}
	for w := range bytes.FieldsSeq([]byte(`
		januar jänner februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
		janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
		enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo
		gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica
		januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
		janeiro fevereiro março maio junho julho setembro outubro dezembro segunda terça quarta quinta sexta feira
		mo di mi do fr sa so lu ma me je ve lun mar mer jeu ven sam dim mié jue vie sáb dom am pm sept
		一 二 三 四 五 六 七 八 九 十 百 千 零 〇 年 月 日 星 期 週 周`)) {
		m[fnv(string(w))] = true
	}
	return m
}()

// maybeDate is a filter in front of the maps: a word whose bit is not set names no date. The bit follows from the low
// 12 bits of the hash.
var maybeDate = func() (t [64]uint64) {
	for _, m := range []map[uint64]bool{dated, datedElsewhere} {
		for h := range m {
			t[h>>6&63] |= 1 << (h & 63)
		}
	}
	return t
}()

func mayBeDate(h uint64) bool { return maybeDate[h>>6&63]>>(h&63)&1 != 0 }

func isDate(h uint64) bool { return mayBeDate(h) && (dated[h] || datedElsewhere[h]) }

// Said returns the phrases of the page as hashes, the title among them, at most 1,024. The slice is valid until the
// next Reset. It is nil without Options.Phrases.
func (h *Hasher) Said() []uint64 {
	s := h.words.said
	if s == nil {
		return nil
	}
	h.words.end()
	s.stop()
	s.link = false
	h.aside(h.title)
	return s.list
}

// aside adds the phrases of text that does not count for the Print.
func (h *Hasher) aside(text []byte) {
	w := words{opt: h.opt, said: h.words.said}
	w.plainText(text)
	w.end()
	w.said.stop()
}

// Echo sets the URL of the page, whose words the phrases leave out. Call it after Reset and before the first Write.
func (h *Hasher) Echo(url []byte) {
	s := h.words.said
	if s == nil {
		return
	}
	w := words{opt: h.opt, heard: &s.echo}
	for i := 0; i < len(url) && len(s.echo) < maxEcho; i++ {
		c := url[i]
		if c == '%' {
			if v, ok := ascii.Escaped(url[i:]); ok {
				c = v
				i += 2
			}
		}
		if c == '_' || c == '&' || c == '<' {
			c = ' '
		}
		w.byte(c)
	}
	w.end()
}

// Hidden adds content of a page beside its text: addresses of images without their queries, alternative texts,
// descriptions, and JSON in scripts. It is for pages of few words. Call it before Said.
func (h *Hasher) Hidden(page []byte) {
	s := h.words.said
	if s == nil {
		return
	}
	for {
		i := bytes.IndexByte(page, '<')
		if i < 0 {
			return
		}
		page = page[i+1:]
		end := bytes.IndexByte(page, '>')
		if end < 0 {
			return
		}
		tag := page[:end]
		switch {
		case ascii.HasPrefixFold(tag, "img"):
			if src, _, _ := bytes.Cut(value(tag, "src"), []byte{'?'}); len(src) > 0 && !ascii.HasPrefixFold(src, "data:") {
				s.add(fnv(string(src)))
			}
			h.aside(value(tag, "alt"))
		case ascii.HasPrefixFold(tag, "meta") && bytes.Contains(tag, []byte("description")):
			h.aside(value(tag, "content"))
		case ascii.HasPrefixFold(tag, "script") && bytes.Contains(tag, []byte("json")):
			page = page[end+1:]
			if end = bytes.Index(page, []byte("</")); end < 0 {
				end = len(page)
			}
			h.aside(page[:end])
		}
		page = page[end:]
	}
}

// value returns the value of an attribute of a tag, or nil.
func value(tag []byte, name string) []byte {
	for from := 0; ; {
		i := bytes.Index(tag[from:], []byte(name))
		if i < 0 {
			return nil
		}
		at := from + i
		from = at + len(name)
		if at == 0 || tag[at-1] > ' ' && tag[at-1] != '"' && tag[at-1] != '\'' {
			continue
		}
		rest := bytes.TrimLeft(tag[from:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '=' {
			continue
		}
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
		if len(rest) > 0 && (rest[0] == '"' || rest[0] == '\'') {
			v, _, _ := bytes.Cut(rest[1:], rest[:1])
			return v
		}
		v, _, _ := bytes.Cut(rest, []byte{' '})
		return v
	}
}
