package finite

import (
	"fmt"
	"strings"
)

// registers are 36 peripherals of a processor with 48 registers of 32 bits each.
func registers(s *Site) {
	const peripherals, perPeripheral = 36, 48
	s.look("Reference Manual RM0440", docsSkin, "/ Memory map")
	block := func(i int) string {
		return pick("GPIO USART SPI I2C TIM ADC DMA RCC DAC", uint64(i)) + fmt.Sprint(1+i/9)
	}
	reg := func(i int) string { return pick("CR SR DR CCR BRR ISR ICR IER", uint64(i)) + fmt.Sprint(i/8) }
	base := func(b int) int { return 0x40000000 + b*0x400 }
	var unit, register *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Memory map")
		p.links(unit, 0, peripherals, func(i int) string { return fmt.Sprintf("0x%08X %s", base(i), block(i)) })
	})
	unit = s.add("/rm/{}/index.html", func(p *page, v []int) {
		p.h1("%s", block(v[0]))
		at := v[0] * perPeripheral
		p.links(register, at, at+perPeripheral, func(i int) string { return fmt.Sprintf("0x%02X %s", i%perPeripheral*4, reg(i%perPeripheral)) })
		p.near(0, "previous", "next", v)
	}, named(peripherals, block))
	register = s.add("/rm/{}/{}.html", func(p *page, v []int) {
		p.crumb(unit.url(v[0]), block(v[0]))
		p.h1("%s_%s", block(v[0]), reg(v[1]))
		p.f("<p>Address offset: 0x%02X<br>Reset value: 0x%08X</p><table border=1><tr>", v[1]*4, p.r.Uint32()&p.r.Uint32())
		for b := 31; b >= 0; b-- {
			if p.f("<th>%d</th>", b); b == 16 {
				p.s("</tr><tr>")
			}
		}
		p.s("</tr></table><dl>")
		for b := 31; b >= 0; b -= 1 + p.r.IntN(8) {
			p.f("<dt>Bit %d %s%s</dt><dd>%s</dd>", b, strings.ToUpper(p.of("en ie f rst sel mode prs div")), p.of("_1 _2 E X"), p.of("rw r w1c res"))
		}
		p.s("</dl>")
		p.near(1, "previous", "next", v)
	}, named(peripherals, block), named(perPeripheral, reg))
}

// mathtables has numbers with their properties, pages of primes, logarithms and sines.
func mathtables(s *Site) {
	s.look("Tables", plainSkin, "/ Contents")
	var number, primes, logs, sines *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Contents")
		for i := 0; i < number.n; i += 50 {
			p.a(number.url(i), number.dims[0].text(i))
			p.s(" ")
		}
		p.a(primes.url(0), "Primes")
		p.a(logs.url(0), "Logarithms")
		p.a(sines.url(0), "Sines")
	})
	number = s.add("/number/{}", func(p *page, v []int) {
		n := v[0] + 1
		p.h1("%d", n)
		sum := divisors(p, n)
		p.f("<p>Sum of divisors %d<br>Binary %b<br>Octal %o<br>Hexadecimal %x<br>Square %d<br>Cube %d</p>", sum, n, n, n, n*n, n*n*n)
		p.near(0, "-1", "+1", v)
	}, nums(1, 1500))
	primes = s.add("/primes/{}", func(p *page, v []int) {
		p.h1("Primes below %d", v[0]*500+500)
		for n := max(2, v[0]*500); n < v[0]*500+500; n++ {
			if prime(n) {
				p.f("%d ", n)
			}
		}
		p.near(0, "&lt;", "&gt;", v)
	}, nums(1, 200))
	logs = s.add("/log/{}", func(p *page, v []int) {
		p.h1("Logarithms of %d to %d", 100+v[0]*10, 109+v[0]*10)
		p.s("<table>")
		for i := range 10 {
			p.s("<tr>")
			for k := range 10 {
				p.f("<td>%05d</td>", mantissa(float64(1000+v[0]*100+i*10+k)))
			}
			p.s("</tr>")
		}
		p.s("</table>")
		p.near(0, "&lt;", "&gt;", v)
	}, nums(100, 90))
	sines = s.add("/sin/{}", func(p *page, v []int) {
		p.h1("%d°", v[0])
		for m := range 60 {
			p.f("%02d' %.5f<br>", m, sine(float64(v[0])+float64(m)/60))
		}
		p.near(0, "&lt;", "&gt;", v)
	}, nums(0, 90))
}

