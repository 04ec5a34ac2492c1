package trap

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"weft/internal/drawn"
)

// A group of pages, and the verdicts that are allowed for pages after the first ones.
type verdictCase struct {
	name  string
	url   string // with %d for the number of the page
	page  func(i int, rng *rand.Rand) string
	after int // the first pages, on which any verdict is right
	want  []Verdict
	most  int // pages with another verdict; a month of 28 days that begins on a Saturday is rare
}

var (
	isRepeat = []Verdict{Same, Thin}
	isWeak   = []Verdict{Weak}
	isNews   = []Verdict{News}
)

var fruit = strings.Fields("apple pear plum cherry quince medlar fig grape lemon lime")

// shuffled writes the words in a drawn order.
func shuffled(rng *rand.Rand, form string) string {
	var b strings.Builder
	for _, i := range rng.Perm(len(fruit)) {
		fmt.Fprintf(&b, form, fruit[i])
	}
	return b.String()
}

// calendarOf writes a month of a calendar: a heading, a row for each week, and links to the months around.
func calendarOf(i int, day string) string {
	at := time.Date(2026, time.Month(1+i), 1, 0, 0, 0, 0, time.UTC)
	var b strings.Builder
	fmt.Fprintf(&b, "<h2>%s</h2><p>%s to %s<table><tr>", at.Format("January 2006"), at.Format("2006-01-02"), at.AddDate(0, 1, -1).Format("2 January 2006"))
	for range at.Weekday() {
		b.WriteString("<td>")
	}
	for d := at; d.Month() == at.Month(); d = d.AddDate(0, 0, 1) {
		if d.Weekday() == time.Sunday {
			b.WriteString("<tr>")
		}
		fmt.Fprintf(&b, day, d.Day())
	}
	return b.String() + "</table>"
}

