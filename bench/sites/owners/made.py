"""What the structures of first.py, second.py and third.py share: words, the pages of common programs, and archives.

A World holds the pages of one archive with their owners, a Site the pages of one owner in the look of a program (SW). Standard
library only."""
import sys, os, random, hashlib, uuid, posixpath, html
from datetime import datetime, timedelta
from urllib.parse import urlsplit

E = html.escape
# ------------------------------------------------------------------ words
TOPICS = {k: v.split() for k, v in {
 'garden': 'garden soil tomato seedling compost bed rose pruning mulch greenhouse shrub bulb harvest weeds perennial frost watering hedge lawn beans pumpkin spade trellis orchard apple pollinator beetle slug root shade',
 'knit': 'yarn needle stitch row sweater wool pattern purl gauge sleeve cable lace sock hat skein ply merino alpaca cuff cast ribbing shawl crochet hook mitten swatch dye spinning fleece button',
 'photo': 'camera lens aperture shutter exposure print darkroom negative tripod portrait landscape filter contrast flash sensor focal frame sharpness film developer grain enlarger studio slide zoom bokeh highlight shadow album exhibition',
 'train': 'locomotive track station gauge timetable signal carriage platform tunnel junction siding express steam diesel electric coupling freight viaduct depot conductor ticket rails switch railcar ballast boiler tender terminus branch bridge',
 'cook': 'recipe oven butter flour onion garlic simmer dough sauce pepper roast lemon parsley soup stew bake yeast sugar cream salt pan whisk noodle rice basil vinegar broth pastry mushroom cheese',
 'chess': 'bishop knight rook pawn opening endgame gambit tournament castle queen king sacrifice sicilian fianchetto variation clock rating defence attack exchange zugzwang blunder diagram notation board pin fork tempo mate draw',
 'astro': 'telescope galaxy nebula star orbit comet eclipse spectrum planet moon crater mirror refractor magnitude constellation observatory supernova redshift dwarf pulsar transit meteor aurora eyepiece mount seeing asteroid photometry dust halo',
 'bike': 'bicycle wheel spoke gear chain saddle brake pedal frame tyre ride climb descent commute helmet handlebar crank hub rim tour pannier trail cassette derailleur puncture pump valve lane messenger sprint',
 'econ': 'market inflation price wage labour tax budget deficit trade export tariff bank credit interest currency growth recession demand supply monopoly auction firm contract incentive pension investment bond equity productivity subsidy',
 'law': 'court judge statute contract plaintiff appeal ruling evidence liability clause tribunal jurisdiction tort damages counsel hearing remedy precedent constitution prosecution verdict witness licence property tenant lease inheritance negligence breach injunction',
 'soccer': 'goal striker midfield league penalty referee coach defender keeper match season transfer stadium fans cup derby relegation squad corner offside header tackle pitch injury training captain fixture table substitute whistle',
 'music': 'melody chord violin piano rhythm orchestra conductor sonata opera choir concert record album guitar drum bass singer tempo harmony score rehearsal festival stage composer quartet trumpet symphony band tune encore',
 'code': 'function variable compiler parser module thread loop array pointer class interface debugger library commit branch repository test stack heap recursion syntax type string buffer exception closure iterator callback cache query',
 'net': 'router packet server protocol socket firewall bandwidth latency switch address port gateway proxy tunnel session certificate handshake cluster node load balancer daemon log monitor backup replica uptime kernel driver queue',
 'health': 'patient doctor clinic therapy diagnosis symptom vaccine infection surgery nurse blood pressure heart lung diet exercise hospital medicine dose trial chronic allergy virus immune treatment prevention sleep stress injury recovery',
 'travel': 'island beach hostel ferry mountain village passport luggage flight hotel harbour temple market guide itinerary hike sunrise valley border bus museum cathedral lagoon desert souvenir map backpack tour coast monastery',
 'politics': 'minister parliament election coalition party vote reform opposition chancellor president cabinet committee bill campaign senate referendum debate mayor council treaty sanction embassy protest lobby speech poll candidate majority veto budget',
 'arch': 'building facade brick concrete roof window stair column beam architect plan courtyard tower insulation timber foundation arch vault renovation heritage dome corridor balcony masonry plaster gable lintel terrace attic cellar',
 'math': 'theorem lemma proof manifold group ring field integral matrix vector kernel operator convergence topology functor measure sequence polynomial eigenvalue homology bundle category algebra norm metric graph conjecture prime limit series',
 'bio': 'cell protein gene enzyme membrane species habitat evolution mutation bacteria plant insect larva genome receptor tissue neuron ecology predator fossil forest wetland bird migration pollen spore fungus mammal breeding population',
 'pump': 'pump valve flange impeller bearing shaft seal motor pressure flow casing rotor coupling viscosity suction discharge gasket stainless torque drive sensor maintenance hydraulic nozzle piston actuator filter pipe compressor turbine',
 'fashion': 'dress silk linen jacket hem collar button leather boots scarf cotton denim skirt tailor seam vintage velvet zipper pocket blouse coat bag belt sandal knitwear runway atelier print lining satin',
 'toys': 'puzzle doll kite wooden blocks marble dice card game board figure train plush balloon robot magnet crayon sticker rattle swing tent drum castle pirate dragon knight unicorn rocket bead top yo-yo',
 'history': 'empire dynasty siege treaty archive manuscript knight monastery guild plague revolution colony republic bishop medieval chronicle excavation tomb inscription emperor fortress peasant merchant province rebellion charter duke crusade papyrus coin',
 'dogs': 'dog puppy leash breed terrier shepherd kennel bark training collar fur paw vet shelter treat obedience agility hound retriever bowl walk scent herding groom whelp pedigree muzzle fetch tail bone',
 'weather': 'storm rain cloud wind temperature forecast front pressure humidity snow hail thunder lightning flood drought radar frost fog cyclone jet stream climate season monsoon barometer gust blizzard heatwave sleet tide',
}.items()}
COMMON = '''time people way day year thing world life hand part place case week point group number problem fact work night
line side end question area study idea story example result change reason form service family system book word business issue kind head
house power hour member car city name team minute level office door person art war history party moment morning girl force education foot boy age policy process music
good new first last long great little own other old right big high different small large next early young important few public bad same able
make see know take get come think look want give use find tell ask work seem feel try leave call keep let begin help show hear play run move live believe bring happen write provide sit stand lose pay meet include continue set learn'''.split()
FUNC = {
 'en': 'the the the of and a to in is that for it was on are as with his they at be this from have or by one had not but what all were when we there can an your which their if will do about then them would so some her like him has more very after our just most also'.split(),
 'de': 'der die das und in zu den mit von für ist auf im nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde'.split(),
 'fr': 'le la les de des et un une en à du que qui dans pour pas au sur ne se ce il sont est par avec plus son nous vous elle mais ou leur aussi cette tout faire comme être ces deux même'.split(),
 'es': 'el la los las de y en que un una por con para no se su al lo como más pero sus le ya este sí porque esta entre cuando muy sin sobre también me hasta hay donde'.split(),
 'it': 'il la i le di e un una in che per con non si da del della sono come più ma al anche questo ha alla nel dei gli lo se suo sua ci tra essere'.split(),
 'nl': 'de het een en van in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog naar door over ze zich hij haar deze'.split(),
 'pl': 'i w na z do nie się to jest że o jak ale po co tak za od już tylko dla przez przy może który ich bardzo także lub oraz'.split(),
 'cs': 'a v na se je to s z do že ve pro za by si ale tak po jako od jak k byl nebo který jsou podle jeho'.split(),
 'sv': 'och i att det som en på är av för med till den har de inte om ett men var sig så från vi man när kan nu eller'.split(),
}
SYL = {
 'en': 'ing er ton ley al der ber win tor har mar land stead ford wick bar ren dal ker ash bourne chap cot crom dun ed fen gil glen hazel hurst ken lam lin mel mor nor os pem pres quin ros rush sal shel ster tam thorn tre un ves wal wen wor yar zan bel cal dor el fal gor hal is jor kil lo mil nel or per rud sel tal vin',
 'de': 'ge ver ung lich keit schaft er en stein bau werk haus zeug mann hof berg stadt kraft wert',
 'fr': 'tion eur ment elle ais eau ance ier oir ette con dé pré chan vi mon bel ville age',
 'es': 'ción ado mente dad ero ista al en pro con des ca sa lor mira tierra bla co ri',
 'it': 'zione mento tore are ità oso ello ina pro con rac ca fio bel vento le sto ra',
 'nl': 'ing heid lijk ge ver baar huis werk dijk veld stra ber en zaam kunst ker haven',
 'pl': 'nie wać ość ski przy pod za ro ko mi zna wie ka do pra ta szy cz',
 'cs': 'ní ost ský při po za vý roz ko mě do pra va ře če sta nost',
 'sv': 'ing het lig för be an ut skap verk hus berg strand sten ner fjäl vik',
}
GIVEN = 'Anna Peter Maria Thomas Laura Stefan Julia Martin Sofia David Elena Paul Karin Robert Claire Daniel Nina Jonas Irene Oscar Helen Viktor Teresa Simon Ruth Felix Marta George Alice Hugo Ines Walter Dora Emil Greta Leon'.split()
FAM = 'Hartmann Lindqvist Moreau Novak Castell Brandt Okafor Ferrari Jansen Kowal Whitfield Sorensen Marchetti Dubois Ebner Kessler Rowan Aldous Petrov Stanek Vogel Ibarra Mercer Tanner Holm Quill Abel Weiss Carver Delgado Fenner Garrick Haas Ivens Kolb Lorenz Mohr Nagel Ortner Pohl'.split()

