package finite

// openFinite are the finite kinds of the open half.
func openFinite() []Kind {
	return []Kind{
		{Name: "homes", About: "houses for sale by town, short descriptions, a box of what others viewed", Noise: Also, lay: homes},
		{Name: "datasheets", About: "electronic parts: tables of decimals, a PDF for each", lay: datasheets},
		{Name: "dictionary", About: "a dictionary: an entry a page, lists by page number", lay: dictionary},
		{Name: "chatlogs", About: "logs of chat channels, a day a page", lay: chatlogs},
		{Name: "trivia", About: "questions with four choices, and the right letter on a page of its own", lay: trivia},
		{Name: "manpages", About: "manual pages by section", lay: manpages},
		{Name: "gallery", About: "pictures by img.php?id=N, a view of each without text", lay: gallery},
		{Name: "gitweb", About: "web view of a repository: log, commits, diffs, trees, files", lay: gitweb},
		{Name: "pdflists", About: "reports as PDF, listed by year and department", lay: pdflists},
		{Name: "gravestones", About: "graves by cemetery and row: a name and two years", lay: gravestones},
		{Name: "elections", About: "votes by election, county and precinct", lay: elections},
		{Name: "dockets", About: "court cases with their entries, lists by judge and month", lay: dockets},
		{Name: "rates", About: "exchange rates of a day, currencies by year", lay: rates},
		{Name: "wiki", About: "a wiki with histories, old versions, differences and back links", lay: wiki},
		{Name: "coins", About: "coins by country, denomination and year", lay: coins},
		{Name: "doodles", About: "drawings as data URIs, no text", lay: doodles},
		{Name: "compounds", About: "chemical compounds: formulas, masses, identifiers", lay: compounds},
		{Name: "sources", About: "listings of source code with an anchor for each line", lay: sources},
		{Name: "tides", About: "tide tables by port and day", lay: tides},
		{Name: "crosswords", About: "crossword grids and their solutions", lay: crosswords},
		{Name: "packages", About: "software packages in four suites that differ little", lay: packages},
		{Name: "sudokus", About: "sudokus, nothing but digits in cells, one after the other", lay: sudokus},
		{Name: "apidocs", About: "reference of classes in frames, with uses of each", lay: apidocs},
		{Name: "slides", About: "exported slides of lectures", lay: slides},
		{Name: "photoalbums", About: "photographs whose captions are IMG_1234", lay: photoalbums},
		{Name: "stars", About: "a catalogue of stars: coordinates and magnitudes", lay: stars},
		{Name: "textfiles", About: "folders of CSV files with lists that can be sorted", lay: textfiles},
		{Name: "museum", About: "objects of a museum with tabs by query", lay: museum},
		{Name: "genealogy", About: "a family tree: names, dates, parents, children", lay: genealogy},
		{Name: "weather", About: "readings of a weather station by day", Noise: Clock, lay: weather},
		{Name: "forum", About: "a forum with permalinks, printable views and a counter", Noise: Counter, lay: forum},
	}
}
