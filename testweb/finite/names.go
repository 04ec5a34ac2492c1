package finite

import (
	"strings"

	"weft/internal/splitmix"
)

var (
	givenNames = strings.Fields("Agnes Albert Alice Amos Anna Arthur Beatrice Benjamin Bertha Caleb Carl Caroline Cecil Charles Clara Daniel David Dora Edith Edmund Edward Eleanor Eliza Ella Elmer Emil Emily Emma Ernest Esther Ethel Eugene Eva Florence Frances Frank Frederick George Grace Gustav Hannah Harold Harriet Harvey Helen Henry Herbert Hilda Horace Hugh Ida Irene Isaac Ivy Jacob James Jane Jean John Joseph Josephine Julia Karl Katherine Laura Lawrence Leo Leonard Lewis Lillian Louis Louisa Lucy Lydia Mabel Margaret Maria Martha Martin Mary Matilda Maud May Michael Minnie Nathan Nellie Nora Olive Oscar Otto Paul Peter Philip Rachel Ralph Ray Rebecca Robert Rose Roy Ruth Samuel Sarah Simon Sophia Stella Susan Sylvia Theodore Thomas Victor Viola Violet Walter William Winifred")
	namesFirst = strings.Fields("Ab Ald Ash Bar Beck Birk Black Bol Brad Bram Brook Burn Cal Carl Chad Clay Cliff Cold Cross Dal Den Dun East Ed El Fair Fen Field Fox Gar Glen Gold Green Had Hal Ham Har Hart Haw Hay Heath Hol Horn Hurst Ken King Kirk Lang Law Led Lin Long Mal Mar Mel Mid Mil Mor Nor Oak Old Or Pen Pres Rad Red Rock Row Rush Sand Sel Shel Stan Stock Stone Strad Sut Thorn Tor Wal War Wat Well West Whit Wil Win Wood Wy")
	namesLast  = strings.Fields("bury by combe croft dale den don ell er field ford gate grove ham hurst ington land leigh ley low man mere more over ridge shaw son stead ston thorpe ton tree wall ward water way well wick win wood worth")
)

// surname returns a family name.
func surname(h uint64) string {
	return namesFirst[h%uint64(len(namesFirst))] + namesLast[splitmix.Mix(h)%uint64(len(namesLast))]
}

// person returns the name of a person.
func person(h uint64) string {
	return givenNames[splitmix.Mix(h+1)%uint64(len(givenNames))] + " " + surname(h)
}

// place returns the name of a place.
func place(h uint64) string {
	name := surname(splitmix.Mix(h + 3))
	switch h >> 8 % 8 {
	case 0:
		return "Upper " + name
	case 1:
		return "St " + givenNames[h%uint64(len(givenNames))]
	case 2:
		return name + " Bridge"
	}
	return name
}

// latin returns a made-up Latin word.
func latin(h uint64, endings string) string {
	var b strings.Builder
	for range 2 + h%2 {
		h = splitmix.Mix(h + 1)
		b.WriteString(pick("b c d f g l m n p r s t v pl tr ch gr", h) + pick("a e i o u a i o", h>>16))
	}
	return b.String() + pick("l n r t d s nt st", h>>32) + pick(endings, h>>40)
}

// genus returns the name of a genus.
func genus(h uint64) string { return capital(latin(h, "a ium us is um ia")) }

// epithet returns the second part of the name of a species.
func epithet(h uint64) string { return latin(h, "a um ii ensis oides ata") }
