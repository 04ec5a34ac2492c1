package job

import "weft/weburl"

// walled says whether an answer is a wall of cookies: it sets some and sends back to where we are, to look whether they are sent. The page is asked
// for once more then, and the answer is kept beside it. As a redirect to itself it would be all that is ever had of the page.
func (f *fetcher) walled() (bool, error) {
	v, a := f.v, &f.answer
	if !f.web.cookies || v.live.walled || a.Status/100 != 3 || a.Field("Set-Cookie") == "" {
		return false, nil
	}
	to := a.Location()
	href, err := weburl.Resolve(string(v.url), to)
	if to == "" || err != nil || href != string(v.url) {
		return false, nil //nolint:nilerr // it leads elsewhere, or nowhere
	}
	v.live.walled = true
	return true, v.keep(string(v.url), a, "cookies")
}