func TestVerdicts(t *testing.T) {
	seed := drawn.Seed(t)
	for _, c := range []verdictCase{
		// what isRepeat
		{"a sorted list", "/l?sort=%d", func(_ int, rng *rand.Rand) string { return shuffled(rng, "<li>%s fruit 5") }, 2, isRepeat, 0},
		{"rows of a sorted table", "/l?sort=%d", func(_ int, rng *rand.Rand) string { return shuffled(rng, "<tr><td>%s<td>3.50") }, 2, isRepeat, 0},
		{"paragraphs in any order", "/l?sort=%d", func(_ int, rng *rand.Rand) string { return shuffled(rng, "<p>The %s costs 3.50 today.") }, 2, isRepeat, 0},
		{"a calendar", "/cal?m=%d", func(i int, _ *rand.Rand) string { return calendarOf(i, "<td>%d") }, 60, isRepeat, 6},
		{"a calendar of links", "/cal?m=%d", func(i int, _ *rand.Rand) string { return calendarOf(i, "<td><a href='/d'>%d</a>") }, 60, isRepeat, 6},
		{"a calendar of div", "/cal?m=%d", func(i int, _ *rand.Rand) string { return calendarOf(i, "<div>%d</div>") }, 60, isRepeat, 6},
		{"days", "/d/%d", func(i int, _ *rand.Rand) string {
			at := time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
			return "<h1>" + at.Format("Monday, January 2, 2006") + "</h1><p data-at=" + at.Format("2006-01-02T15:04:05Z") + ">No events on " + at.Format("02.01.2006") + "."
		}, 4, isRepeat, 0},
		{"ordinal days", "/d/%d", func(i int, _ *rand.Rand) string {
			at := time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
			var b strings.Builder
			for k := range 3 {
				d := at.AddDate(0, 0, k)
				end := []string{"th", "st", "nd", "rd", "th"}[min(d.Day()%10, 4)]
				if d.Day()/10 == 1 {
					end = "th"
				}
				fmt.Fprintf(&b, "<p>%s %d%s", d.Month(), d.Day(), end)
			}
			return b.String()
		}, 10, isRepeat, 0},
		{"its own number", "/item/%d", func(i int, _ *rand.Rand) string { return fmt.Sprintf("<h1>Item %d</h1><p>item%05d of the list", i, i) }, 2, isRepeat, 0},
		{"its own words", "/s?q=%d-" + "th%%C3%%A9-%%E7%%BD%%91", func(i int, _ *rand.Rand) string { return fmt.Sprintf("Nothing for %d thé 网 was found.", i) }, 2, isRepeat, 0},
		{"its own identifier", "/c/%08x%%08x", func(i int, _ *rand.Rand) string { return fmt.Sprintf("<p>No such commit: %08x", i) }, 3, isRepeat, 0},
		{"numbers by a law", "/l/%d", func(i int, _ *rand.Rand) string {
			return fmt.Sprintf("<p>Results %d to %d of 9000, %d left", 20*i+1, 20*i+20, 9000-20*i)
		}, 20, isRepeat, 0},
		{"one number", "/n/%d", func(_ int, rng *rand.Rand) string {
			return fmt.Sprintf("<h1>Here we are</h1><p>value %d", rng.IntN(1e9))
		}, 2, isRepeat, 0},
		{"nothing", "/e/%d", func(int, *rand.Rand) string { return "" }, 2, isRepeat, 0},
		{"numbers in links", "/p/%d", func(_ int, rng *rand.Rand) string {
			return fmt.Sprintf("<p>Pages <a href=x>%d</a> <a href=y>%d</a> <a href=z>%d</a>", rng.IntN(1e6), rng.IntN(1e6), rng.IntN(1e6))
		}, 2, isRepeat, 0},

		// what is finite
		{"a phrase", "/a/%d", func(i int, _ *rand.Rand) string { return "<p>the story of " + word(uint64(i)) + " and her friends" }, 0, isNews, 0},
		{"a word", "/a/%d", func(i int, _ *rand.Rand) string { return "<p>" + word(uint64(i)) }, 0, isNews, 0},
		{"a grid of cells", "/s/%d", func(_ int, rng *rand.Rand) string { return grid(rng, "<td>%d", "<tr>%s") }, 1, isWeak, 0},
		{"a grid of one row", "/s/%d", func(_ int, rng *rand.Rand) string { return grid(rng, "<td>%d", "%s") }, 1, isWeak, 0},
		{"a grid of div", "/s/%d", func(_ int, rng *rand.Rand) string { return grid(rng, "<div>%d</div>", "<div class=row>%s</div>") }, 1, isWeak, 0},
		{"a grid of span", "/s/%d", func(_ int, rng *rand.Rand) string { return grid(rng, "<span>%d</span> ", "<p>%s") }, 1, isWeak, 0},
		{"a grid under an identifier", "/s/%08x", func(_ int, rng *rand.Rand) string { return grid(rng, "<td>%d", "<tr>%s") }, 1, isWeak, 0},
		{"three small numbers under an identifier", "/s/9a1b2c3d4e%08x", func(i int, _ *rand.Rand) string {
			return fmt.Sprintf("<tr><td>taste<td>%d<tr><td>smell<td>%d<tr><td>looks<td>%d", i%10, 11+i/10%10, 22+i/100%10)
		}, 40, []Verdict{Weak, Thin}, 0},
		{"decimals", "/t/%d", func(_ int, rng *rand.Rand) string {
			return fmt.Sprintf("<p>high %.2f low %.2f", 9*rng.Float64(), 9*rng.Float64())
		}, 1, isWeak, 1}, // one of 900 early pages has a number of the first by chance, which is template still
		{"a picture", "/g/%d", func(i int, _ *rand.Rand) string { return fmt.Sprintf("<img src='i.php?id=%d'>", i) }, 1, isWeak, 0},
		{"a background", "/g/%d", func(i int, _ *rand.Rand) string {
			return fmt.Sprintf("<div style='background: url(scan-%d.png)'></div>", i)
		}, 1, isWeak, 0},
		{"a drawing", "/g/%d", func(i int, _ *rand.Rand) string {
			return fmt.Sprintf("<svg viewBox='0 0 9 9'><circle r=%d /></svg>", i)
		}, 1, isWeak, 0},
		{"data", "/g/%d", func(_ int, rng *rand.Rand) string {
			return fmt.Sprintf("<script>draw([%d, %d])</script>", rng.IntN(1e6), rng.IntN(1e6))
		}, 1, isWeak, 0},
		{"after an open anchor", "/o/%d", func(_ int, rng *rand.Rand) string {
			return fmt.Sprintf("<a name=top><h1>Reading</h1><p>%d<p>%d", rng.IntN(1e6), rng.IntN(1e6))
		}, 1, isWeak, 0},
		{"names and years", "/y/%d", func(i int, rng *rand.Rand) string {
			return fmt.Sprintf("<p>%s %s <p>%d – %d", fruit[i%10], fruit[i/10%10], 1600+rng.IntN(300), 1910+rng.IntN(90))
		}, 100, append(isNews, isWeak...), 0},
	} {
		v := newVisitor(Options{}, nil)
		n, wrong := 0, 0
		v.page = func(string, int) string { return around + c.page(n+1, rand.New(rand.NewPCG(seed, uint64(n)))) }
		for n = range 200 {
			url := "http://h" + fmt.Sprintf(strings.ReplaceAll(c.url, "%%08x", ""), n+1)
			s := v.judge(url)
			x := v.take(url, s, Group)
			x.twice = false
			f := v.learn(t, x)
			if n < c.after || slices.Contains(c.want, f.Verdict) {
				continue
			}
			if wrong++; wrong > c.most {
				t.Errorf("seed %d: %s, page %d: verdict %d, want one of %v: %s", seed, c.name, n, f.Verdict, c.want, v.page(url, 0))
				break
			}
		}
		v.replay(t)
	}
}

