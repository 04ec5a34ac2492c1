package testweb

// region says on which side of the core a host lies.
type region uint8

const (
	core    region = iota
	outside        // OUT: libraries that link only onward
	inside         // IN: notebooks without links to them
	island         // linked only among themselves
	farm           // a link farm, in the core by one careless link
	numRegions
)

// pageKind is the kind of a page.
type pageKind uint8

const (
	home pageKind = iota
	listing
	article
	entry      // an article without links to it
	printed    // an article without template, canonical elsewhere
	tube       // from IN to OUT, past the core
	tendrilIn  // a dead end behind IN
	tendrilOut // links to OUT, linked from nowhere
	stray      // links to a dead end behind IN, linked from nowhere
	alone      // neither links nor is linked to
	french     // in windows-1252
	search     // results for a word that is no ASCII
	japanese   // in Shift_JIS
	moved      // a redirect
	chained    // a redirect to a redirect
	bare       // the name of a domain without www: a redirect
	gone       // 404, 410 or 503
	refresh    // sends its readers on
	frameset
	widget // the content of an iframe
	private
	paper   // PDF
	picture // PNG
	spam
	ghost
)

// templated reports whether a page has the navigation and footer of its host.
func (k pageKind) templated() bool {
	switch k {
	case home, listing, article, entry, french, search, japanese, spam:
		return true
	}
	return false
}

// listed reports whether a directory links to pages of this kind.
func (k pageKind) listed() bool {
	switch k {
	case entry, printed, tendrilOut, stray, alone, widget, private, search:
		return false
	}
	return true
}

// specials are the kinds that take turns among the articles of a region, one after every period articles.
var specials = [numRegions]struct {
	period int
	kinds  []pageKind
}{
	core: {6, []pageKind{
		paper, french, moved, gone, entry, printed, search, chained, frameset, japanese, private, refresh, entry, picture,
		widget, gone, printed, moved, entry, paper,
	}},
	outside: {6, []pageKind{tendrilOut, paper, gone, picture, tendrilOut, moved}},
	inside:  {3, []pageKind{tendrilIn, tube, stray, paper, alone}},
	island:  {8, []pageKind{paper, moved, alone}},
	farm:    {1 << 30, []pageKind{spam}},
}

// common is the kind of the other pages of a region.
func (r region) common() pageKind {
	switch r {
	case inside:
		return entry
	case farm:
		return spam
	}
	return article
}
