package finite

import (
	"math"
	"math/rand/v2"
	"strings"
)

// A lang makes the text of a language. It has function words, common words, and a long tail of words made of
// syllables whose frequencies follow Zipf's law. So new words never stop but become rarer, as in real text.
type lang struct {
	function, common      []string
	onsets, vowels, codas []string
}

var english = &lang{
	function: strings.Fields("the the the the of of of and and and a a to to in in is was it for on with as he be at by had not but from or have an they which one you were her all she there would their we him been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through back years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three"),
	common:   strings.Fields("house water place small large number always side group part until found every night between water however home city point room area next white line early story river church music north south east west street light form field letter paper table stone garden wind road island winter summer spring autumn market school village train bridge history family father mother child morning evening company question answer reason office member report study change service century council record public local general national open close above below along across several often rarely usually sometimes almost quite perhaps near far ago later soon rather enough indeed hundred thousand million half quarter second third fourth fifth black red green blue yellow brown grey short high low deep wide narrow heavy round flat clean dark bright warm cold dry wet quiet loud fast slow young strong weak rich poor simple hard easy free full empty ready certain common different important possible similar special usual whole"),
	onsets:   strings.Fields("b br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w wh y z"),
	vowels:   strings.Fields("a e i o u ai ea ee ie oa oo ou a e i o u e"),
	codas:    strings.Fields("b ck d ft g l ll m n nd ng nt p r rd rk rn s st t th tter ve x ble ment ness son ter dle"),
}

var german = &lang{
	function: strings.Fields("der die das und in zu den von ist mit sich des auf für nicht ein eine dem als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wenn"),
	common:   strings.Fields("Haus Wasser Stadt Jahr Straße Kirche Brücke Fluss Garten Licht Schule Zeit Tag Nacht Weg Berg Wald klein groß alt neu lang kurz schnell langsam schön früher später immer manchmal wieder zuerst schließlich kommen gehen stehen liegen sehen finden bauen bleiben nennen"),
	onsets:   strings.Fields("b br d dr f fl g gr h j k kl kn kr l m n pf pl r s sch schl schn schw sp st t tr v w z zw"),
	vowels:   strings.Fields("a e i o u ä ö ü ei au eu ie a e i e"),
	codas:    strings.Fields("ch cht ck d ft g l ll m n nd ng nn r rt s ss st t tz er en ung heit keit lich"),
}

var french = &lang{
	function: strings.Fields("le la les de des du et à un une en est que qui dans pour pas sur ce il elle on au aux plus avec son sa ses par ne se mais ou où nous vous leur été sont était comme tout cette bien aussi même"),
	common:   strings.Fields("maison eau ville année rue église pont rivière jardin lumière école temps jour nuit chemin montagne forêt petit grand vieux nouveau long court rapide lent beau avant après toujours parfois encore enfin venir aller rester voir trouver"),
	onsets:   strings.Fields("b bl br c ch cr d f fl fr g gl gn gr j l m n p pl pr qu r s t tr v vr"),
	vowels:   strings.Fields("a e é è i o u ou ai au eau eu oi a i é"),
	codas:    strings.Fields("l lle n nt r re s sse t te x ment tion age ier ique eux"),
}

var spanish = &lang{
	function: strings.Fields("el la los las de del y a en que un una por con no se es su para al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está"),
	common:   strings.Fields("casa agua ciudad año calle iglesia puente río jardín luz escuela tiempo día noche camino montaña bosque pequeño grande viejo nuevo largo corto rápido lento hermoso antes después siempre a veces todavía venir ir quedar ver encontrar"),
	onsets:   strings.Fields("b br c ch cl cr d f fl fr g gr h j l ll m n ñ p pl pr qu r s t tr v z"),
	vowels:   strings.Fields("a e i o u ie ue á é í ó a o e"),
	codas:    strings.Fields("l n r s z d ción dad mente nte ndo ra ro"),
}