// divisors appends the divisors of a number and returns their sum.
func divisors(p *page, n int) (sum int) {
	p.s("<p>Divisors:")
	for d := 1; d <= n; d++ {
		if n%d == 0 {
			sum += d
			p.f(" %d", d)
		}
	}
	p.s("</p>")
	return sum
}

// votes are 840 divisions of a parliament in 14 sessions, and 240 members with their votes on three pages each.
func votes(s *Site) {
	const divisions, sessions, members = 840, 14, 240
	s.look("The Assembly", portalSkin, "/ Sessions, /members Members")
	name := func(m int) string { return person(s.h(1, m)) }
	party := func(m int) string { return pick("Union Labour Green Farmers Centre", s.h(2, m)) }
	aye := func(d, m int) bool { return (s.h(3, d)>>(m%5)+s.h(4, d, m)%8/7)%2 == 0 }
	motion := func(d int) string {
		return english.phrase(s.dice(5, d), 2) + " " + pick("Bill Order Act Amendment Estimates", s.h(6, d))
	}
	var session, division, member *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Sessions")
		p.links(session, 0, sessions, func(i int) string { return fmt.Sprint("Session ", i+1) })
	})
	s.add("/members", func(p *page, _ []int) {
		p.h1("Members")
		for m := range members {
			p.a(member.url(m, 0), name(m))
			p.s(" (", party(m), ")<br>\n")
		}
	})
	session = s.add("/session/{}", func(p *page, v []int) {
		p.h1("Session %d", v[0]+1)
		p.links(division, v[0]*60, v[0]*60+60, motion)
	}, nums(1, sessions))
	division = s.add("/division/{}", func(p *page, v []int) {
		p.h1("Division %d: %s", v[0]+1, motion(v[0]))
		for _, side := range []bool{true, false} {
			p.s(map[bool]string{true: "<h2>Ayes</h2>", false: "<h2>Noes</h2>"}[side])
			for m := v[0] % 3; m < members; m += 3 {
				if aye(v[0], m) == side {
					p.a(member.url(m, v[0]/(divisions/3)), name(m))
					p.s(", ")
				}
			}
		}
		p.near(0, "previous division", "next division", v)
	}, nums(1, divisions))
	member = s.add("/member/{}?page={}", func(p *page, v []int) {
		p.h1("%s, %s", name(v[0]), party(v[0]))
		p.s("<table>")
		for d := v[1]*(divisions/3) + v[0]%3; d < (v[1]+1)*(divisions/3); d += 3 {
			p.f("<tr><td>%d</td><td>%s</td></tr>", d+1, map[bool]string{true: "Aye", false: "No"}[aye(d, v[0])])
		}
		p.s("</table>")
		p.pager(v)
	}, tailed(1, members, func(m int) string { return slug(name(m)) }), nums(1, 3))
}

// patents are 1,750 patents with abstract, claims and citations, listed by class.
func patents(s *Site) {
	const n, classes, perPage = 1750, 25, 14
	s.look("Patent Search", modernSkin, "/ Classes")
	title := func(i int) string {
		return pick("Method Apparatus System Device Process", s.h(1, i)) + " for " + strings.ToLower(english.phrase(s.dice(2, i), 3))
	}
	class := func(c int) string { return fmt.Sprintf("%c%02d%c", 'A'+c%8, 1+c*7%90, 'B'+c%20) }
	var list, patent *family
	s.add("/", func(p *page, _ []int) {
		p.h1("Classes")
		p.links(list, 0, list.n, func(i int) string { return fmt.Sprint(class(i/5), " p. ", i%5+1) })
	})
	list = s.add("/class/{}?page={}", func(p *page, v []int) {
		p.h1("Class %s", class(v[0]))
		at := (v[0]*5 + v[1]) * perPage
		p.links(patent, at, at+perPage, func(i int) string { return patent.dims[0].text(i) })
		p.pager(v)
	}, named(classes, class), nums(1, 5))
	patent = s.add("/patent/US{}", func(p *page, v []int) {
		p.crumb(list.url(v[0]/70, v[0]/perPage%5), class(v[0]/70))
		p.h1("US%s: %s", patent.dims[0].text(v[0]), title(v[0]))
		p.f("<p>Inventor: %s. Filed %s.</p><h2>Abstract</h2>", person(p.r.Uint64()), ymd(1960+v[0]/40, 1+v[0]%12, 7).format("Jan DD, YYYY"))
		p.para(p.between(30, 140))
		p.s("<h2>Claims</h2><ol>")
		for range p.between(1, 15) {
			p.s("<li>A ", english.prose(p.r, p.between(10, 50)), "</li>\n")
		}
		p.s("</ol><h2>Cited</h2>")
		for range p.r.IntN(7) {
			if v[0] > 0 {
				k := p.r.IntN(v[0])
				p.a(patent.url(k), "US"+patent.dims[0].text(k))
				p.s(" ")
			}
		}
	}, steps(3211407, n, 13, 7))
}

