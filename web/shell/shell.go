package shell

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// A Finding names the kind of page that lacks content.
type Finding struct {
	Shell   bool // a script has to fill it
	Cookies bool // it asks for cookies
}

// Bounds of pages that hold nothing themselves.
const (
	// MaxWords is how many words a page may show at most.
	MaxWords = 60
	// maxOwnWords is how many words may stand beside messages about loading and JavaScript.
	maxOwnWords = 12
	maxLinks    = 2
	maxRead     = 256 << 10 // bytes of a page; a larger one holds something
)

// Of judges a page of HTML.
func Of(body []byte) Finding {
	if len(body) > maxRead {
		return Finding{}
	}
	r := reader{}
	r.read(body)
	return Finding{Shell: r.isShell(), Cookies: r.isWall()}
}

// A reader collects what a page shows.
type reader struct {
	shown, hidden strings.Builder // text, and text of noscript elements
	bundles       int             // the page's own scripts, except those that measure visitors
	roots         int             // elements that a script fills
	marked        bool            // an attribute of a framework
	links, media  int
	forms         int

	skip     string // the element whose text is not shown; "" outside
	noscript bool
}

// isShell reports whether scripts have to fill the page.
func (r *reader) isShell() bool {
	if r.bundles == 0 || r.links > maxLinks || r.media > 0 || r.forms > 0 {
		return false
	}
	shown, said := strings.ToLower(r.shown.String()), strings.ToLower(r.hidden.String())
	words := len(strings.Fields(shown))
	asks := asksFor(shown, scriptWords)
	switch {
	case asks && words <= MaxWords:
		return true
	case words > maxOwnWords:
		return false
	case r.roots > 0 || r.marked || asksFor(said, scriptWords):
		return isLoading(shown)
	}
	return words == 0
}

// isWall reports whether the page asks for cookies. A page that only mentions them, as a banner does, has content besides.
func (r *reader) isWall() bool {
	shown := strings.ToLower(r.shown.String())
	return r.links <= maxLinks && r.media == 0 && len(strings.Fields(shown)) <= MaxWords && asksFor(shown, cookieWords)
}

// Words of messages, in lower case.
var (
	scriptWords = []string{"javascript", "java script", "java-script"}
	cookieWords = []string{"cookie", "куки", "クッキー"}
	// needWords say that something is needed or switched off, in the larger languages of the Web.
	needWords = []string{
		"enable", "turn on", "turned on", "switch on", "activate", "require", "need", "disabled", "turned off", "must", "support", "allow", "accept",
		"aktivier", "einschalten", "deaktiviert", "benötig", "erforderlich", "activ", "activez", "désactiv", "nécess", "habilit", "necesit", "requier", "permit",
		"abilit", "attiva", "necessari", "ativ", "włącz", "wymaga", "schakel", "vereist", "включ", "требу", "необходим", "увімкн", "etkin", "aktiver", "slå på", "zapn", "povol",
		"有効", "必要", "启用", "開啟", "啟用", "需要", "활성화", "필요",
	}
	loadingWords = []string{
		"loading", "please wait", "one moment", "just a moment", "initializing", "starting", "lade", "laden", "bitte warten", "wird geladen", "chargement", "veuillez patienter",
		"cargando", "espere", "carregando", "aguarde", "caricamento", "attendere", "ładowanie", "laden", "загрузка", "подождите", "завантаження", "yükleniyor", "indlæser", "laddar", "načítání",
		"読み込み", "加载", "載入", "로딩",
	}
)

// asksFor reports whether a text names a thing and says that it is needed.
func asksFor(text string, things []string) bool {
	return hasAny(text, things) && hasAny(text, needWords)
}

// isLoading reports whether a text says nothing, or that content is on its way.
func isLoading(text string) bool {
	text = strings.ToLower(text)
	if len(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\r\n.…·-|", c) })) == 0 {
		return true
	}
	return len(strings.Fields(text)) <= maxOwnWords && (hasAny(text, loadingWords) || asksFor(text, scriptWords))
}

func hasAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// read goes through the tokens of a page.
func (r *reader) read(body []byte) {
	z := html.NewTokenizer(bytes.NewReader(body))
	z.SetMaxBuf(maxRead + 1)
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			r.open(z, false)
		case html.SelfClosingTagToken:
			r.open(z, true)
		case html.EndTagToken:
			name, _ := z.TagName()
			r.end(string(name))
		case html.TextToken:
			r.text(z.Text())
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

func (r *reader) text(b []byte) {
	text := string(bytes.TrimSpace(b))
	switch {
	case text == "":
	case r.noscript && r.skip == "":
		r.hidden.WriteString(text + " ")
	case r.skip == "":
		r.shown.WriteString(text + " ")
	}
}

// end ends an element.
func (r *reader) end(name string) {
	switch name {
	case r.skip:
		r.skip = ""
	case "noscript":
		r.noscript = false
	}
}

// open begins an element.
func (r *reader) open(z *html.Tokenizer, closed bool) {
	raw, more := z.TagName()
	name := string(raw)
	a := attributes{}
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		a.note(string(key), string(value))
	}
	if r.noscript {
		return
	}
	switch name {
	case "script":
		r.script(&a)
		r.skip = name
		return
	case "style", "template", "title", "svg", "math":
		if !closed {
			r.skip = name
		}
		return
	case "noscript":
		r.noscript = true
		return
	}
	if r.skip != "" {
		return
	}
	if r.count(name, &a); isRootName(name) || isRootID(a.id) {
		r.roots++
	}
	r.marked = r.marked || a.framework || name == "meta" && strings.HasSuffix(a.name, "/config/environment")
}

// count counts the things that a reader of the page could see or follow.
func (r *reader) count(name string, a *attributes) {
	switch name {
	case "a", "area":
		if a.href != "" && !strings.HasPrefix(a.href, "#") && !strings.HasPrefix(strings.ToLower(a.href), "javascript:") {
			r.links++
		}
	case "img", "picture", "video", "audio", "object", "embed", "iframe", "frame":
		if !a.tiny {
			r.media++
		}
	case "input", "textarea", "select":
		if a.kind != "hidden" {
			r.forms++
		}
	}
}

func (r *reader) script(a *attributes) {
	if a.src != "" && !isCounter(a.src) && (a.kind == "" || strings.Contains(a.kind, "javascript") || a.kind == "module") {
		r.bundles++
	}
}

// isCounter reports whether a script only measures visitors or asks them for consent.
func isCounter(src string) bool {
	return hasAny(strings.ToLower(src), []string{
		"analytics", "googletagmanager", "gtag", "gtm.js", "matomo", "piwik", "hotjar", "plausible", "cloudflareinsights", "/beacon", "stats.", "counter", "statcounter",
		"adsbygoogle", "doubleclick", "consent", "cookiebot", "onetrust", "recaptcha", "mc.yandex", "clarity.ms", "newrelic", "sentry", "livereload",
	})
}

// isRootName reports whether an element is one of a script's own, such as app-root.
func isRootName(name string) bool { return strings.Contains(name, "-") }

// isRootID reports whether scripts put an application into elements that are called so.
func isRootID(id string) bool {
	id = strings.ToLower(id)
	switch strings.Trim(id, "_-") {
	case "root", "app", "application", "next", "nuxt", "gatsby", "svelte", "sapper", "ember", "vue", "react", "angular", "spa", "mount", "webapp", "web-app", "elm", "blazor", "flutter":
		return true
	}
	for _, end := range []string{"-root", "_root", "-app", "_app", "approot", "-mount"} {
		if strings.HasSuffix(id, end) {
			return true
		}
	}
	return strings.HasPrefix(id, "app-") || strings.HasPrefix(id, "react-") || strings.HasPrefix(id, "svelte-")
}

// attributes are the attributes of an element that matter.
type attributes struct {
	id, href, src, kind, name string
	framework                 bool
	tiny                      bool // a pixel that counts visitors, or hidden
}

func (a *attributes) note(key, value string) {
	switch key {
	case "id":
		a.id = value
	case "href":
		a.href = strings.TrimSpace(value)
	case "src":
		a.src = value
	case "type":
		a.kind = strings.ToLower(value)
	case "name":
		a.name = value
	case "width", "height":
		a.tiny = a.tiny || value == "0" || value == "1"
	case "hidden":
		a.tiny = true
	case "style":
		a.tiny = a.tiny || strings.Contains(strings.ReplaceAll(value, " ", ""), "display:none")
	case "ng-app", "data-ng-app", "ng-version", "ng-cloak", "v-cloak", "data-reactroot", "data-react-helmet", "data-sveltekit-preload-data", "data-sveltekit-hydrate", "data-n-head", "data-server-rendered", "x-data":
		a.framework = true
	}
}
