package similar

import (
	"bytes"
	"slices"

	"weft/internal/ascii"
	"weft/internal/splitmix"
)

const (
	// maxPhrases is how many phrases of a page are kept, and maxEcho how many words of its URL.
	maxPhrases = 1024
	maxEcho    = 64
	// shortPhrase is how many words a phrase has at least that counts as a whole. Of a shorter one each word counts:
	// known words can be put together in many ways.
	shortPhrase = 4
)

// phrases are what a page says, in no order: the words between two tags or marks of punctuation, each such phrase as
// the sum of the hashes of its words, so that the order of words does not matter. Numbers, names of days and months,
// and words of the URL are left out of phrases. Text inside a link counts apart from other text.
type phrases struct {
	list  []uint64
	echo  []uint64 // words of the URL
	sum   uint64
	short [shortPhrase]uint64
	n     int
	link  bool
}

func (s *phrases) reset() {
	*s = phrases{list: s.list[:0], echo: s.echo[:0]}
}

// word takes a word without digits.
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

// stop ends a phrase.
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

// tag ends a phrase where a tag does.
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

// datedElsewhere are names of days and months in other languages, and the digits of Chinese.
var datedElsewhere = func() map[uint64]bool {
	m := map[uint64]bool{}
	for w := range bytes.FieldsSeq([]byte(`
		januar jänner februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
		janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche
		enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo
		gennaio febbraio aprile maggio giugno luglio settembre ottobre novembre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica
		januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
		janeiro fevereiro março maio junho julho setembro outubro dezembro segunda terça quarta quinta sexta feira
		mo di mi do fr sa so lu ma me je ve lun mar mer jeu ven sam dim mié jue vie sáb dom am pm
		一 二 三 四 五 六 七 八 九 十 百 千 零 〇 年 月 日 星 期 週 周`)) {
		m[fnv(string(w))] = true
	}
	return m
}()

// maybeDate has a bit for each word that names a date, so that most other words need no look into the maps.
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

// Said returns the phrases of the page as hashes, the title among them. They are lent until the next Reset. Without
// Options.Phrases there are none.
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

// aside takes text that does not count for the Print.
func (h *Hasher) aside(text []byte) {
	w := words{opt: h.opt, said: h.words.said}
	w.plainText(text)
	w.end()
	w.said.stop()
}

// Echo names the URL of the page, behind Reset: its words say nothing when the page repeats them.
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

// Hidden adds to what a page says what stands in it beside its text: addresses of images, without their queries, texts
// in place of images, descriptions, and JSON in scripts. It is for pages of few words, before Said.
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

// value returns the value of an attribute of a tag; nil if it has none.
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