// screws are 8 heads in 8 diameters, 11 lengths and 3 materials, with lists by head and one attribute at a time.
func screws(s *Site) {
	s.look("Bolt & Nut Supply", shopSkin, "/ All screws")
	heads := words("hex-bolt socket-cap countersunk pan-head button-head set-screw wood-screw carriage-bolt")
	diameters, lengths := words("m2 m3 m4 m5 m6 m8 m10 m12"), words("6 8 10 12 16 20 25 30 40 50 60")
	materials := words("zinc a2 a4")
	var head, byDiameter, byMaterial, screw *family
	item := func(p *page, h, d, l, m int) {
		p.s("<li>")
		p.a(screw.url(h, d, l, m), fmt.Sprintf("%s %s x %s mm %s", heads.text(h), strings.ToUpper(diameters.text(d)), lengths.text(l), strings.ToUpper(materials.text(m))))
		p.f(" %.2f</li>\n", price(s, h, d, l, m))
	}
	s.add("/", func(p *page, _ []int) { p.h1("All screws"); p.links(head, 0, heads.n, heads.text) })
	head = s.add("/c/{}", func(p *page, v []int) {
		p.h1("%s", heads.text(v[0]))
		p.links(byDiameter, v[0]*8, v[0]*8+8, func(i int) string { return diameters.text(i % 8) })
		p.links(byMaterial, v[0]*3, v[0]*3+3, func(i int) string { return materials.text(i % 3) })
	}, heads)
	byDiameter = s.add("/c/{}?diameter={}", func(p *page, v []int) {
		p.h1("%s %s", heads.text(v[0]), diameters.text(v[1]))
		for l := range lengths.n {
			for m := range materials.n {
				item(p, v[0], v[1], l, m)
			}
		}
	}, heads, diameters)
	byMaterial = s.add("/c/{}?material={}", func(p *page, v []int) {
		p.h1("%s %s", heads.text(v[0]), materials.text(v[1]))
		for d := range diameters.n {
			item(p, v[0], d, 3, v[1])
		}
	}, heads, materials)
	screw = s.add("/p/{}-{}x{}-{}", func(p *page, v []int) {
		p.crumb(head.url(v[0]), heads.text(v[0]))
		p.crumb(byDiameter.url(v[0], v[1]), diameters.text(v[1]))
		p.h1("%s %s x %s mm, %s", heads.text(v[0]), strings.ToUpper(diameters.text(v[1])), lengths.text(v[2]), materials.text(v[3]))
		p.f("<img src=\"/img/%s.jpg\"><p>Price per 100: %.2f</p><p>%d in stock</p><p>Weight per 100: %.3f kg</p><p>Length</p>", heads.text(v[0]), price(s, v...), s.draw(900, 3, v...)*10, float64(v[1]*v[2]+2)*.07)
		for l := range lengths.n {
			p.a(screw.url(v[0], v[1], l, v[3]), lengths.text(l))
		}
		for m := range materials.n {
			p.a(screw.url(v[0], v[1], v[2], m), materials.text(m))
		}
		p.s("<p>Order before 3 pm and we ship on the same day. Quantity discounts from 1,000 pieces.</p>")
	}, dash(heads), diameters, lengths, materials)
}

func price(s *Site, v ...int) float64 { return .9 + float64(s.draw(400, 1, v...))/100 }

// dash replaces the dashes in texts, for patterns with dashes between values.
func dash(d dim) dim {
	return dim{
		n:    d.n,
		text: func(i int) string { return strings.ReplaceAll(d.text(i), "-", "_") },
		find: func(s string) int { return d.find(strings.ReplaceAll(s, "_", "-")) },
	}
}