// What changes from request to request is no content, and what does not is.
func TestTwoResponses(t *testing.T) {
	seed := drawn.Seed(t)
	var adverts []string
	for i := range 8 {
		adverts = append(adverts, fmt.Sprintf("<p>Buy the best %s for only %d today!<img src=/ad/%d.png>", word(uint64(i)), 10+i, i))
	}
	text := func(rng *rand.Rand, n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(word(uint64(rng.IntN(60))) + " ")
		}
		return b.String()
	}
	table := func(i int) string {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		return fmt.Sprintf("<tr><td>%.2f<td>%.2f<tr><td>%.2f<td>%.2f", rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64())
	}
	for _, c := range []struct {
		name string
		page func(i int, now *rand.Rand) string // now is another one with each request
		want []Verdict
	}{
		{"a clock", func(_ int, now *rand.Rand) string {
			return fmt.Sprintf("<p class=clock>It is %02d:%02d:%02d.<p>Nothing here.", now.IntN(24), now.IntN(60), now.IntN(60))
		}, isRepeat},
		{"a counter and a clock", func(_ int, now *rand.Rand) string {
			return fmt.Sprintf("<p>You are visitor %d. It is %02d:%02d.", now.IntN(1e9), now.IntN(24), now.IntN(60))
		}, isRepeat},
		{"a token", func(_ int, now *rand.Rand) string {
			return fmt.Sprintf("<script>var token = '%016x%016x', time = %d</script><p>Nothing.", now.Uint64(), now.Uint64(), now.Uint32())
		}, isRepeat},
		{"an advertisement", func(_ int, now *rand.Rand) string {
			return "<p>Nothing here.<div class=ad>" + adverts[now.IntN(len(adverts))] + "</div>"
		}, isRepeat},
		{"random words", func(_ int, now *rand.Rand) string { return "<p>" + text(now, 30) + "<p>" + text(now, 20) }, isRepeat},
		{"random new words", func(_ int, now *rand.Rand) string { return "<p>" + word(now.Uint64()) + " " + word(now.Uint64()) }, isRepeat},
		{"a clock above a table", func(i int, now *rand.Rand) string {
			return fmt.Sprintf("<p class=clock>It is %02d:%02d:%02d.<table>", now.IntN(24), now.IntN(60), now.IntN(60)) + table(i)
		}, isWeak},
		{"a clock and a number in like paragraphs", func(i int, now *rand.Rand) string {
			return fmt.Sprintf("<p class=v>%02d:%02d:%02d<p class=v>%d.5<p>height %d.7 m", now.IntN(24), now.IntN(60), now.IntN(60), 1000+7919*i%10007, 1000+7907*i%10009)
		}, isWeak},
		{"a clock beside a number that stays", func(_ int, now *rand.Rand) string {
			return fmt.Sprintf("<p>You are visitor %d. It is %02d:%02d:%02d +0000 UTC.", now.IntN(1e9), now.IntN(24), now.IntN(60), now.IntN(60))
		}, isRepeat},
		{"a clock in a bare cell of a table", func(i int, now *rand.Rand) string {
			return fmt.Sprintf("<table><tr><td>%02d:%02d:%02d", now.IntN(24), now.IntN(60), now.IntN(60)) + table(i)
		}, isWeak},
		{"an advertisement beside a picture", func(i int, now *rand.Rand) string {
			return fmt.Sprintf("<p><img src=/photo/%d.jpg><div class=ad>%s</div>", i, adverts[now.IntN(len(adverts))])
		}, append(isNews, isWeak...)},
	} {
		n := 0
		v := newVisitor(Options{}, nil)
		v.page = func(_ string, request int) string {
			return around + c.page(n, rand.New(rand.NewPCG(seed, uint64(request))))
		}
		twice, wrong := 0, 0
		var got [News + 1]int
		for n = range 300 {
			url := fmt.Sprintf("http://h/p/%d", n)
			x := v.take(url, v.judge(url), Group)
			f := v.learn(t, x)
			if x.twice {
				twice++
			}
			if n >= 100 {
				got[f.Verdict]++
				if !slices.Contains(c.want, f.Verdict) {
					wrong++
				}
			}
		}
		if twice == 0 || wrong > 4 { // a clock may show a time for the first time in a place that is not masked yet
			t.Errorf("seed %d: %s: of 200 pages %d have a wrong verdict, want %v; of each verdict %v; %d were requested twice", seed, c.name, wrong, c.want, got, twice)
		}
		v.replay(t)
	}
}
