package jobs

import (
	"bufio"
	"io"
	"strings"
)

// Orders that a child reads, each on a line of its own. The end of standard input is the order Interrupt.
const (
	Pause     = "pause"     // of a crawl: request no further pages
	Resume    = "resume"    // of a crawl: end the pause
	Stop      = "stop"      // of a crawl: end it, and keep its graph; of a question: Interrupt
	Interrupt = "interrupt" // end at once, as after Ctrl-C
)

// longestOrder is the length of the longest line of orders, in bytes.
const longestOrder = 64

// ReadOrders calls obey for each order, until standard input ends. It skips other lines.
func ReadOrders(in io.Reader, obey func(order string)) {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, longestOrder), longestOrder)
	for lines.Scan() {
		switch order := strings.TrimSpace(lines.Text()); order {
		case Pause, Resume, Stop, Interrupt:
			obey(order)
		}
	}
	obey(Interrupt)
}
