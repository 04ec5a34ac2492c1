package finite

import (
	"fmt"
	"strings"
)

// look sets the title, the skin and the menu of a site. The menu is a list "target text, target text".
func (s *Site) look(title string, skin func(*page), menu string) {
	s.title, s.skin = title, skin
	for item := range strings.SplitSeq(menu, ", ") {
		if target, text, ok := strings.Cut(item, " "); ok {
			s.menu = append(s.menu, [2]string{target, text})
		}
	}
}

// take returns what the page has said so far, and starts anew.
func (p *page) take() string {
	body := string(p.b)
	p.b = nil
	return body
}

// head appends the head of a document.
func (p *page) head(css ...string) {
	p.s("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", p.title)
	if p.title != p.Site.title {
		p.s(" - ", p.Site.title)
	}
	p.s("</title>\n")
	for _, c := range css {
		p.s(`<link rel="stylesheet" href="`, c, `">`, "\n")
	}
	if p.prev != "" {
		p.s(`<link rel="prev" href="`, escape(p.prev), `">`, "\n")
	}
	if p.next != "" {
		p.s(`<link rel="next" href="`, escape(p.next), `">`, "\n")
	}
	p.s("</head>\n")
}

// items appends the menu.
func (p *page) items(before, after string) {
	for _, m := range p.menu {
		p.s(before)
		p.a(m[0], m[1])
		p.s(after)
	}
}

// trail appends the breadcrumbs.
func (p *page) trail(between string) {
	for i, c := range p.crumbs {
		if i > 0 {
			p.s(between)
		}
		p.a(c[0], c[1])
	}
}

// plainSkin is HTML by hand: a heading, a rule, an address.
func plainSkin(p *page) {
	body := p.take()
	p.s("<html><head><title>", p.title, "</title></head>\n<body bgcolor=white>\n")
	p.trail(" / ")
	p.s("\n", body, "<hr>\n")
	p.items("[", "] ")
	p.s(p.noise(), "<address>", p.Site.title, " - webmaster</address>\n</body></html>\n")
}

// oldSkin is a layout in tables of about the year 2000, with a counter of pictures.
func oldSkin(p *page) {
	body := p.take()
	p.s("<HTML><HEAD><TITLE>", p.Site.title, ": ", p.title, "</TITLE></HEAD>\n<BODY BGCOLOR=#FFFFEE>\n<TABLE WIDTH=760 ALIGN=CENTER><TR><TD COLSPAN=2><IMG SRC=\"/images/banner.gif\" ALT=\"\">",
		"<FONT SIZE=5><B>", p.Site.title, "</B></FONT></TD></TR>\n<TR><TD WIDTH=120 VALIGN=TOP BGCOLOR=#CCCCFF>")
	p.items("<FONT SIZE=2>", "</FONT><BR>\n")
	p.s("</TD><TD VALIGN=TOP>")
	p.trail(" &gt; ")
	p.s("\n", body, "</TD></TR>\n<TR><TD COLSPAN=2>", p.noise(), "<CENTER><FONT SIZE=1>Best viewed at 800x600. Copyright 2001 ", p.Site.title,
		". All rights reserved.</FONT></CENTER></TD></TR></TABLE></BODY></HTML>\n")
}

// blogSkin has a column with a search field, links and a note about the author.
func blogSkin(p *page) {
	body := p.take()
	p.head("/static/style.css")
	p.s("<body class=\"blog\"><header><a href=\"/\">", p.Site.title, "</a><nav><ul>")
	p.items("<li>", "</li>")
	p.s("</ul></nav></header>\n<main>", body, "</main>\n<aside><form action=\"/search\"><input name=\"s\"><button>Search</button></form>",
		"<section><h3>About</h3><p>Notes that I have kept since 2003. Write to me if you find a mistake.</p></section>")
	p.s(p.noise(), "</aside>\n<footer><p>Proudly powered by a blog engine. Entries (RSS) and Comments (RSS).</p></footer><script src=\"/static/blog.js\"></script></body></html>\n")
}

