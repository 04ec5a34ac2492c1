package random

import "strings"

// Alphabets of names, sorted.
var (
	digits    = strings.Fields("0 1 2 3 4 5 6 7 8 9")
	syllables = makeSyllables()
	words     = strings.Fields(`acorn album amber anchor apple archive arrow atlas autumn badge bakery balance bamboo barn basket
beacon bench birch blossom border bottle branch bridge brook bucket button cabin camera candle canyon castle cedar chapel
cherry clock cloud coast compass copper coral cottage cradle creek crystal delta desert diary dolphin drift eagle echo ember
engine fable falcon feather fern ferry field flame forest fountain garden glacier granite harbor hazel heron hollow horizon
island ivory jasmine jungle kettle lagoon lantern lemon letter library lilac linen lobby lunar maple marble meadow melody
mirror mountain needle nickel north oasis ocean olive orbit orchard otter paper parade pebble pepper pilot planet pocket
quarry quiet radio rain raven ribbon river rocket saddle sail sand shadow shell silver snow spark stone summer sunset
temple thistle ticket timber tower trail tulip tunnel valley velvet village violin walnut water willow winter wonder yard zinc`)
)

// makeSyllables returns all of a consonant and a vowel.
func makeSyllables() []string {
	var all []string
	for _, c := range "bdfghjklmnprstvz" {
		for _, v := range "aeiou" {
			all = append(all, string(c)+string(v))
		}
	}
	return all
}
