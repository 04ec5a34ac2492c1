package livecrawl

import (
	"fmt"

	"weft/livecrawl/folder"
	"weft/livecrawl/visit"
	"weft/web/live"
	"weft/web/weburl"
)

// takeCredentials takes user names and passwords out of seeds, which are canonical, and has them sent to the origins of
// the seeds, in this run. They are written down nowhere.
func takeCredentials(c *folder.Config, o *Options) error {
	of := map[string]string{}
	seeds := make([]string, len(c.Seeds))
	for i, s := range c.Seeds {
		href, userinfo := weburl.CutUserinfo([]byte(s))
		seeds[i] = string(href)
		if c.Web != folder.Live || userinfo == nil {
			continue
		}
		site := visit.OriginOf(href)
		if was, ok := of[site]; ok && was != string(userinfo) {
			return fmt.Errorf("%w: seeds give two passwords for %s: give one, or none", ErrOptions, site)
		} else if !ok {
			of[site] = string(userinfo)
			o.Net.Origins = append(o.Net.Origins, live.Origin{Site: site, Fields: []string{live.Credentials(string(userinfo))}})
		}
	}
	c.Seeds = seeds
	return nil
}