// modernSkin has a bar, cards and a footer in columns, with data for machines in the head.
func modernSkin(p *page) {
	body := p.take()
	p.head("/static/bootstrap.min.css", "/static/app.css")
	p.s("<body>\n<nav class=\"navbar navbar-expand-lg\"><a class=\"navbar-brand\" href=\"/\">", p.Site.title, "</a><ul class=\"navbar-nav\">")
	p.items(`<li class="nav-item">`, "</li>")
	p.s("</ul></nav>\n<nav aria-label=\"breadcrumb\">")
	p.trail(" › ")
	p.s("</nav>\n<div class=\"container\"><div class=\"row\"><div class=\"col-md-9\">", body, "</div><div class=\"col-md-3\">", p.noise(), "</div></div></div>\n",
		"<footer class=\"footer\"><div class=\"row\"><div class=\"col\"><h5>Company</h5><ul><li>About us</li><li>Careers</li><li>Press</li></ul></div>",
		"<div class=\"col\"><h5>Legal</h5><ul><li>Privacy policy</li><li>Cookie settings</li><li>Terms of service</li></ul></div></div>",
		"<p>&copy; 2024 ", p.Site.title, ". We use cookies to improve your experience.</p></footer>\n<script src=\"/static/app.js\"></script></body></html>\n")
}

// docsSkin is the design of a manual: a table of contents at the side, links to the previous and the next page.
func docsSkin(p *page) {
	body := p.take()
	p.head("/static/docs.css")
	p.s("<body><div class=\"related\"><h3>Navigation</h3><ul>")
	if p.prev != "" {
		p.s("<li>")
		p.a(p.prev, "previous")
		p.s("</li>")
	}
	if p.next != "" {
		p.s("<li>")
		p.a(p.next, "next")
		p.s("</li>")
	}
	p.s("</ul></div>\n<div class=\"sidebar\"><h3>Table of Contents</h3><ul>")
	p.items("<li>", "</li>")
	p.s("</ul></div>\n<div class=\"body\">")
	p.trail(" » ")
	p.s(body, p.noise(), "</div>\n<div class=\"footer\">Last built with a documentation generator 3.2.</div></body></html>\n")
}

// shopSkin is heavy: a basket, departments, delivery, a newsletter.
func shopSkin(p *page) {
	body := p.take()
	p.head("/static/shop.css", "/static/theme.css")
	p.s("<body class=\"shop\"><div id=\"top\"><div class=\"usp\">Free delivery from 50.00</div><div class=\"usp\">30 days return</div><div class=\"cart\">Your basket: 0 items, 0.00</div></div>\n",
		"<div id=\"header\"><a href=\"/\"><img src=\"/static/logo.png\" alt=\"", p.Site.title, "\"></a><form action=\"/find\"><input name=\"q\" placeholder=\"Search our range\"></form></div>\n<ul id=\"departments\">")
	p.items("<li>", "</li>\n")
	p.s("</ul>\n<div class=\"breadcrumb\">")
	p.trail(" &raquo; ")
	p.s("</div>\n<div id=\"content\">", body, "</div>\n<div id=\"side\">", p.noise(), "<div class=\"box\"><h4>Payment</h4><p>Card, invoice, bank transfer</p></div></div>\n",
		"<div id=\"footer\"><div>Newsletter: <input name=\"mail\"> <button>Subscribe</button></div><div>Customer service Mon-Fri 8-17</div><div>Imprint, terms, withdrawal, privacy</div></div></body></html>\n")
}

// portalSkin is the design of an office: a skip link, a breadcrumb trail, contact and accessibility in the footer.
func portalSkin(p *page) {
	body := p.take()
	p.head("/static/gov.css")
	p.s("<body>\n<a class=\"skip\" href=\"#main\">Skip to main content</a>\n<header role=\"banner\"><p class=\"org\">", p.Site.title, "</p><ul>")
	p.items("<li>", "</li>")
	p.s("</ul></header>\n<p class=\"trail\">You are here: ")
	p.trail(" / ")
	p.s("</p>\n<main id=\"main\">", body, "</main>\n", p.noise(),
		"<footer><p>Contact: Records Office, 1 Main Square. Open Monday to Friday, 9 am to 4 pm.</p><p>Accessibility statement. Data protection.</p></footer>\n</body></html>\n")
}

// bareSkin has nothing but a title.
func bareSkin(p *page) {
	body := p.take()
	p.s(fmt.Sprintf("<html><head><title>%s</title></head><body>%s%s</body></html>\n", p.title, body, p.noise()))
}
