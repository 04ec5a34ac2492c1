package finite

import (
	"fmt"

	"weft/internal/splitmix"
)

// Noise is a part of a page that differs from request to request.
type Noise uint8

// The parts that change.
const (
	Quiet     Noise = iota // nothing changes
	Clock                  // the time at which the page was made
	Counter                // the number of visitors
	Token                  // a token against forged requests
	Advert                 // an advertisement out of some hundreds
	Quote                  // a random quotation
	Also                   // "others also viewed": links to pages of the site
	Generated              // the page itself is drawn anew for each request
)

var noises = []Noise{Clock, Counter, Token, Advert, Quote, Also}

func (n Noise) String() string {
	return [...]string{"quiet", "clock", "counter", "token", "advert", "quote", "also", "generated"}[n]
}

// noise writes the changing part of a page for the request with the number p.n.
func (p *page) noise() string {
	h := splitmix.Seed(p.Seed, p.n, 77)
	switch p.kind.Noise {
	case Clock:
		return fmt.Sprintf(`<div class="clock">It is %02d:%02d:%02d, page made in 0.%03d s</div>`, p.n/3600%24, p.n/60%60, p.n%60, h%900)
	case Counter:
		return fmt.Sprintf(`<div id="counter">You are visitor number <b>%d</b></div>`, 120345+p.n)
	case Token:
		return fmt.Sprintf(`<form action="/subscribe" method="post"><input type="hidden" name="csrf_token" value="%016x%08x">`+
			`<input name="mail"><button>Subscribe</button></form>`, h, uint32(splitmix.Mix(h)))
	case Advert:
		return fmt.Sprintf(`<div class="ad"><img src="/static/ad%d.gif" alt=""><p>Advertisement: %s from %s, now %d%% off!</p></div>`,
			h%300, capital(english.tail(int(h%4000))), surname(h>>20), 5+h%60)
	case Quote:
		return `<blockquote class="random-quote">` + english.sentence(splitmix.Rand(h), 14) + ` <cite>` + person(h) + `</cite></blockquote>`
	case Also:
		at := func(i uint64) string { return p.anchor(p.At(int(splitmix.Seed(h, i) % uint64(p.pages)))) } //nolint:gosec // positive
		return `<aside class="also"><h4>Other readers also viewed</h4><ul>` + at(0) + at(1) + at(2) + at(3) + "</ul></aside>"
	}
	return ""
}

// anchor returns a list item that links to a target and names it by the target's last letters.
func (*page) anchor(target string) string {
	return `<li><a href="` + escape(target) + `">` + escape(target[max(0, len(target)-24):]) + `</a></li>`
}

// ParseNoise returns the changing part with a name; the empty name means none.
func ParseNoise(name string) (Noise, error) {
	if name == "" {
		return Quiet, nil
	}
	for _, n := range noises {
		if n.String() == name {
			return n, nil
		}
	}
	return Quiet, fmt.Errorf("%q is no changing part; expected one of %v", name, noises)
}
