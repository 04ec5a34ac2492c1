package shell_test

import (
	"strings"
	"testing"

	"weft/web/shell"
)

// Pages as frameworks and their build tools write them, and ordinary pages that look a little like them.
func TestShells(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"create-react-app": {`<!doctype html><html lang="en"><head><meta charset="utf-8"/><link rel="icon" href="/favicon.ico"/><title>React App</title><script defer="defer" src="/static/js/main.0a1b.js"></script><link href="/static/css/main.css" rel="stylesheet"></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`, true},
		"Vite":             {`<!doctype html><html><head><title>Vite + TS</title><script type="module" crossorigin src="/assets/index-4f.js"></script></head><body><div id="app"></div></body></html>`, true},
		"Vue CLI":          {`<body><noscript><strong>We're sorry but shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id=app></div><script src=/js/chunk-vendors.js></script><script src=/js/app.js></script></body>`, true},
		"Angular":          {`<html><head><base href="/"></head><body class="mat-typography"><app-root>Loading...</app-root><script src="runtime.js" type="module"></script><script src="main.js" type="module"></script></body>`, true},
		"AngularJS":        {`<html ng-app="shop"><body ng-cloak><div ng-view></div><script src="/bower/angular.js"></script></body></html>`, true},
		"SvelteKit":        {`<body data-sveltekit-preload-data="hover"><div style="display: contents"></div><script type="module" src="/_app/immutable/start.js"></script></body>`, true},
		"Ember":            {`<html><head><meta name="shop/config/environment" content="%7B%7D"></head><body><script src="/assets/vendor.js"></script><script src="/assets/shop.js"></script></body></html>`, true},
		"Nuxt, no server":  {`<body><div id="__nuxt"><div class="spinner"></div></div><script src="/_nuxt/app.js"></script></body>`, true},
		"Next, no server":  {`<body><div id="__next"></div><script src="/_next/static/chunks/main.js" async=""></script><script id="__NEXT_DATA__" type="application/json">{"props":{"text":"a b c d e f g h i j k l m n o p q"}}</script></body>`, true},
		"Gatsby":           {`<body><div id="___gatsby"></div><script src="/webpack-runtime.js"></script></body>`, true},
		"Flutter":          {`<body><script src="flutter_bootstrap.js" async></script></body>`, true},
		"Blazor":           {`<body><div id="blazor-app">Loading, please wait</div><script src="_framework/blazor.webassembly.js"></script></body>`, true},
		"German":           {`<body><div id="root"><p>Wird geladen …</p></div><script src="a.js"></script></body>`, true},
		"Japanese":         {`<body><main>このサイトを表示するにはJavaScriptを有効にしてください。</main><script src="a.js"></script></body>`, true},
		"shown message":    {`<body><h1>Web shop</h1><p>Please enable JavaScript in your browser to see our offers. <a href="https://www.enable-javascript.com/">How?</a></p><script src="/bundle.js"></script></body>`, true},
		"a pixel beside":   {`<body><noscript><img src="/p.gif">Bitte aktivieren Sie JavaScript.</noscript><div class="x"></div><img src="/pixel" width="1" height="1"><script src="/b.js"></script></body>`, true},
		"text in template": {`<body><div id="app"></div><template><p>` + strings.Repeat("word ", 80) + `</p></template><script src="/b.js"></script></body>`, true},

		"served React":            {`<body><div id="root"><h1>Herons</h1><p>` + strings.Repeat("They eat fish. ", 9) + `</p></div><script src="/main.js"></script></body>`, false},
		"short with root":         {`<body><div id="app"><h1>Under construction</h1></div><script src="/main.js"></script></body>`, false},
		"short with a component":  {`<body><site-header></site-header><p>Closed on Mondays.</p><script src="/c.js"></script></body>`, false},
		"short, jquery":           {`<h1>Gone</h1><p>The page has moved.</p><script src="/jquery.js"></script>`, false},
		"no script":               {`<div id="root"></div>`, false},
		"analytics alone":         {`<body><div id="app"></div><script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script></body>`, false},
		"one word":                {`ok`, false},
		"empty":                   {``, false},
		"an image":                {`<body><img src="/map.png" alt=""><script src="/zoom.js"></script></body>`, false},
		"a frame":                 {`<body><iframe src="/inner.html"></iframe><script src="/resize.js"></script></body>`, false},
		"links alone":             {`<body><div id="app"></div><a href=/a>1</a><a href=/b>2</a><a href=/c>3</a><script src="/x.js"></script></body>`, false},
		"about JavaScript":        {`<h1>What is JavaScript?</h1><p>JavaScript is a language that browsers read. It was made in ten days.</p><script src="/hl.js"></script>`, false},
		"a long message":          {`<p>` + strings.Repeat("You need JavaScript, and much more than that, to read on here today. ", 9) + `</p><script src="/b.js"></script>`, false},
		"a form":                  {`<body><div id="root"><form><input name="q"></form></div><script src="/b.js"></script></body>`, false},
		"noscript on a full page": {`<noscript>Please enable JavaScript.</noscript><p>` + strings.Repeat("A true page. ", 20) + `</p><script src="/b.js"></script>`, false},
		"data as a script":        {`<p>A note.</p><script type="application/ld+json" src="x.json"></script><div id="root"></div>`, false},
	} {
		if got := shell.Of([]byte(c.body)).Shell; got != c.want {
			t.Errorf("%s: shell %v, want %v", name, got, c.want)
		}
	}
}

func TestCookieWalls(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want bool
	}{
		"English":         {`<h1>One more step</h1><p>Please enable cookies and reload the page.</p>`, true},
		"blocked":         {`<title>Attention Required!</title><div>Please enable cookies.</div><h1>Sorry, you have been blocked</h1>`, true},
		"German":          {`<p>Bitte aktivieren Sie Cookies in Ihrem Browser. <a href="/?retry=1">Weiter</a></p>`, true},
		"French":          {`<p>Les cookies sont nécessaires pour afficher cette page.</p>`, true},
		"Japanese":        {`<p>クッキーを有効にしてください。</p>`, true},
		"a banner":        {`<div>We use cookies. Accept all</div><p>` + strings.Repeat("An article on herons. ", 30) + `</p>`, false},
		"a recipe":        {`<h1>Oat cookies</h1><p>Bake them for ten minutes.</p><img src="/c.jpg">`, false},
		"a short recipe":  {`<h1>Oat cookies</h1><p>Bake them for ten minutes.</p>`, false},
		"a list of links": {`<p>Cookies must be enabled. <a href=/a>a</a><a href=/b>b</a><a href=/c>c</a></p>`, false},
		"nothing":         {``, false},
	} {
		if got := shell.Of([]byte(c.body)).Cookies; got != c.want {
			t.Errorf("%s: cookies %v, want %v", name, got, c.want)
		}
	}
}

// Whatever bytes come, a judgement is made, and a page that shows much is never a shell.
func FuzzOf(f *testing.F) {
	f.Add([]byte(`<div id="root"></div><script src="/a.js"></script>`))
	f.Add([]byte(`<noscript><svg><template></noscript><a href=x`))
	f.Fuzz(func(t *testing.T, body []byte) {
		shell.Of(body)
		much := append([]byte("<p>"+strings.Repeat("word ", shell.MaxWords+1)+"</p>"), body...)
		if got := shell.Of(much); got.Shell || got.Cookies {
			t.Errorf("a page of many words is %+v", got)
		}
	})
}