def coin(r, lang='en', lo=2, hi=3):
    s = SYL[lang].split()
    v = ''.join(r.choice(s) for _ in range(r.randint(lo, hi)))
    return v
def cap(s): return s[:1].upper() + s[1:]
FOLD = str.maketrans('äöüßéèêáàíóúçñìòùłżźćńśąęěščřžýůåøŁ', 'aousEeeaaioucniouLzzcnsaeescrzyuaol'.lower())
def slug(s):
    s = s.lower().translate(FOLD)
    out = ''.join(c if c.isascii() and c.isalnum() else '-' for c in s)
    while '--' in out: out = out.replace('--', '-')
    return out.strip('-') or 'x'

class Text:
    """vocabulary of an owner: general words, one or two topics, words of its own"""
    def __init__(s, r, lang='en', topics=(), own=40, share=.5):
        s.r, s.lang, s.share = r, lang, share
        g = random.Random('common' + lang)
        s.common = COMMON if lang == 'en' else [coin(g, lang) for _ in range(260)]
        s.mine = []
        for t in topics:
            if lang == 'en': s.mine += TOPICS[t]
            else:
                g = random.Random(t + lang)
                s.mine += [coin(g, lang, 2, 4) for _ in range(24)] + TOPICS[t][:6]
        s.mine += [coin(r, lang, 2, 3) for _ in range(own)]
        s.mine += [cap(coin(r, lang, 2, 2)) for _ in range(own // 5)]
    def word(s):
        x = s.r.random()
        return s.r.choice(s.mine) if x < s.share else s.r.choice(s.common)
    def sent(s):
        n, o = s.r.randint(6, 19), []
        for i in range(n):
            o.append(s.r.choice(FUNC[s.lang]) if s.r.random() < .45 and i < n - 1 else s.word())
            if i > 3 and i < n - 3 and s.r.random() < .07: o[-1] += ','
        return cap(' '.join(o)) + s.r.choice('.......?!')
    def sents(s, a, b): return ' '.join(s.sent() for _ in range(s.r.randint(a, b)))
    def title(s, a=2, b=6):
        o = []
        for i in range(s.r.randint(a, b)):
            o.append(s.r.choice(FUNC[s.lang]) if i and s.r.random() < .3 else s.word())
        if len(o) > 1 and o[-1] in FUNC[s.lang]: o[-1] = s.word()
        return ' '.join(cap(w) if (s.lang == 'en' and len(w) > 3) or i == 0 else w for i, w in enumerate(o))
    def person(s): return s.r.choice(GIVEN) + ' ' + s.r.choice(FAM)

# ------------------------------------------------------------------ world and WARC
SERVERS = ['Apache/2.4.10 (Debian)', 'nginx/1.14.2', 'Apache', 'nginx', 'Apache/2.2.22 (Ubuntu)', 'Microsoft-IIS/8.5', 'cloudflare']
class World:
    def __init__(s, struct, seed):
        s.struct, s.seed = struct, seed
        s.r = random.Random('%s-%s' % (struct, seed))
        s.recs, s.urls, s.srv = [], {}, {}
        # the link arrangements, by seed:   hosted listing blogroll powered
        s.hosted, s.listing, s.blogroll, s.powered = map(bool, [(0,0,1,1), (1,1,0,1), (0,1,1,0), (1,0,1,1), (0,0,0,1), (1,1,1,0), (0,1,0,0), (1,0,0,0)][seed % 8])
    def add(s, url, body, owner, status=200, hdr=()):
        if url in s.urls: raise SystemExit('twice: ' + url)
        s.urls[url] = owner
        s.recs.append((url, body, owner, status, list(hdr)))
    def error(s, base, path, site=None, text=None):
        url = base + path
        if url in s.urls: return
        if site is None or s.r.random() < .4:
            b = '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<p>The requested URL /%s was not found on this server.</p>\n<hr>\n<address>Apache Server at %s Port 80</address>\n</body></html>\n' % (E(path), urlsplit(base).netloc)
        else:
            p = P(url, 'Page not found', kind='error', body='<p>Sorry, we could not find that page.</p>')
            b = SW[site.sw](site, p)
        s.add(url, b, None, s.r.choice([404, 404, 404, 403, 410]) if b.startswith('<!DOCTYPE HTML PUBLIC') is False else 404)
    def write(s, out):
        r = s.r
        first, rest, hosts = [], [], set()
        for x in s.recs:
            h = urlsplit(x[0]).netloc
            (rest if h in hosts else first).append(x); hosts.add(h)
        # crawl order: by depth roughly, shuffled within
        rest.sort(key=lambda x: x[0].count('/') + r.random() * 4)
        when = datetime(2019, 3, 1, 4, 0, 0) + timedelta(seconds=r.randint(0, 10**7))
        def uid(): return '<urn:uuid:%s>' % uuid.UUID(int=r.getrandbits(128), version=4)
        name = '%s-%d.warc' % (s.struct, s.seed)
        REASON = {200: 'OK', 301: 'Moved Permanently', 302: 'Found', 403: 'Forbidden', 404: 'Not Found', 410: 'Gone', 500: 'Internal Server Error'}
        import base64
        with open(os.path.join(out, name), 'wb') as f:
            def rec(typ, extra, ctype, block):
                h = 'WARC/1.1\r\nWARC-Type: %s\r\n%sWARC-Date: %s\r\nWARC-Record-ID: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n' % (
                    typ, extra, when.strftime('%Y-%m-%dT%H:%M:%SZ'), uid(), ctype, len(block))
                f.write(h.encode() + block + b'\r\n\r\n')
            rec('warcinfo', 'WARC-Filename: %s\r\n' % name, 'application/warc-fields',
                b'software: Heritrix/3.4.0 http://crawler.archive.org\r\nformat: WARC File Format 1.1\r\nconformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\nrobots: obey\r\n')
            for url, body, owner, status, hdr in first + rest:
                when += timedelta(seconds=r.randint(1, 4))
                b = body.encode('utf-8')
                host = urlsplit(url).netloc
                if host not in s.srv:
                    hr = random.Random(host)
                    s.srv[host] = (hr.choice(SERVERS), hr.random() < .3, '%d.%d.%d.%d' % (hr.randint(20, 190), hr.randint(1, 250), hr.randint(1, 250), hr.randint(1, 250)))
                sv, php, ip = s.srv[host]
                h = 'HTTP/1.1 %d %s\r\nDate: %s\r\nServer: %s\r\n' % (status, REASON[status], when.strftime('%a, %d %b %Y %H:%M:%S GMT'), sv)
                if php: h += 'X-Powered-By: PHP/5.6.40\r\n'
                for k, v in hdr: h += '%s: %s\r\n' % (k, v)
                h += 'Content-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\nConnection: close\r\n\r\n' % len(b)
                dig = base64.b32encode(hashlib.sha1(b).digest()).decode()
                rec('response', 'WARC-Target-URI: %s\r\nWARC-IP-Address: %s\r\nWARC-Payload-Digest: sha1:%s\r\n' % (url, ip, dig),
                    'application/http; msgtype=response', h.encode() + b)
        with open(os.path.join(out, name[:-5] + '.truth'), 'w') as f:
            for url, body, owner, status, hdr in s.recs:
                if owner is not None: f.write('%s\t%s\n' % (url, owner))

class P:
    def __init__(s, url, h1, body=None, kind='post', **k):
        s.url, s.h1, s.body, s.kind = url, h1, body, kind
        s.title = s.date = s.author = None; s.side = ''; s.alts = []; s.crumbs = []; s.items = []; s.id = 0; s.head = ''; s.sec = ''; s.cls = ''; s.canon = None; s.foot = ''; s.top = ''; s.deadend = False
        s.__dict__.update(k)

class Site:
    def __init__(s, w, owner, name, base, sw, text, **k):
        s.w, s.owner, s.name, s.base, s.sw, s.text = w, owner, name, base, sw, text
        s.lang = text.lang; s.tagline = text.title(3, 6); s.menu = []; s.foot = []; s.side = []; s.links = 'abs'
        s.og = s.name; s.pat = '{t} – {n}'; s.css = base; s.skin = 0; s.pages = []; s.var = {}; s.gen = True; s.home_title = None; s.bodycls = ''; s.canon = True; s.nav_all = True
        s.__dict__.update(k)
    def title(s, p):
        if p.title is not None: return p.title
        if p.kind == 'home': return s.home_title or ('%s – %s' % (s.name, s.tagline) if s.name else p.h1)
        return s.pat.format(t=p.h1, n=s.name, s=p.sec or s.tagline)
    def href(s, p, u):
        a, b = urlsplit(p.url), urlsplit(u)
        if s.links == 'abs' or a.netloc != b.netloc: return E(u)
        tail = ('?' + b.query if b.query else '') + ('#' + b.fragment if b.fragment else '')
        if s.links == 'root': return E((b.path or '/') + tail)
        d = posixpath.dirname(a.path) or '/'
        rel = posixpath.relpath(b.path or '/', d)
        if b.path.endswith('/'): rel += '/'
        return E(rel + tail)
    def a(s, p, u, t, cls=''):
        return '<a%s href="%s">%s</a>' % (' class="%s"' % cls if cls else '', s.href(p, u), E(t))
    def prose(s, p, pool=(), n=None, lp=.25, heads=True, img=.25):
        r, o = s.text.r, []
        for i in range(n or r.randint(3, 8)):
            t = E(s.text.sents(2, 6))
            if pool and r.random() < lp:
                q = r.choice(pool)
                if q.url != p.url: t += ' ' + s.a(p, q.url, q.h1) + '.'
            if r.random() < .07: t += ' <a href="%s">%s</a>.' % (r.choice(EXT) , E(s.text.title(1, 3)))
            if heads and i and r.random() < .2: o.append('<h2>%s</h2>' % E(s.text.title()))
            o.append('<p>%s</p>' % t)
            if r.random() < img * .5: o.append('<img src="%s%s/%s.jpg" alt="%s" width="%d" height="%d">' % (s.imgbase(p), r.choice(['images', 'img', 'media']), slug(s.text.title(1, 2)), E(s.text.title(1, 3)), r.choice([300, 480, 640]), r.choice([200, 320, 480])))
            if r.random() < .08: o.append('<ul>%s</ul>' % ''.join('<li>%s</li>' % E(s.text.title()) for _ in range(r.randint(3, 6))))
            if r.random() < .05: o.append('<blockquote><p>%s</p></blockquote>' % E(s.text.sent()))
        return '\n'.join(o)
    def imgbase(s, p): return urlsplit(s.css).path if s.links != 'abs' else s.css
    def emit(s, pages=None, owner=None, pool=None):
        pages = pages or s.pages
        pool = pool if pool is not None else [q for q in pages if q.kind in ('post', 'page')]
        for p in pages:
            if p.body is None: p.body = s.prose(p, pool)
            bare = p.kind == 'post' and s.sw in ('wp', 'blogplat', 'custom', 'typo3', 'drupal', 'joomla', 'shop') and not p.items and s.w.r.random() < .012
            keep = p.body
            if bare:
                u = p.url + ('&' if '?' in p.url else '?') + 'print=1'; p.body += '<p class="print">%s</p>' % s.a(p, u, 'Print')
                s.w.add(u, '<html><head><meta charset="utf-8"><title>%s</title><meta name="robots" content="noindex"></head><body onload="window.print()"><h1>%s</h1>%s</body></html>' % (E(s.title(p)), E(p.h1), '<p>%s</p>' % E(s.text.sents(5, 9))), owner or s.owner)
            s.w.add(p.url, SW[s.sw](s, p), owner or s.owner); p.body = keep

EXT = ['https://en.wikipedia.org/wiki/Main_Page', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://twitter.com/', 'https://www.facebook.com/', 'https://www.bbc.co.uk/news', 'https://www.nytimes.com/', 'https://github.com/', 'https://archive.org/', 'https://www.openstreetmap.org/', 'https://doi.org/10.1000/182', 'https://www.amazon.com/', 'https://www.flickr.com/', 'https://arxiv.org/abs/1706.03762']
def L(s, p, pairs, sep='', tag='li', cls=''):
    return sep.join('<%s%s>%s</%s>' % (tag, ' class="%s"' % cls if cls else '', s.a(p, u, t), tag) for u, t in pairs)
def date(r): 
    d = datetime(2006, 1, 1) + timedelta(days=r.randint(0, 4500)); return d
MON = 'January February March April May June July August September October November December'.split()
def nice(d): return '%s %d, %d' % (MON[d.month - 1], d.day, d.year)

# ------------------------------------------------------------------ software
def head(s, p, gen=None, css=(), og=True, feeds=(), extra='', doctype='<!DOCTYPE html>', canon=None, js=()):
    o = [doctype, '<html lang="%s">' % s.lang if doctype == '<!DOCTYPE html>' else '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="%s" lang="%s">' % (s.lang, s.lang), '<head>',
         '<meta charset="utf-8">' if doctype == '<!DOCTYPE html>' else '<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />', '<title>%s</title>' % E(s.title(p))]
    if gen and s.gen: o.append('<meta name="generator" content="%s" />' % gen)
    if (canon is None and s.canon or canon) and p.kind != 'error': o.append('<link rel="canonical" href="%s" />' % E(p.canon or p.url))
    if og and s.og:
        o.append('<meta property="og:type" content="%s" />' % ('website' if p.kind == 'home' else 'article'))
        o.append('<meta property="og:title" content="%s" />' % E(p.h1))
        o.append('<meta property="og:url" content="%s" />' % E(p.url))
        o.append('<meta property="og:site_name" content="%s" />' % E(s.og))
    for c in css: o.append('<link rel="stylesheet" type="text/css" href="%s" media="all" />' % E(c))
    for t, u in feeds: o.append('<link rel="alternate" type="application/rss+xml" title="%s" href="%s" />' % (E(t), E(u)))
    for lg, u in p.alts: o.append('<link rel="alternate" hreflang="%s" href="%s" />' % (lg, E(u)))
    for j in js: o.append('<script src="%s"></script>' % E(j))
    o.append(extra + p.head); o.append('</head>')
    return '\n'.join(x for x in o if x)
def items(s, p, fmt='h2'):
    o = []
    for q in p.items:
        o.append('<article class="hentry item"><%s class="entry-title">%s</%s><div class="entry-summary"><p>%s</p></div></article>' % (fmt, s.a(p, q.url, q.h1), fmt, E(s.text.sents(1, 2))))
    return '\n'.join(o)
def lst(s, p): return '<ul>\n%s\n</ul>' % '\n'.join('<li>%s</li>' % s.a(p, q.url, q.h1) for q in p.items)
def foot(s, p, sep=' | '): return sep.join(s.foot) + p.foot
def alts_nav(s, p): return ''.join('<li class="lang-%s"><a href="%s" hreflang="%s">%s</a></li>' % (l, E(u), l, l.upper()) for l, u in p.alts)

WPTHEMES = ['twentyten', 'twentyeleven', 'twentytwelve', 'default', 'hemingway', 'astra', 'generatepress', 'kubrick', 'oceanwp', 'thesis', 'suffusion', 'newspaper', 'pilcrow', 'contango']
def wp(s, p):
    r = s.text.r
    th = s.var.get('theme', 'twentyten'); css = s.css
    grp = WPTHEMES.index(th) % 3 if th in WPTHEMES else 0
    cls = {'home': 'home blog', 'post': 'single single-post postid-%d single-format-standard' % p.id, 'list': 'archive category category-%d' % p.id, 'page': 'page page-id-%d page-template-default' % p.id, 'error': 'error404'}.get(p.kind, 'page')
    h = head(s, p, 'WordPress ' + s.var.get('ver', '4.9.8'), [css + 'wp-content/themes/%s/style.css?ver=%s' % (th, s.var.get('ver', '4.9.8')), css + 'wp-includes/css/dist/block-library/style.min.css'],
             feeds=[(s.name + ' » Feed', s.base + 'feed/'), (s.name + ' » Comments Feed', s.base + 'comments/feed/')],
             extra='<link rel="profile" href="http://gmpg.org/xfn/11" />\n<link rel="pingback" href="%sxmlrpc.php" />\n<link rel="https://api.w.org/" href="%swp-json/" />\n<link rel="EditURI" type="application/rsd+xml" title="RSD" href="%sxmlrpc.php?rsd" />\n' % (s.base, s.base, s.base) + ('<link rel="shortlink" href="%s?p=%d" />\n' % (s.base, p.id) if p.kind == 'post' else '') + '<link rel="shortcut icon" href="%sfavicon.ico" />' % css,
             og=s.var.get('yoast', True), js=[css + 'wp-includes/js/jquery/jquery.js'])
    meta = ''
    if p.kind == 'post' and p.date: meta = '<div class="entry-meta"><span class="posted-on">Posted on <time class="entry-date published">%s</time></span> <span class="byline">by <span class="author vcard">%s</span></span></div>' % (nice(p.date), E(p.author or ''))
    if p.items: meta = ''; p.body = items(s, p) + ('<div class="nav-previous">%s</div>' % s.a(p, s.base + 'page/2/', '← Older posts') if p.kind != 'page' else '')
    menu = L(s, p, s.menu, '\n', cls='menu-item menu-item-type-custom')
    side = '<aside id="search-2" class="widget widget_search"><form role="search" method="get" class="search-form" action="%s"><input type="search" name="s"></form></aside>\n' % s.base + '\n'.join(s.side) + p.side
    com = ''
    if p.kind == 'post': com = '<div id="comments" class="comments-area">%s<h3 id="reply-title">Leave a Reply</h3><form action="%swp-comments-post.php" method="post" id="commentform"><textarea name="comment"></textarea></form></div>' % (p.__dict__.get('comments', ''), s.base)
    art = '<article id="post-%d" class="post-%d %s hentry"><h1 class="entry-title">%s</h1>%s<div class="entry-content">%s</div></article>%s' % (p.id, p.id, 'post type-post status-publish format-standard' if p.kind == 'post' else 'page type-page', E(p.h1), meta, p.body, com)
    f = foot(s, p)
    if grp == 0:
        return h + '''
<body class="%s %s">
<div id="page" class="hfeed site">
<header id="masthead" class="site-header" role="banner"><hgroup>
<h1 id="site-title"><a href="%s" rel="home">%s</a></h1><h2 id="site-description">%s</h2></hgroup>
<nav id="access" role="navigation"><div class="menu"><ul>%s</ul></div></nav></header>%s
<div id="main"><div id="primary"><div id="content" role="main">
%s
</div></div><div id="secondary" class="widget-area" role="complementary">%s</div></div>
<footer id="colophon" role="contentinfo"><div id="site-generator">%s</div></footer></div></body></html>''' % (cls, s.bodycls, s.href(p, s.base), E(s.name), E(s.tagline), menu, p.top, art, side, f)
    if grp == 1:
        return h + '''
<body class="%s %s"><div id="wrapper"><div id="header"><div id="branding" role="banner"><div id="site-title"><a href="%s">%s</a></div><div id="site-description">%s</div></div><div id="navbar"><ul class="nav">%s</ul></div></div>%s
<div id="container" class="clearfix"><div id="content">%s</div><div class="sidebar" id="primary-sidebar">%s</div></div><div id="footer"><p>%s</p></div></div></body></html>''' % (cls, s.bodycls, s.href(p, s.base), E(s.name), E(s.tagline), menu, p.top, art, side, f)
    return h + '''
<body class="%s %s ast-separate-container"><a class="skip-link screen-reader-text" href="#content">Skip to content</a><div class="hfeed site" id="page"><header class="site-header header-main-layout-1"><div class="main-header-bar"><div class="site-branding"><span class="site-title"><a href="%s" rel="home">%s</a></span><p class="site-description">%s</p></div><div class="main-navigation"><ul class="main-header-menu">%s</ul></div></div></header>%s
<div id="content" class="site-content"><div class="ast-container"><div id="primary" class="content-area">%s</div><div class="widget-area secondary">%s</div></div></div><footer class="site-footer"><div class="ast-small-footer">%s</div></footer></div></body></html>''' % (cls, s.bodycls, s.href(p, s.base), E(s.name), E(s.tagline), menu, p.top, art, side, f)

def blogplat(s, p):
    """an own-made blog platform, one theme for all"""
    v = s.var.get('plat', 'tagwerk')
    if p.items: p.body = items(s, p, 'h3')
    cb = s.css
    h = head(s, p, s.var.get('platgen'), [cb + 'static/%s.css' % v, cb + 'static/print.css'], feeds=[(s.name + ' RSS', s.base + 'rss.xml')], extra='<link rel="icon" href="%sfavicon.ico" />' % cb, doctype='<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">')
    return h + '''
<body id="%s-%s" class="%s">
<div class="%s-wrap"><div class="%s-head"><h1 class="blogname"><a href="%s">%s</a></h1><p class="blogsub">%s</p></div>
<div class="%s-nav"><ul>%s</ul></div>%s<div class="%s-col1"><div class="story"><h2 class="storytitle">%s</h2><div class="storydate">%s</div>%s<div class="storymeta">%s</div></div>%s</div>
<div class="%s-col2">%s%s</div><div class="%s-foot">%s</div></div></body></html>''' % (v, p.kind, s.bodycls, v, v, s.href(p, s.base), E(s.name), E(s.tagline), v, L(s, p, s.menu, '\n'), p.top, v, E(p.h1), nice(p.date) if p.date else '', p.body, E(p.author or ''), p.__dict__.get('comments', ''), v, '\n'.join(s.side), p.side, v, foot(s, p))

def typo3(s, p):
    if p.items: p.body = '<div class="csc-textpic-text">%s</div>' % lst(s, p) + (p.body or '')
    h = head(s, p, 'TYPO3 CMS', [s.css + 'typo3temp/stylesheet_%s.css' % s.var.get('hash', 'b1c2'), s.css + 'fileadmin/templates/%s/css/main.css' % s.var.get('tpl', 'main')], og=s.var.get('og', False), extra='<link rel="shortcut icon" href="%sfileadmin/templates/favicon.ico" type="image/x-icon" />' % s.css, doctype='<!DOCTYPE html>')
    cr = ' &gt; '.join(s.a(p, u, t) for u, t in p.crumbs)
    return h + '''
<body id="p%d" class="%s"><div id="seite"><div id="kopf"><a id="logo" href="%s"><img src="%sfileadmin/templates/logo.png" alt="%s" /></a><div id="servicenav"><ul>%s</ul></div><div id="claim">%s</div></div>%s
<div id="hauptnav"><ul class="nav-level1">%s</ul></div><div id="breadcrumb">%s</div><div id="linkespalte"><ul class="nav-level2">%s</ul></div>
<div id="inhalt"><!--TYPO3SEARCH_begin--><div id="c%d" class="csc-default"><div class="csc-header csc-header-n1"><h1 class="csc-firstHeader">%s</h1></div><div class="bodytext">%s</div></div><!--TYPO3SEARCH_end--></div>
<div id="rechtespalte">%s%s</div><div id="fuss">%s</div></div></body></html>''' % (p.id, s.bodycls, s.href(p, s.base), s.css, E(s.name), alts_nav(s, p), E(s.tagline), p.top, L(s, p, s.menu, '\n'), cr, p.__dict__.get('sub', ''), p.id + 40, E(p.h1), p.body, '\n'.join(s.side), p.side, foot(s, p))

def drupal(s, p):
    if p.items: p.body = (p.body or '') + '<div class="view-content">%s</div>' % '\n'.join('<div class="views-row"><span class="field-content">%s</span></div>' % s.a(p, q.url, q.h1) for q in p.items)
    th = s.var.get('theme', 'bartik')
    h = head(s, p, 'Drupal 7 (http://drupal.org)', [s.css + 'sites/all/themes/%s/css/style.css' % th, s.css + 'modules/system/system.base.css'], og=s.var.get('og', True), extra='<link rel="shortcut icon" href="%ssites/default/files/favicon.ico" />\n<link rel="shortlink" href="%snode/%d" />' % (s.css, s.css, p.id), canon=True)
    return h + '''
<body class="html %s not-logged-in one-sidebar sidebar-first page-node page-node-%d node-type-%s %s"><div id="page-wrapper"><div id="page"><div id="header"><div class="section clearfix"><a href="%s" title="Home" rel="home" id="logo"><img src="%ssites/default/files/logo.png" alt="Home" /></a><div id="name-and-slogan"><div id="site-name"><strong>%s</strong></div><div id="site-slogan">%s</div></div><div class="region region-header"><ul class="language-switcher-locale-url">%s</ul></div></div></div>%s
<div id="main-menu" class="navigation"><ul id="main-menu-links" class="links clearfix">%s</ul></div><div id="breadcrumb" class="breadcrumb">%s</div><div id="main-wrapper"><div id="content" class="column"><h1 class="title" id="page-title">%s</h1><div id="node-%d" class="node node-%s clearfix"><div class="field field-name-body field-type-text-with-summary"><div class="field-items">%s</div></div></div></div><div id="sidebar-first" class="column sidebar"><div class="region region-sidebar-first">%s%s</div></div></div>
<div id="footer-wrapper"><div id="footer">%s</div></div></div></div></body></html>''' % ('front' if p.kind == 'home' else 'not-front', p.id, p.kind, s.bodycls, s.href(p, s.base), s.css, E(s.name), E(s.tagline), alts_nav(s, p), p.top, L(s, p, s.menu, '\n', cls='menu-%d' % (len(s.name) * 7)), ' » '.join(s.a(p, u, t) for u, t in p.crumbs), E(p.h1), p.id, p.kind, p.body, '\n'.join(s.side), p.side, foot(s, p))

def joomla(s, p):
    if p.items: p.body = (p.body or '') + '<table class="category table">%s</table>' % '\n'.join('<tr><td class="list-title">%s</td></tr>' % s.a(p, q.url, q.h1) for q in p.items)
    h = head(s, p, 'Joomla! - Open Source Content Management', [s.css + 'templates/%s/css/template.css' % s.var.get('theme', 'protostar'), s.css + 'media/jui/css/bootstrap.min.css'], og=False, feeds=[('RSS 2.0', s.base + '?format=feed&type=rss')], extra='<link href="%stemplates/%s/favicon.ico" rel="shortcut icon" type="image/vnd.microsoft.icon" />' % (s.css, s.var.get('theme', 'protostar')))
    return h + '''
<body class="site com_content view-article no-layout no-task itemid-%d %s"><div class="body"><div class="container"><header class="header" role="banner"><a class="brand pull-left" href="%s"><span class="site-title" title="%s">%s</span><div class="site-description">%s</div></a></header>%s<nav class="navigation"><ul class="nav menu nav-pills">%s</ul></nav>
<div class="row-fluid"><main id="content" role="main" class="span9"><ul itemscope class="breadcrumb">%s</ul><div class="item-page"><div class="page-header"><h2 itemprop="headline">%s</h2></div><div itemprop="articleBody">%s</div></div></main><div id="aside" class="span3"><div class="well">%s%s</div></div></div></div></div><footer class="footer"><div class="container"><hr /><p>%s</p></div></footer></body></html>''' % (p.id % 130 + 101, s.bodycls, s.href(p, s.base), E(s.name), E(s.name), E(s.tagline), p.top, L(s, p, s.menu, '\n', cls='item-101'), L(s, p, p.crumbs), E(p.h1), p.body, '\n'.join(s.side), p.side, foot(s, p))

def custom(s, p):
    """a house-made template, BEM-like classes with a prefix"""
    k = s.var.get('pre', 'x')
    if p.items:
        p.body = (p.body or '') + '\n'.join('<article class="%s-teaser"><h3 class="%s-teaser__title">%s</h3><p class="%s-teaser__text">%s</p></article>' % (k, k, s.a(p, q.url, q.h1), k, E(s.text.sent())) for q in p.items)
    h = head(s, p, s.var.get('gen'), [s.css + 'assets/css/%s.css?v=%s' % (c, s.var.get('v', '3.1')) for c in s.var.get('sheets', ['main'])], og=s.var.get('og', True), feeds=s.var.get('feeds', []),
             extra='<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="description" content="%s">\n<link rel="icon" href="%sassets/favicon.ico">\n<link rel="apple-touch-icon" href="%sassets/touch-icon.png">' % (E(s.text.sent()), s.css, s.css), js=[s.css + 'assets/js/%s.js' % s.var.get('js', 'app')])
    by = '<p class="%s-byline">By <span class="%s-author">%s</span> · %s</p>' % (k, k, E(p.author), nice(p.date) if p.date else '') if p.author else ''
    return h + '''
<body class="%s-page %s-page--%s %s %s"><div class="%s-shell"><header class="%s-header">%s<a class="%s-logo" href="%s"><img src="%sassets/img/%s.svg" alt="%s"></a><nav class="%s-nav"><ul class="%s-nav__list">%s</ul></nav><ul class="%s-lang">%s</ul></header>%s
<main class="%s-main"><p class="%s-crumbs">%s</p><h1 class="%s-headline">%s</h1>%s<div class="%s-text">%s</div></main><aside class="%s-aside">%s%s</aside>
<footer class="%s-footer">%s</footer></div></body></html>''' % (k, k, p.kind, s.bodycls, p.cls, k, k, s.var.get('pretop', ''), k, s.href(p, s.var.get('logohref', s.base)), s.css, s.var.get('logo', 'logo'), E(s.var.get('logoalt', s.name)), k, k, L(s, p, s.menu, '\n', cls=k + '-nav__item'), k, alts_nav(s, p), p.top, k, k, ' › '.join(s.a(p, u, t) for u, t in p.crumbs), k, E(p.h1), by, k, p.body, k, '\n'.join(s.side), p.side, k, foot(s, p))

# hand-written HTML, several kinds
def plain(s, p):
    k = s.skin; r = s.text.r
    if p.items: p.body = (p.body or '') + lst(s, p)
    t = E(s.title(p)); b = p.body + p.side; m = [s.a(p, u, x) for u, x in s.menu]; f = foot(s, p, ' | ')
    if p.deadend: m, f = [], ''
    if k == 0: return '<html>\n<head><title>%s</title></head>\n<body bgcolor="#ffffff" text="#000000" link="#0000ee">\n<h1>%s</h1>\n<hr>\n%s\n<hr>\n%s<br>\n<address>%s</address>\n</body>\n</html>\n' % (t, E(p.h1), b, ' | '.join(m), f)
    if k == 1: return '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="GENERATOR" content="Microsoft FrontPage 4.0"><meta name="ProgId" content="FrontPage.Editor.Document"><title>%s</title></head>\n<body background="back.gif"><table border="0" width="100%%" cellspacing="0"><tr><td width="160" valign="top" bgcolor="#003366"><font face="Arial" size="2" color="#FFFFFF">%s</font></td><td valign="top"><p align="center"><font size="5" face="Arial">%s</font></p>%s<p><font size="1">%s</font></p></td></tr></table></body></html>' % (t, '<br>\n'.join(m), E(p.h1), b, f)
    if k == 2: return '<!DOCTYPE html>\n<html lang="%s"><head><meta charset="utf-8"><title>%s</title><link rel="stylesheet" href="%sstyle.css"></head><body><div id="sidebar"><ul>%s</ul></div><div id="main"><h2>%s</h2>%s</div><p class="small">%s</p></body></html>' % (s.lang, t, urlsplit(s.base).path, ''.join('<li>%s</li>' % x for x in m), E(p.h1), b, f)
    if k == 3: return '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<!--Converted with LaTeX2HTML 2002-2-1 (1.71)-->\n<HTML><HEAD><TITLE>%s</TITLE><META NAME="description" CONTENT="%s"><META NAME="Generator" CONTENT="LaTeX2HTML v2002-2-1"><LINK REL="STYLESHEET" HREF="main.css"></HEAD>\n<BODY><!--Navigation Panel-->%s<BR>\n<H1><A NAME="SECTION00010000000000000000">%s</A></H1>\n%s\n<HR><ADDRESS>%s</ADDRESS></BODY></HTML>' % (t, t, ' '.join('<B>%s</B>' % x for x in m), E(p.h1), b, f)
    if k == 4: return '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"><head><title>%s</title><meta name="generator" content="Org-mode" /></head><body><div id="content"><h1 class="title">%s</h1><div id="table-of-contents"><h2>Table of Contents</h2>%s</div><div id="outline-container-1" class="outline-2">%s</div></div><div id="postamble" class="status"><p class="author">%s</p></div></body></html>' % (t, E(p.h1), ' '.join(m), b, f)
    if k == 5: return '<!doctype html>\n<html lang="%s"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title><link rel="stylesheet" href="%scss/main.css"><meta name="generator" content="Jekyll v3.8.5"></head><body><header class="site-header"><div class="wrapper"><nav class="site-nav">%s</nav></div></header><div class="page-content"><div class="wrapper"><article class="post"><header class="post-header"><h1 class="post-title">%s</h1></header><div class="post-content">%s</div></article></div></div><footer class="site-footer h-card"><div class="wrapper">%s</div></footer></body></html>' % (s.lang, t, urlsplit(s.base).path, ''.join(x.replace('<a ', '<a class="page-link" ', 1) for x in m), E(p.h1), b, f)
    if k == 6: return '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 11"><title>%s</title></head><body lang=EN-US style=\'tab-interval:36.0pt\'><div class=Section1><p class=MsoTitle>%s</p>%s<p class=MsoNormal>%s</p><p class=MsoNormal>%s</p></div></body></html>' % (t, E(p.h1), b.replace('<p>', '<p class=MsoNormal>'), ' - '.join(m), f)
    if k == 7: return '<html><head><title>%s</title><meta name="GENERATOR" content="Mozilla/4.7 [en] (X11; I; Linux 2.2.14) [Netscape]"></head><body text="#000000" bgcolor="#FFFFCC"><center><h2>%s</h2></center><table width="90%%" align="center"><tr><td>%s</td></tr></table><center>[%s]</center><i>%s</i></body></html>' % (t, E(p.h1), b, '] ['.join(m), f)
    if k == 8: return '<!DOCTYPE html>\n<html><head><title>%s</title><link href="https://maxcdn.bootstrapcdn.com/bootstrap/3.3.7/css/bootstrap.min.css" rel="stylesheet"></head><body><nav class="navbar navbar-default"><div class="container"><ul class="nav navbar-nav">%s</ul></div></nav><div class="container"><div class="row"><div class="col-md-8"><h1>%s</h1>%s</div></div><footer><p class="text-muted">%s</p></footer></div></body></html>' % (t, ''.join('<li>%s</li>' % x for x in m), E(p.h1), b, f)
    return '<HTML><HEAD><TITLE>%s</TITLE></HEAD><BODY>\n<H2>%s</H2>\n%s\n<P>%s\n<P><SMALL>%s</SMALL>\n</BODY></HTML>' % (t, E(p.h1), b, '<BR>'.join(m), f)
NPLAIN = 10

def sphinx(s, p):
    th = s.var.get('theme', 'alabaster'); b = s.base
    if p.items: p.body = (p.body or '') + '<div class="toctree-wrapper compound"><ul>%s</ul></div>' % ''.join('<li class="toctree-l1"><a class="reference internal" href="%s">%s</a></li>' % (s.href(p, q.url), E(q.h1)) for q in p.items)
    rel = '<div class="related" role="navigation"><h3>Navigation</h3><ul><li class="right">%s</li><li class="nav-item nav-item-0"><a href="%s">%s %s documentation</a> &raquo;</li></ul></div>' % (s.a(p, b + 'genindex.html', 'index'), s.href(p, b + 'index.html'), E(s.name), s.var.get('ver', '1.0'))
    st = b + '_static/'
    t = '<title>%s</title>' % E(('%s — %s %s documentation' % (p.h1, s.name, s.var.get('ver', '1.0'))))
    hd = '<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8" />%s<link rel="stylesheet" href="%s" type="text/css" /><link rel="stylesheet" href="%s" type="text/css" /><script type="text/javascript" src="%s"></script><link rel="index" title="Index" href="%s" /><link rel="search" title="Search" href="%s" /></head>' % (t, s.href(p, st + ('css/theme.css' if th == 'rtd' else th + '.css')), s.href(p, st + 'pygments.css'), s.href(p, st + 'doctools.js'), s.href(p, b + 'genindex.html'), s.href(p, b + 'search.html'))
    sec = '<div class="section" id="%s"><h1>%s<a class="headerlink" href="#%s" title="Permalink to this headline">¶</a></h1>%s</div>' % (slug(p.h1), E(p.h1), slug(p.h1), p.body)
    ft = 'Created using <a href="http://sphinx-doc.org/">Sphinx</a> 1.8.5.'
    if th == 'rtd':
        return hd + '<body class="wy-body-for-nav"><div class="wy-grid-for-nav"><nav data-toggle="wy-nav-shift" class="wy-nav-side"><div class="wy-side-scroll"><div class="wy-side-nav-search"><a href="%s" class="icon icon-home"> %s</a><div class="version">%s</div></div><div class="wy-menu wy-menu-vertical"><ul>%s</ul></div></div></nav><section class="wy-nav-content-wrap"><div class="wy-nav-content"><div class="rst-content">%s</div><footer><hr/><div role="contentinfo"><p>&copy; Copyright %s. %s</p></div>%s</footer></div></section></div></body></html>' % (s.href(p, b + 'index.html'), E(s.name), s.var.get('ver', '1.0'), L(s, p, s.menu, cls='toctree-l1'), sec, E(s.var.get('by', '')), foot(s, p), 'Built with Sphinx using a <a href="https://github.com/rtfd/sphinx_rtd_theme">theme</a> provided by <a href="https://readthedocs.org">Read the Docs</a>.')
    return hd + '<body>%s<div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main">%s</div></div></div><div class="sphinxsidebar" role="navigation"><div class="sphinxsidebarwrapper"><h3><a href="%s">Table of Contents</a></h3><ul>%s</ul>%s</div></div><div class="clearer"></div></div>%s<div class="footer" role="contentinfo">&copy; Copyright %s. %s %s</div></body></html>' % (rel if th != 'alabaster' else '', sec, s.href(p, b + 'index.html'), L(s, p, s.menu), p.side, rel if th != 'alabaster' else '', E(s.var.get('by', '')), ft, foot(s, p))

def mkdocs(s, p):
    if p.items: p.body = (p.body or '') + lst(s, p)
    mat = s.var.get('theme') == 'material'
    hd = '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="mkdocs-1.0.4%s"><link rel="canonical" href="%s"><link rel="shortcut icon" href="%s"><title>%s</title><link rel="stylesheet" href="%s"></head>' % (', mkdocs-material-4.6.3' if mat else '', E(p.url), s.href(p, s.base + 'img/favicon.ico'), E('%s - %s' % (p.h1, s.name) if p.kind != 'home' else s.name), s.href(p, s.base + ('assets/stylesheets/application.css' if mat else 'css/base.css')))
    if mat: return hd + '<body dir="ltr"><header class="md-header" data-md-component="header"><nav class="md-header-nav md-grid"><a href="%s" title="%s" class="md-header-nav__button md-logo"></a><div class="md-header-nav__title">%s</div></nav></header><div class="md-container"><main class="md-main"><div class="md-main__inner md-grid"><div class="md-sidebar md-sidebar--primary"><nav class="md-nav md-nav--primary"><ul class="md-nav__list">%s</ul></nav></div><div class="md-content"><article class="md-content__inner md-typeset"><h1>%s</h1>%s</article></div></div></main><footer class="md-footer">%s %s</footer></div></body></html>' % (s.href(p, s.base), E(s.name), E(s.name), L(s, p, s.menu, cls='md-nav__item'), E(p.h1), p.body, 'powered by <a href="https://www.mkdocs.org">MkDocs</a>', foot(s, p))
    return hd + '<body><div class="navbar fixed-top navbar-expand-lg navbar-dark bg-primary"><div class="container"><a class="navbar-brand" href="%s">%s</a><ul class="nav navbar-nav">%s</ul></div></div><div class="container"><div class="row"><div class="col-md-9" role="main"><h1>%s</h1>%s</div></div></div><footer class="col-md-12"><hr><p>Documentation built with <a href="http://www.mkdocs.org/">MkDocs</a>.</p>%s</footer></body></html>' % (s.href(p, s.base), E(s.name), L(s, p, s.menu), E(p.h1), p.body, foot(s, p))

def doxygen(s, p):
    if p.items: p.body = (p.body or '') + '<div class="directory"><table class="directory">%s</table></div>' % ''.join('<tr class="even"><td class="entry"><a class="el" href="%s">%s</a></td></tr>' % (s.href(p, q.url), E(q.h1)) for q in p.items)
    return '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/xhtml;charset=UTF-8"/><meta name="generator" content="Doxygen 1.8.13"/><title>%s</title><link href="tabs.css" rel="stylesheet" type="text/css"/><link href="doxygen.css" rel="stylesheet" type="text/css" /></head><body><div id="top"><div id="titlearea"><table><tbody><tr><td id="projectalign"><div id="projectname">%s&#160;<span id="projectnumber">%s</span></div><div id="projectbrief">%s</div></td></tr></tbody></table></div><div id="main-nav"><ul class="sm">%s</ul></div></div><div class="header"><div class="headertitle"><div class="title">%s</div></div></div><div class="contents"><div class="textblock">%s</div></div><hr class="footer"/><address class="footer"><small>Generated by &#160;<a href="http://www.doxygen.org/index.html"><img class="footer" src="doxygen.png" alt="doxygen"/></a> 1.8.13</small> %s</address></body></html>' % (E('%s: %s' % (s.name, p.h1)), E(s.name), s.var.get('ver', '1.0'), E(s.tagline), L(s, p, s.menu), E(p.h1), p.body, foot(s, p))

def javadoc(s, p):
    if p.items: p.body = (p.body or '') + '<table class="typeSummary"><caption><span>Class Summary</span></caption>%s</table>' % ''.join('<tr class="altColor"><td class="colFirst">%s</td></tr>' % s.a(p, q.url, q.h1) for q in p.items)
    nav = '<div class="topNav"><div class="aboutLanguage">%s</div><ul class="navList" title="Navigation">%s</ul></div>' % (E(s.name + ' ' + s.var.get('ver', '1.0') + ' API'), L(s, p, s.menu))
    return '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">\n<!-- NewPage -->\n<html lang="en"><head><!-- Generated by javadoc (1.8.0_181) --><title>%s</title><meta name="date" content="2018-09-12"><link rel="stylesheet" type="text/css" href="%s" title="Style"></head><body>%s<div class="header"><h2 title="%s" class="title">%s</h2></div><div class="contentContainer"><div class="description">%s</div></div><div class="bottomNav">%s</div><p class="legalCopy"><small>Copyright &#169; 2018 %s. %s</small></p></body></html>' % (E('%s (%s %s API)' % (p.h1, s.name, s.var.get('ver', '1.0'))), s.href(p, s.base + 'stylesheet.css'), nav, E(p.h1), E(p.h1), p.body, nav, E(s.var.get('by', '')), foot(s, p))

def gitbook(s, p):
    if p.items: p.body = (p.body or '') + lst(s, p)
    return '<!DOCTYPE HTML>\n<html lang="en"><head><meta charset="UTF-8"><title>%s</title><meta name="generator" content="GitBook 3.2.3"><link rel="stylesheet" href="%s"></head><body><div class="book"><div class="book-summary"><nav role="navigation"><ul class="summary">%s<li class="divider"></li><li><a href="https://www.gitbook.com" target="blank" class="gitbook-link">Published with GitBook</a></li></ul></nav></div><div class="book-body"><div class="body-inner"><div class="book-header" role="navigation"><h1><a href="%s">%s</a></h1></div><div class="page-wrapper"><section class="normal markdown-section"><h1>%s</h1>%s</section></div>%s</div></div></div></body></html>' % (E('%s · %s' % (p.h1, s.name)), s.href(p, s.base + 'gitbook/style.css'), L(s, p, s.menu, cls='chapter'), s.href(p, s.base), E(s.name), E(p.h1), p.body, foot(s, p))

def texinfo(s, p):
    if p.items: p.body = (p.body or '') + '<ul class="menu">%s</ul>' % ''.join('<li>%s</li>' % s.a(p, q.url, q.h1) for q in p.items)
    return '<html lang="en"><head><title>%s</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="description" content="%s"><meta name="generator" content="makeinfo 4.13"><link title="Top" rel="start" href="index.html#Top"></head><body><div class="node"><p>%s<hr></div><h2 class="unnumbered">%s</h2>%s%s</body></html>' % (E('%s - %s' % (p.h1, s.name)), E(s.name + ' ' + s.var.get('ver', '')), ',\n'.join(s.a(p, u, t) for u, t in s.menu[:4]), E(p.h1), p.body, foot(s, p))

def phpbb(s, p):
    if p.items: p.body = '<div class="forumbg"><div class="inner"><ul class="topiclist topics">%s</ul></div></div>' % ''.join('<li class="row bg%d"><dl class="icon topic_read"><dt><a href="%s" class="topictitle">%s</a></dt></dl></li>' % (i % 2 + 1, s.href(p, q.url), E(q.h1)) for i, q in enumerate(p.items))
    else: p.body = ''.join('<div id="p%d" class="post has-profile bg%d"><dl class="postprofile"><dt><a class="username">%s</a></dt></dl><div class="postbody"><div class="content">%s</div></div></div>' % (p.id * 9 + i, i % 2 + 1, E(s.text.person().lower().replace(' ', '')), E(s.text.sents(2, 5))) for i in range(s.text.r.randint(2, 6)))
    t = '%s - %s' % (s.name, p.h1) if s.var.get('old') else '%s - %s' % (p.h1, s.name)
    if p.kind == 'home': t = s.name + ' - Index page'
    return '<!DOCTYPE html>\n<html dir="ltr" lang="en-gb"><head><meta charset="utf-8" /><title>%s</title><link rel="canonical" href="%s"><link href="%sstyles/prosilver/theme/stylesheet.css" rel="stylesheet"><link rel="alternate" type="application/atom+xml" title="Feed - %s" href="%sfeed.php"></head><body id="phpbb" class="nojs notouch section-%s ltr"><div id="wrap" class="wrap"><div id="page-header"><div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description"><a id="logo" class="logo" href="%s" title="Board index"><span class="site_logo"></span></a><h1>%s</h1><p>%s</p></div></div></div><div class="navbar" role="navigation"><ul id="nav-main" class="nav-main linklist">%s</ul></div></div>%s<div id="page-body" class="page-body" role="main"><h2 class="topic-title">%s</h2>%s</div><div id="page-footer" class="page-footer" role="contentinfo"><div class="copyright"><p>Powered by <a href="https://www.phpbb.com/">phpBB</a>&reg; Forum Software &copy; phpBB Limited</p>%s</div></div></div></body></html>' % (E(t), E(p.url), s.base, E(s.name), s.base, 'viewtopic' if p.kind == 'post' else 'viewforum', s.href(p, s.base), E(s.name), E(s.tagline), L(s, p, s.menu), p.top, E(p.h1), p.body, foot(s, p))

def mediawiki(s, p):
    if p.items: p.body = (p.body or '') + lst(s, p)
    return '<!DOCTYPE html>\n<html lang="en" dir="ltr" class="client-nojs"><head><meta charset="UTF-8" /><title>%s</title><meta name="generator" content="MediaWiki 1.27.4" /><link rel="shortcut icon" href="/favicon.ico" /><link rel="search" type="application/opensearchdescription+xml" href="%sopensearch_desc.php" title="%s (en)" /><link rel="alternate" type="application/atom+xml" title="%s Atom feed" href="%sindex.php?title=Special:RecentChanges&amp;feed=atom" /><link rel="stylesheet" href="%sload.php?debug=false&amp;lang=en&amp;modules=mediawiki.legacy.commonPrint%%2Cshared&amp;only=styles&amp;skin=vector" /></head><body class="mediawiki ltr sitedir-ltr ns-0 ns-subject page-%s skin-vector action-view"><div id="mw-page-base" class="noprint"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading" lang="en">%s</h1><div id="bodyContent" class="mw-body-content"><div id="siteSub">From %s</div><div id="mw-content-text" lang="en" dir="ltr" class="mw-content-ltr">%s</div></div></div><div id="mw-navigation"><div id="mw-panel"><div id="p-logo" role="banner"><a class="mw-wiki-logo" href="%s" title="Visit the main page"></a></div><div class="portal" role="navigation" id="p-navigation"><h3>Navigation</h3><ul>%s</ul></div>%s</div></div>%s<div id="footer" role="contentinfo"><ul id="footer-info"><li>This page was last modified on 3 May 2018.</li></ul><ul id="footer-places"><li>%s</li></ul><a href="//www.mediawiki.org/"><img src="%sresources/assets/poweredby_mediawiki_88x31.png" alt="Powered by MediaWiki" /></a></div></body></html>' % (E('%s - %s' % (p.h1, s.name)), s.base, E(s.name), E(s.name), s.base, s.base, slug(p.h1), E(p.h1), E(s.name), p.body, s.href(p, s.base + 'Main_Page'), L(s, p, s.menu), p.side, p.top, foot(s, p, '</li><li>'), s.base)

def shop(s, p):
    """Magento 1 / PrestaShop"""
    r = s.text.r; mg = s.var.get('eng', 'magento') == 'magento'; b = s.css
    if p.items: p.body = '<ul class="products-grid">%s</ul>' % ''.join('<li class="item"><a href="%s" title="%s" class="product-image"><img src="%smedia/catalog/product/%s.jpg" alt="%s" /></a><h2 class="product-name"><a href="%s">%s</a></h2><div class="price-box"><span class="price">€%d.%02d</span></div></li>' % (s.href(p, q.url), E(q.h1), b, slug(q.h1), E(q.h1), s.href(p, q.url), E(q.h1), r.randint(3, 400), r.choice([0, 50, 90, 95, 99])) for q in p.items)
    elif p.kind == 'post': p.body = '<div class="product-img-box"><img src="%smedia/catalog/product/%s.jpg" alt="%s" /></div><div class="price-box"><span class="regular-price"><span class="price">€%d.%02d</span></span></div><form action="%scheckout/cart/add/product/%d/" method="post" id="product_addtocart_form"><button class="button btn-cart">Add to Cart</button></form><div class="std">%s</div>' % (b, slug(p.h1), E(p.h1), r.randint(3, 400), 95, s.base, p.id, p.body)
    if mg:
        h = head(s, p, None, [b + 'skin/frontend/%s/css/styles.css' % s.var.get('theme', 'default/default'), b + 'skin/frontend/base/default/css/widgets.css'], og=s.var.get('og', False), extra='<link rel="icon" href="%sskin/frontend/favicon.ico" type="image/x-icon" />\n<meta name="keywords" content="%s" />\n<script type="text/javascript" src="%sjs/prototype/prototype.js"></script>' % (b, E(', '.join(s.text.word() for _ in range(6))), b))
        return h + '''
<body class="%s %s"><div class="wrapper"><div class="page"><div class="header-container"><div class="header"><a href="%s" title="%s" class="logo"><strong>%s</strong><img src="%sskin/frontend/images/logo.gif" alt="%s" /></a><div class="quick-access"><p class="welcome-msg">%s</p><ul class="links"><li><a href="%scheckout/cart/">My Cart</a></li></ul></div></div></div><div class="nav-container"><ul id="nav">%s</ul></div>%s<div class="main-container col2-left-layout"><div class="main"><div class="breadcrumbs"><ul>%s</ul></div><div class="col-main"><div class="product-view"><div class="product-name"><h1>%s</h1></div>%s</div></div><div class="col-left sidebar">%s%s</div></div></div><div class="footer-container"><div class="footer"><address>%s</address></div></div></div></div></body></html>''' % ({'post': 'catalog-product-view', 'list': 'catalog-category-view', 'home': 'cms-index-index cms-home'}.get(p.kind, 'cms-page-view'), s.bodycls, s.href(p, s.base), E(s.name), E(s.name), b, E(s.name), E(s.tagline), s.base, L(s, p, s.menu, '\n', cls='level0'), p.top, L(s, p, p.crumbs), E(p.h1), p.body, '\n'.join(s.side), p.side, foot(s, p))
    h = head(s, p, 'PrestaShop', [b + 'themes/%s/css/global.css' % s.var.get('theme', 'default-bootstrap'), b + 'themes/%s/css/product.css' % s.var.get('theme', 'default-bootstrap')], og=False)
    return h + '''
<body id="%s" class="%s hide-right-column lang_en"><div id="page"><div class="header-container"><header id="header"><div id="header_logo"><a href="%s" title="%s"><img class="logo img-responsive" src="%simg/logo.jpg" alt="%s"/></a></div><div id="block_top_menu" class="sf-contener"><ul class="sf-menu">%s</ul></div></header></div>%s<div class="columns-container"><div id="columns" class="container"><div class="breadcrumb clearfix">%s</div><div id="center_column" class="center_column col-xs-12 col-sm-9"><h1 itemprop="name">%s</h1>%s</div><div id="left_column" class="column">%s%s</div></div></div><div class="footer-container"><footer id="footer" class="container">%s</footer></div></div></body></html>''' % ({'post': 'product', 'list': 'category', 'home': 'index'}.get(p.kind, 'cms'), s.bodycls, s.href(p, s.base), E(s.name), b, E(s.name), L(s, p, s.menu), p.top, ' &gt; '.join(s.a(p, u, t) for u, t in p.crumbs), E(p.h1), p.body, '\n'.join(s.side), p.side, foot(s, p))

SW = dict(wp=wp, blogplat=blogplat, typo3=typo3, drupal=drupal, joomla=joomla, custom=custom, plain=plain, sphinx=sphinx, mkdocs=mkdocs, doxygen=doxygen, javadoc=javadoc, gitbook=gitbook, texinfo=texinfo, phpbb=phpbb, mediawiki=mediawiki, shop=shop)

# ------------------------------------------------------------------ helpers for structures
def topics(r, n=1): return r.sample(sorted(TOPICS), n)
def uniq(seen, f):
    for _ in range(200):
        x = f()
        if x and x not in seen: seen.add(x); return x
    x = x + str(len(seen)); seen.add(x); return x
def domain(r, tld, lang='en'): return slug(coin(r, lang, 2, 3) + coin(r, lang, 1, 1)).replace('-', '') + '.' + tld
def blogname(r, t):
    a, b = cap(r.choice(t.mine)), cap(r.choice(t.mine))
    return r.choice(['{a} & {b}', 'The {a} Diary', '{p}’s {a} Blog', '{a} Notes', 'Of {a} and {b}', 'My {a} Life', '{p}', 'A {a} a Day', '{a}world', 'Thoughts on {a}', 'The Daily {a}', '{a} by {p}', 'Little {a} House', '{p} writes']).format(a=a, b=b, p=t.person() if r.random() < .3 else r.choice(GIVEN))
def widget(s, p, title, pairs, cls='widget'): return '<aside class="%s"><h3 class="widget-title">%s</h3><ul>%s</ul></aside>' % (cls, E(title), L(s, p, pairs))
def skew(r, lo, hi): return int(lo + (hi - lo) * r.random() ** 2.2)

def blog(w, s, n, style, cats=3, comments=None):
    """pages of a weblog in s.base: front, about, posts, categories, months"""
    r = s.text.r; seen = set(); posts = []
    author = s.text.person()
    for i in range(n):
        d = date(r); t = uniq(seen, lambda: s.text.title(2, 7))
        u = {0: '%04d/%02d/%s/' % (d.year, d.month, slug(t)), 1: 'archives/%05d.html' % (i + 3), 2: slug(t) + '/', 3: 'stories/%d/' % (r.randint(100, 999) * 1000 + i), 4: '?p=%d' % (i * 7 + 4)}[style]
        if s.base + u in {q.url for q in posts}: u += 'x/'
        posts.append(P(s.base + u, t, id=i * 7 + 4, date=d, author=author if s.var.get('authors') is None else r.choice(s.var['authors'])))
    home = P(s.base, s.name, kind='home', items=posts[:6], id=1)
    about = P(s.base + ('about/' if style != 4 else '?page_id=2'), 'About', kind='page', id=2)
    about.body = '<p>%s is written by %s.</p>' % (E(s.name), E(author)) + s.prose(about, posts, 3)
    pages = [home, about] + posts
    cl = []
    for j in range(min(cats, max(1, n // 4))):
        c = cap(uniq(seen, lambda: s.text.word()))
        if n < 5: break
        cp = P(s.base + ('category/%s/' % slug(c) if style != 4 else '?cat=%d' % (j + 3)), c, kind='list', items=r.sample(posts, min(len(posts), r.randint(3, 9))), id=j + 3)
        pages.append(cp); cl.append((cp.url, c))
    s.menu = [(home.url, 'Home'), (about.url, 'About')] + cl[:2]
    s.side.append(widget(s, home, 'Recent Posts', [(q.url, q.h1) for q in posts[:5]], 'widget widget_recent_entries'))
    if cl: s.side.append(widget(s, home, 'Categories', cl, 'widget widget_categories'))
    for i, q in enumerate(posts):
        q.body = s.prose(q, posts, r.randint(2, 6), .15)
        nb = []
        if i: nb.append(s.a(q, posts[i - 1].url, '← ' + posts[i - 1].h1))
        if i + 1 < n: nb.append(s.a(q, posts[i + 1].url, posts[i + 1].h1 + ' →'))
        q.body += '<div class="nav-links">%s</div>' % ' '.join(nb)
        if comments and r.random() < .3: q.comments = comments(s, q)
    if r.random() < .3 and posts: posts[-1].body = '<p>%s</p>' % E(s.text.sent())
    if style in (0, 1, 2):
        home.items = list(posts); pages += paginate(home, 6, s.base + ('page/%d/' if style != 1 else 'page%d.html'), 6)
    s.pages = pages
    return pages

def paginate(h, per, form, lim=9):
    """the further pages of a listing; all of them link to one another"""
    its, out = h.items, []
    if len(its) <= per: return []
    n = min(lim, (len(its) + per - 1) // per); us = [h.url] + [form % (k + 1) for k in range(1, n)]
    h.items = its[:per]; pager = lambda me: '<div class="pager pagination">%s</div>' % ' '.join('<a class="page-numbers" href="%s">%d</a>' % (E(u), i + 1) if i != me else '<span class="current">%d</span>' % (i + 1) for i, u in enumerate(us))
    for k in range(1, n):
        q = P(us[k], h.h1, kind='list', items=its[k * per:(k + 1) * per], id=h.id, sec=h.sec, crumbs=h.crumbs, side=h.side + pager(k)); q.__dict__.update({x: v for x, v in h.__dict__.items() if x == 'sub'}); out.append(q)
        if h.kind == 'home': q.h1 = h.h1 + ' - Page %d' % (k + 1)
    h.side += pager(0)
    return out

def run(structures):
    """Write the structures that the command line names: OUTDIR SEED STRUCTURE..."""
    out, seed = sys.argv[1], int(sys.argv[2]); os.makedirs(out, exist_ok=True)
    for n in sys.argv[3:] or sorted(structures):
        w = World(n, seed); w.out = out; structures[n](w); w.write(out)
