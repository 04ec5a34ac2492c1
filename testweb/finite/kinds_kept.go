package finite

// keptFinite are the finite kinds of the kept half.
func keptFinite() []Kind {
	return []Kind{
		{Name: "registers", About: "registers of a processor: offsets, bits, hexadecimal numbers", lay: registers},
		{Name: "mathtables", About: "numbers and their divisors, primes, logarithms, sines", lay: mathtables},
		{Name: "votes", About: "divisions of a parliament and the votes of its members", lay: votes},
		{Name: "patents", About: "patents with claims and citations, by class", lay: patents},
		{Name: "screws", About: "a shop of screws that differ by size and material", lay: screws},
		{Name: "mapsheets", About: "sheets of a map by zoom, x and y, within bounds", lay: mapsheets},
		{Name: "languages", About: "pages in six languages below /en/, /de/ and so on", lay: languages},
		{Name: "chess", About: "games of chess, players and openings", lay: chess},
		{Name: "bugs", About: "a bug tracker: facets, orders, activity, a login page for each bug", lay: bugs},
		{Name: "blogarchive", About: "a blog with archives by year, month and day, tags, links to reply", Noise: Quote, lay: blogarchive},
		{Name: "genomes", About: "sequences of chromosomes and genes", lay: genomes},
		{Name: "bookscans", About: "scans of books as backgrounds of empty elements", lay: bookscans},
		{Name: "companies", About: "a register of companies and their officers, a form with a token", Noise: Token, lay: companies},
		{Name: "maillist", About: "a mailing list by month, with four indexes", lay: maillist},
		{Name: "listedarticles", About: "rich articles behind numbered lists that say nothing", lay: listedarticles},
		{Name: "laws", About: "a code of laws by title, chapter and section", lay: laws},
		{Name: "knitting", About: "knitting charts as SVG", lay: knitting},
		{Name: "podcasts", About: "episodes: a player, a length, a file", Noise: Also, lay: podcasts},
		{Name: "lottery", About: "draws of a lottery: six numbers", Noise: Counter, lay: lottery},
		{Name: "timetables", About: "departures by line, stop and kind of day", lay: timetables},
		{Name: "webcomic", About: "a chain of comic strips, without any list", Noise: Advert, lay: webcomic},
		{Name: "geojson", About: "empty pages for scripts, and GeoJSON behind them", lay: geojson},
		{Name: "events", About: "a calendar of past events, each day has one", lay: events},
		{Name: "qanda", About: "questions with answers in four orders", Noise: Counter, lay: qanda},
		{Name: "phonebook", About: "telephone numbers by town", lay: phonebook},
		{Name: "herbarium", About: "herbarium specimens: labels, coordinates, sheets", lay: herbarium},
		{Name: "meters", About: "readings of meters, one number a page", lay: meters},
		{Name: "recipes", About: "recipes converted to persons and units", lay: recipes},
		{Name: "stocks", About: "stock quotes by day", Noise: Clock, lay: stocks},
		{Name: "busstops", About: "bus stops: names, coordinates, lines", lay: busstops},
		{Name: "matches", About: "records of football matches", lay: matches},
	}
}
