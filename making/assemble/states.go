package assemble

import "weft/graph/page"

// Firm marks, in the state of a page, that it belongs to the graph. Such a page is linked to, is HTML, has links, or has a
// fact that the crawl recorded. Other captures, such as images, only give their state to pages of the graph.
const Firm = 1 << 7

// Facts about a page besides its state, while it is collected.
const (
	WasCaptured = 1 << 6 // there is a capture of it
	Revisited   = 1 << 5 // one capture is a revisit record, which has no links
	LinksKnown  = 1 << 4 // one capture has content, and so the links
)

// The low four bits of the facts about a page, while it is collected, are its page.State. For a page that was not
// requested they may be unasked instead, with one bit per source that mentions it. So the order of joining does
// not matter.
const (
	stateBits = 1<<4 - 1

	unasked  = 1 << 3
	isListed = unasked | 1<<0 // some source does not say what was requested: page.Unknown

	// LeftOut marks, in the state of a page, that a crawl found it by a link that it does not follow. The page is
	// excluded, unless LetIn is set too.
	LeftOut = unasked | 1<<1
	// LetIn marks that a crawl found the page by such links, and later by a link that it follows. LeftOut then has no
	// effect.
	LetIn = unasked | 1<<2
)

// StateOf returns a state in the form in which it is collected, marked as [Firm] or not.
func StateOf(s page.State, isFirm bool) uint8 {
	if isFirm {
		return uint8(s) | Firm
	}
	return uint8(s)
}

// JoinStates joins the facts of two captures about a page. The more informative state holds, and marks such as [Firm] hold
// if either has them. The order of joining does not matter.
func JoinStates(a, b uint8) uint8 {
	marks := (a | b) &^ stateBits
	a, b = a&stateBits, b&stateBits
	switch {
	case a == b || b == uint8(page.Ghost):
		return marks | a
	case a == uint8(page.Ghost):
		return marks | b
	}
	a, b = inBits(a), inBits(b)
	switch {
	case a&b&unasked != 0:
		return marks | a | b
	case a&unasked != 0:
		return marks | b
	case b&unasked != 0:
		return marks | a
	}
	return marks | uint8(page.Join(page.State(a), page.State(b)))
}

// inBits returns a state in the form that is joined bit by bit, if the page was not requested.
func inBits(state uint8) uint8 {
	if state == uint8(page.Unknown) {
		return isListed
	}
	return state
}

// settled returns the final state of a page after all joins.
func settled(state uint8) page.State {
	state &= stateBits
	switch {
	case state&unasked == 0:
		return page.State(state)
	case state&LeftOut == LeftOut && state&LetIn != LetIn:
		return page.Excluded
	case state&isListed == isListed:
		return page.Unknown
	}
	return page.Ghost
}
