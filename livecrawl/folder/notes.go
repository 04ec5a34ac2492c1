package folder

import "weft/store/notes"

// Notes returns the place of the notes and boundaries of a crawl at a path. A snapshot has the notes of its live crawl.
func Notes(path string) notes.Place {
	if dir, is := Of(path); is {
		path = dir
	}
	return notes.At(path)
}
