package ingest

// repliesNote counts the responses of further sources.
const repliesNote = "responses that WAT files, indexes or crawl logs describe: not counted beside other responses, which may be the same"

// keepReplies puts the counts of the fullest source into the manifest.
func (im *importer) keepReplies() error {
	all, err := im.Replies.Totals()
	if err != nil || len(all) == 0 || im.Replies.Unknown {
		return err
	}
	im.Draft.Manifest.Responses = all[0]
	for _, t := range all[1:] {
		im.Notes[repliesNote] += t.Responses
	}
	return nil
}
