package similar

import (
	"slices"

	"weft/internal/splitmix"
)

const (
	// MaxData is the largest number of marks in Print.Data.
	MaxData = 32
	// fewData is how many marks of each page may differ in near duplicates: counters, page numbers, tokens.
	fewData = 3
	maxRun  = 24 // bytes of a number that are compared with the forms of dates
	maxCell = 8  // words of a cell; a longer one is text
)

// data collects the numbers and the table cells of a page, as marks of 16 bits. Each of these gives a mark:
//
//   - a number, with the word or the number before it; a decimal, a time or a range is one number;
//   - a word of letters and digits, with the word before it;
//   - a table cell of 1 to 8 words, without its numbers.
//
// Dates, days and years next to the name of a month, and whole numbers inside links give no mark.
//
// The least marks are kept. Up to MaxData marks the set is complete. Beyond, it is a bottom sketch, from which the
// share of common marks is estimated (A. Broder, "On the resemblance and containment of documents", 1997, section
// 4).
type data struct {
	least [MaxData]uint16 // distinct, increasing
	n     int

	run  [maxRun]byte // the number that is being read: digits, and signs between them
	size int          // bytes of it, also those beyond run
	hash uint64       // of it
	sign byte         // the sign after its last digit; 0 without any

	before uint64 // hash of the previous token
	held   uint64 // the mark of the previous number, if holds
	holds  bool
	day    bool // the held number may be a day or a year, if the name of a month follows
	dated  int  // numbers since the name of a month, and one; 0 if there was another word

	link  bool // inside a link
	cell  bool // inside a table cell
	words int  // of the cell
	sum   uint64
}

// isJoiner reports whether a sign joins digits to one number.
func isJoiner(c byte) bool { return c == '.' || c == ',' || c == ':' || c == '/' || c == '-' }

// digit takes a digit.
func (d *data) digit(c byte) {
	if d.size == 0 {
		d.hash = fnvBasis
	}
	if d.sign != 0 {
		d.push(d.sign)
		d.sign = 0
	}
	d.push(c)
}

func (d *data) push(c byte) {
	if d.size < maxRun {
		d.run[d.size] = c
	}
	d.size++
	d.hash = (d.hash ^ uint64(c)) * fnvPrime
}

// gap handles a character after a number that is neither a letter nor a digit.
func (d *data) gap(c byte) {
	if d.size == 0 {
		return
	}
	if d.sign == 0 && isJoiner(c) {
		d.sign = c
		return
	}
	d.endNumber()
}

// word takes a word that has letters, by its hash with all digits alike.
func (d *data) word(h uint64, digits bool) {
	if digits { // which digit has taken, too
		d.mixed(splitmix.Mix(h ^ d.hash))
		return
	}
	d.endNumber()
	if isDate(h) {
		d.holds = d.holds && !d.day
		d.commit()
		d.dated = 1
		return
	}
	d.commit()
	d.dated, d.before = 0, h
	if d.cell {
		d.words++
		d.sum = splitmix.Mix(d.sum + h)
	}
}

// mixed takes a word of letters and digits. One of at most two digits next to a month is a day, such as 5th.
func (d *data) mixed(h uint64) {
	day := d.size <= 2
	d.size, d.sign = 0, 0
	d.commit()
	if d.dated > 0 && day {
		d.dated++
		return
	}
	d.hold(h, day)
}

// endNumber ends the number that is being read, if there is one.
func (d *data) endNumber() {
	if d.size == 0 {
		return
	}
	s := d.run[:min(d.size, maxRun)]
	long := d.size > maxRun
	d.size, d.sign = 0, 0
	d.commit()
	value, whole := wholeNumber(s)
	whole = whole && !long
	day := whole && (value <= 31 || isYearValue(value))
	switch {
	case !whole && !long && isDateNumber(s):
		return
	case day && (d.dated == 1 || d.dated == 2): // a day or a year after a month
		d.dated++
		return
	case whole && d.link:
		d.dated = 0
		return
	case whole:
		d.hold(hashOf(value), day)
	default:
		d.hold(d.hash, false)
	}
}

// hold holds the mark of a token back until the next one, which may be the name of a month.
func (d *data) hold(h uint64, day bool) {
	d.held, d.holds, d.day = splitmix.Mix(d.before+splitmix.Mix(h)), true, day
	d.before, d.dated = h, 0
}

// commit adds the mark that is held back.
func (d *data) commit() {
	if d.holds {
		d.add(d.held)
	}
	d.holds = false
}

// tag takes a tag.
func (d *data) tag(name []byte, closing bool) {
	switch string(name) {
	case "a":
		d.endNumber()
		d.link = !closing
	case "td", "th":
		d.endCell()
		d.cell = !closing
	case "tr", "table":
		d.endCell()
		d.cell = false
	}
}

func (d *data) endCell() {
	if 1 <= d.words && d.words <= maxCell {
		d.add(splitmix.Mix(d.sum))
	}
	d.words, d.sum = 0, 0
}

// end ends the page, and returns the marks.
func (d *data) end() []uint16 {
	d.endNumber()
	d.commit()
	d.endCell()
	return d.least[:d.n]
}

// add keeps a mark, if it is one of the least.
func (d *data) add(h uint64) {
	m := uint16(h >> 48) //nolint:gosec // 16 bits
	if d.n == MaxData && m >= d.least[d.n-1] {
		return
	}
	i, found := slices.BinarySearch(d.least[:d.n], m)
	if found {
		return
	}
	d.n = min(d.n+1, MaxData)
	copy(d.least[i+1:d.n], d.least[i:d.n-1])
	d.least[i] = m
}

// AlikeData reports whether the numbers and table cells of two pages are nearly the same, by their Print.Data: at
// most three marks of each page are missing from the other, or four of five marks are common. The second test is
// an estimate if a page has MaxData marks.
func AlikeData(a, b []uint16) bool {
	full := len(a) >= MaxData || len(b) >= MaxData
	var common, onlyA, onlyB int
	for len(a)+len(b) > 0 && !(full && common+onlyA+onlyB == MaxData) {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			onlyA, a = onlyA+1, a[1:]
		case len(a) == 0 || b[0] < a[0]:
			onlyB, b = onlyB+1, b[1:]
		default:
			common, a, b = common+1, a[1:], b[1:]
		}
	}
	return !full && onlyA <= fewData && onlyB <= fewData || 5*common >= 4*(common+onlyA+onlyB)
}
