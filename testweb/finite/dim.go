package finite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weft/internal/splitmix"
)

// A dim is one dimension of a family: n values and the text of each. find returns the value of a text. For a text
// without a value its result does not matter, because the target is made again and compared.
type dim struct {
	n    int
	text func(i int) string
	find func(text string) int
}

// nums are n numbers.
func nums(from, n int) dim { return pad(from, n, 1) }

// pad are n numbers with leading zeros.
func pad(from, n, width int) dim { return steps(from, n, 1, width) }

// steps are n numbers at a distance, with leading zeros.
func steps(from, n, step, width int) dim {
	return dim{
		n:    n,
		text: func(i int) string { return fmt.Sprintf("%0*d", width, from+i*step) },
		find: func(s string) int {
			x, err := strconv.Atoi(s)
			if err != nil || x < from {
				return -1
			}
			return (x - from) / step
		},
	}
}

// list are values with a text each.
func list(texts ...string) dim {
	return dim{n: len(texts), text: func(i int) string { return texts[i] }, find: func(s string) int { return slices.Index(texts, s) }}
}

// words are values with a text each, which are separated by blanks.
func words(texts string) dim { return list(strings.Fields(texts)...) }

// named are n values whose texts are computed, and different. It is for small n, as find goes through all.
func named(n int, text func(i int) string) dim {
	return dim{n: n, text: text, find: func(s string) int {
		for i := range n {
			if text(i) == s {
				return i
			}
		}
		return -1
	}}
}

// slugs are n values whose texts begin with their numbers: "17-some-title".
func slugs(from, n int, slug func(i int) string) dim {
	return dim{
		n:    n,
		text: func(i int) string { return strconv.Itoa(from+i) + "-" + slug(i) },
		find: func(s string) int {
			s, _, _ = strings.Cut(s, "-")
			x, err := strconv.Atoi(s)
			if err != nil {
				return -1
			}
			return x - from
		},
	}
}

// tailed are n values whose texts end with their numbers: "some-title-17".
func tailed(from, n int, slug func(i int) string) dim {
	return dim{
		n:    n,
		text: func(i int) string { return slug(i) + "-" + strconv.Itoa(from+i) },
		find: func(s string) int {
			x, err := strconv.Atoi(s[strings.LastIndexByte(s, '-')+1:])
			if err != nil {
				return -1
			}
			return x - from
		},
	}
}

// hexes are n values with texts of hexadecimal digits in no order, 8 at least. The first 32 bits are the value times
// an odd number, which can be undone.
func hexes(n, digits int, salt uint64) dim {
	const odd, inverse = 0x9e3779b1, 0x0e8b2f51 // odd·inverse = 1 modulo 2³²
	return dim{
		n: n,
		text: func(i int) string {
			s := fmt.Sprintf("%08x", uint32(i+1)*odd^uint32(salt)) //nolint:gosec // modulo 2³²
			for k := uint64(0); len(s) < digits; k++ {
				s += fmt.Sprintf("%016x", splitmix.Seed(salt, uint64(i), k)) //nolint:gosec // not negative
			}
			return s[:digits]
		},
		find: func(s string) int {
			x, err := strconv.ParseUint(s[:min(8, len(s))], 16, 32)
			if err != nil {
				return -1
			}
			return int((uint32(x)^uint32(salt))*inverse) - 1 //nolint:gosec // modulo 2³²
		},
	}
}

// days are n consecutive days, written as in a layout of YYYY, MM and DD.
func days(from date, n int, layout string) dim {
	y, m, d := strings.Index(layout, "YYYY"), strings.Index(layout, "MM"), strings.Index(layout, "DD")
	return dim{
		n:    n,
		text: func(i int) string { return from.plus(i).format(layout) },
		find: func(s string) int {
			if len(s) != len(layout) {
				return -1
			}
			year, err1 := strconv.Atoi(s[y : y+4])
			month, err2 := strconv.Atoi(s[m : m+2])
			day, err3 := strconv.Atoi(s[d : d+2])
			if err1 != nil || err2 != nil || err3 != nil {
				return -1
			}
			return int(ymd(year, month, day) - from)
		},
	}
}

// months are n consecutive months, written as in a layout of YYYY and MM.
func months(year, month, n int, layout string) dim {
	of := func(i int) (int, int) { i += month - 1; return year + i/12, i%12 + 1 }
	return dim{
		n:    n,
		text: func(i int) string { y, m := of(i); return ymd(y, m, 1).format(layout) },
		find: func(s string) int {
			at, am := strings.Index(layout, "YYYY"), strings.Index(layout, "MM")
			if len(s) != len(layout) {
				return -1
			}
			y, err1 := strconv.Atoi(s[at : at+4])
			m, err2 := strconv.Atoi(s[am : am+2])
			if err1 != nil || err2 != nil {
				return -1
			}
			return (y-year)*12 + m - month
		},
	}
}

// A date is a day, counted from 1 January 1970.
type date int

// ymd returns the date of a day of the Gregorian calendar (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
func ymd(y, m, d int) date {
	if m <= 2 {
		y--
	}
	era := floor(y, 400)
	yoe := y - era*400
	doy := (153*((m+9)%12)+2)/5 + d - 1
	return date(era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468)
}

// civil returns year, month and day of a date.
func (t date) civil() (y, m, d int) {
	z := int(t) + 719468
	era := floor(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	y, m, d = yoe+era*400, (mp+2)%12+1, doy-(153*mp+2)/5+1
	if m <= 2 {
		y++
	}
	return y, m, d
}

func (t date) plus(n int) date { return t + date(n) }

// weekday is 0 on Mondays.
func (t date) weekday() int { return ((int(t)+3)%7 + 7) % 7 }

// floor divides and rounds down.
func floor(a, b int) int {
	if a < 0 {
		return (a - b + 1) / b
	}
	return a / b
}

// format writes a date as in a layout of YYYY, MM, DD, and the names Mon and Jan.
func (t date) format(layout string) string {
	y, m, d := t.civil()
	for _, part := range []struct{ name, text string }{{"YYYY", fmt.Sprintf("%04d", y)}, {"MM", fmt.Sprintf("%02d", m)}, {"DD", fmt.Sprintf("%02d", d)}, {"Mon", weekdays[t.weekday()][:3]}, {"Jan", monthNames[m-1][:3]}} {
		layout = strings.Replace(layout, part.name, part.text, 1)
	}
	return layout
}

var (
	weekdays   = strings.Fields("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
	monthNames = strings.Fields("January February March April May June July August September October November December")
)

// coined are n made-up words in alphabetical order.
func coined(n int) dim {
	const consonants, vowels = "bcdfghklmnprstvwz", "aeiou"
	const syllables = len(consonants) * len(vowels)
	step := syllables * syllables * syllables / n
	return dim{
		n: n,
		text: func(i int) string {
			j := i*step + int(splitmix.Mix(uint64(i)+9)%uint64(step)) //nolint:gosec // not negative
			b := make([]byte, 0, 8)
			for _, unit := range []int{syllables * syllables, syllables, 1} {
				k := j / unit % syllables
				b = append(b, consonants[k/5], vowels[k%5])
			}
			return string(append(b, "nrlst"[i%5]))
		},
		find: func(s string) int {
			if len(s) != 7 {
				return -1
			}
			j := 0
			for k := 0; k < 6; k += 2 {
				j = j*syllables + strings.IndexByte(consonants, s[k])*5 + strings.IndexByte(vowels, s[k+1])
			}
			return j / step
		},
	}
}

// chunks returns the number of lists of a size that n entries need.
func chunks(n, size int) int { return (n + size - 1) / size }