var italian = &lang{
	function: strings.Fields("il la i gli le di del della e a in che un una per con non si è sono lo da come più o ma suo anche al alla nel nella dal questo tutto era stato ha hanno essere molto dopo prima tra fra dove quando"),
	common:   strings.Fields("casa acqua città anno strada chiesa ponte fiume giardino luce scuola tempo giorno notte cammino montagna bosco piccolo grande vecchio nuovo lungo corto veloce lento bello sempre talvolta ancora venire andare restare vedere trovare"),
	onsets:   strings.Fields("b br c ch cl cr d f fr g gh gl gn gr l m n p pr qu r s sb sc sf sp st str t tr v z"),
	vowels:   strings.Fields("a e i o u ia io uo a e i o"),
	codas:    strings.Fields("lla nna sso tto zione mente ra re ri no ne to ti le"),
}

var polish = &lang{
	function: strings.Fields("i w z na do się nie to że jest o jak a po co ale za od jego tak tym przez był ma już tylko dla być czy był oraz przy może ich jej pod są bardzo także lub aby który która które"),
	common:   strings.Fields("dom woda miasto rok ulica kościół most rzeka ogród światło szkoła czas dzień noc droga góra las mały duży stary nowy długi krótki szybki wolny piękny zawsze czasem jeszcze wreszcie"),
	onsets:   strings.Fields("b br c ch cz d dz g gr j k kr l ł m n p pr prz r rz s sz szcz śl t tr w wr z ż"),
	vowels:   strings.Fields("a e i o u y ą ę ó a o e"),
	codas:    strings.Fields("k m n r sz ć ść ka ność owy ski ego nie wać"),
}

// tail returns the word with a rank in the long tail.
func (l *lang) tail(rank int) string {
	part := func(of []string) string {
		s := of[rank%len(of)]
		rank /= len(of)
		return s
	}
	word := part(l.onsets) + part(l.vowels) + part(l.codas)
	for rank > 0 {
		rank--
		word = part(l.onsets) + part(l.vowels) + word
	}
	return word
}

const ranks = 400_000

// word draws a word: of all words, half are function words, a quarter common ones.
func (l *lang) word(r *rand.Rand) string {
	switch x := r.Float64(); {
	case x < .5:
		return l.function[int(math.Pow(r.Float64(), 1.6)*float64(len(l.function)))]
	case x < .75:
		return l.common[r.IntN(len(l.common))]
	}
	return l.rare(r)
}

// rare draws a word of the long tail.
func (l *lang) rare(r *rand.Rand) string {
	return l.tail(int(math.Exp(r.Float64()*math.Log(ranks))) * 37)
}

// prose draws sentences of words words in all. They repeat some words of their own, like a text about one subject.
func (l *lang) prose(r *rand.Rand, words int) string {
	var b strings.Builder
	var topic [5]string
	for i := range topic {
		topic[i] = l.rare(r)
	}
	for words > 0 {
		k := min(words, 5+r.IntN(20))
		for i := range k {
			w := l.word(r)
			if r.IntN(9) == 0 {
				w = topic[r.IntN(len(topic))]
			}
			if i == 0 {
				w = capital(w)
			}
			b.WriteString(w)
			if i < k-1 {
				b.WriteString([]string{" ", " ", " ", " ", " ", " ", ", "}[r.IntN(7)])
			}
		}
		b.WriteString(". ")
		words -= k
	}
	return b.String()
}

// sentence draws one sentence.
func (l *lang) sentence(r *rand.Rand, words int) string {
	all := make([]string, words)
	for i := range all {
		all[i] = l.word(r)
	}
	return capital(strings.Join(all, " ")) + "."
}

// phrase draws words with a capital each: a title.
func (l *lang) phrase(r *rand.Rand, words int) string {
	all := make([]string, words)
	for i := range all {
		all[i] = capital(l.common[r.IntN(len(l.common))])
		if r.IntN(2) == 0 {
			all[i] = capital(l.rare(r))
		}
	}
	return strings.Join(all, " ")
}

func capital(s string) string {
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

// slug makes a part of a path of a title.
func slug(title string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		case r == ' ' || r == '-':
			return '-'
		}
		return -1
	}, strings.ToLower(title)), "-")
}
