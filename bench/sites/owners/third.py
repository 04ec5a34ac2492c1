#!/usr/bin/env python3
"""third.py OUTDIR SEED STRUCTURE...   (n1..n6)
Writes OUTDIR/S-SEED.warc and OUTDIR/S-SEED.truth.  Standard library only."""
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

# ================================================================== new structures
import json
def fresh(w, base, tail):
    u = base + tail; n = 1
    while u in w.used:
        n += 1; a, d, e = tail.rpartition('.'); u = base + (tail[:-1] + '-%d/' % n if tail.endswith('/') else a + '-%d.' % n + e if d and len(e) < 6 else tail + '-%d' % n)
    w.used.add(u); return u
def say(s, tx, q, *a, **k):
    o = s.text; s.text = tx; b = s.prose(q, *a, **k); s.text = o; return b
def ld(x): return '<script type="application/ld+json">%s</script>' % json.dumps(x, ensure_ascii=False)
def moved(w, a, b, owner): 
    if a not in w.urls: w.add(a, '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>301 Moved Permanently</title>\n</head><body>\n<h1>Moved Permanently</h1>\n<p>The document has moved <a href="%s">here</a>.</p>\n</body></html>\n' % E(b), owner, 301, [('Location', b)])
def subnav(s, ps, title, pairs):
    for q in ps:
        if s.sw == 'typo3': q.sub = L(s, q, pairs)
        else: q.side += '<nav class="subnav"><h3>%s</h3><ul>%s</ul></nav>' % (E(title), L(s, q, pairs))
def leafs(w, s, hub, n, tx, seen, ext='/', words=(2, 5), lp=.2, nav=True, dated=False, **k):
    """n pages below a hub"""
    r = w.r; o = []; b = hub.url if hub.url.endswith('/') else hub.url.rsplit('.', 1)[0] + '/'
    for i in range(n):
        t = uniq(seen, lambda: tx.title(*words)); d = date(r) if dated else None
        q = P(fresh(w, b, ('%d/' % d.year if dated == 'y' else '%d/%02d/' % (d.year, d.month) if dated == 'm' else '') + slug(t)[:60].strip('-') + ext), t, id=100 + len(w.used), sec=hub.h1, date=d, crumbs=hub.crumbs + [(hub.url, hub.h1)], **k)
        q.body = say(s, tx, q, o, r.randint(2, 7), lp); q.tx = tx; o.append(q)
    if dated: o.sort(key=lambda q: q.date, reverse=True)
    hub.items += o
    if nav: subnav(s, o + [hub], hub.h1, [(hub.url, hub.h1)] + [(q.url, q.h1) for q in o[:12]])
    return o
def hub(w, s, base, t, crumbs=(), tail=None, **k):
    return P(fresh(w, base, slug(t) + '/' if tail is None else tail), t, kind='list', id=20 + len(w.used), sec=t, crumbs=list(crumbs), **k)
def small(w, s, n, secs, ext='/'):
    """an ordinary small site: front page, sections, news"""
    r = w.r; seen = set(); w.used.add(s.base); home = P(s.base, s.name, kind='home', id=1); pg, hs = [], []
    for i, c in enumerate(secs):
        if n < 12: q = P(fresh(w, s.base, slug(c) + ext), c, kind='page', id=10 + i); q.body = s.prose(q, pg, 3); hs.append(q); pg.append(q); continue
        h = hub(w, s, s.base, c, [(s.base, 'Home')], None if ext == '/' else slug(c) + ext); h.body = '' if s.sw == 'wp' else s.prose(h, (), 1); hs.append(h)
        o = leafs(w, s, h, max(1, int(n * r.uniform(.5, 1.4) / len(secs))), s.text, seen, ext, nav=n > 30, dated='y' if c in ('News', 'Aktuelles', 'Press', 'Blog') else False); pg += o
    s.menu = [(s.base, 'Home')] + [(h.url, h.h1) for h in hs]; home.items = r.sample(pg, min(6, len(pg)))
    if s.sw == 'plain': home.body = s.prose(home, (), 2)
    hp = [h for h in hs if h.items]; ex = [x for h in hp for x in paginate(h, 20, h.url + '?page=%d')]
    s.pages = [home] + hp + ex + pg; return pg

# ------------------------------------------------------------------ n1 writers or photographers on one host
def member(s, p):
    """the one template of a publishing host: byline, meta author, JSON-LD"""
    fn, host = s.var['fn'], s.var['host']; o = p.__dict__.get('who'); A = s.var['text']
    if p.items: p.body = (p.body or '') + ''.join('<div class="stream-item"><h3>%s</h3><p>%s</p></div>' % (s.a(p, q.url, q.h1), E(q.__dict__.get('desc') or '')) for q in p.items)
    ex = '<meta name="viewport" content="width=device-width">\n<link rel="icon" href="%sfavicon.ico">\n<meta name="description" content="%s">' % (s.css, E(p.__dict__.get('desc') or s.text.sent()))
    by = ''
    if o:
        if p.kind == 'post':
            ex += '\n<link rel="author" href="%s">\n<meta name="author" content="%s">\n<meta property="article:author" content="%s">' % (E(o['url']), E(o['name']), E(o['url']))
            ex += '\n<meta property="article:published_time" content="%s">\n' % p.date.strftime('%Y-%m-%dT08:00:00Z') + ld({'@context': 'http://schema.org', '@type': 'NewsArticle' if A else 'Photograph', 'headline': p.h1, 'author': {'@type': 'Person', 'name': o['name'], 'url': o['url']}, 'publisher': {'@type': 'Organization', 'name': fn, 'url': host}, 'mainEntityOfPage': p.url})
        else: ex += '\n<meta property="og:profile" content="%s">\n<meta property="profile:username" content="%s">' % (E(o['url']), E(o['handle']))
        by = '<div class="byline u-flex"><a class="avatar" href="%s"><img src="%savatar/%d.jpg" alt="Go to the profile of %s"></a> <a class="link--author" rel="author" href="%s">%s</a>%s<span class="meta">%s</span><button class="follow">Follow</button></div>' % (s.href(p, o['url']), s.css, o['n'], E(o['name']), s.href(p, o['url']), E(o['name']), p.__dict__.get('inpub', ''), nice(p.date) if p.date else E(o['bio']))
    h = head(s, p, None, [s.css + 'static/main-branding-base.css', s.css + 'static/%s.css' % ('story' if A else 'photo')], extra=ex)
    return h + '\n<body class="page-%s js-loading"><div class="site-main"><div class="metabar"><a class="siteNav-logo" href="%s">%s</a>%s<form action="%ssearch"><input name="q"></form></div>\n%s<main role="main"><h1 class="graf--title">%s</h1>%s<div class="section-content">%s</div></main>\n%s<footer class="siteFooter">%s</footer></div></body></html>' % (p.kind, s.href(p, host), E(fn), ''.join(s.a(p, u, t, 'nav-link') for u, t in s.var['top']), s.css, p.top, E(p.h1), by, p.body or '', p.side, foot(s, p))
SW['member'] = member

def n1(w):
    r = w.r; A = w.seed % 2 == 1; w.used = set(); fn = cap(coin(r, 'en', 1, 2)) + r.choice(['ly', 'um', 'a', 'gram' if not A else 'page', 'ium']); host = 'https://%s%s.com/' % (r.choice(['', 'www.']), slug(fn))
    top = [(host + 'explore', 'Explore'), (host + ('topics' if A else 'tags'), 'Topics' if A else 'Tags'), (host + 'signin', 'Sign in'), (host + 'join', 'Get started')]; var = dict(fn=fn, host=host, top=top, text=A); seen = {'platform', 'about', 'explore'}; us = []
    for i in range(r.randint(26, 44)):
        tx = Text(r, 'en', topics(r, r.choice([1, 1, 2])), 30); nm = tx.person() if r.random() < .85 else cap(coin(r)) + r.choice([' Studio', ' Club', ' Inc', ' Photography'])
        hd = uniq(seen, lambda: slug(r.choice([nm, nm.split()[0] + str(r.randint(1, 999)), nm.split()[0][0] + nm.split()[1], coin(r)])).replace('-', ''))
        s = Site(w, hd, fn, host, 'member', tx, links=r.choice(['root', 'abs']) if i < 0 else ('abs' if A else 'root'), og=fn, css=host, var=var)
        s.prof = host + ('@' + hd if A else 'people/%s/' % hd); s.up = host + ('@%s/' % hd if A else 'photos/%s/' % hd)
        s.who = dict(name=nm, url=s.prof if A or w.seed % 4 else s.up, handle=hd, n=r.randint(1000, 99999), bio=tx.title(4, 9)); s.posts = []; us.append(s)
        for j in range(skew(r, 2, 52)):
            t = uniq(seen, lambda: tx.title(3, 9) if A else tx.title(1, 5)); u = s.up + ('%s-%012x' % (slug(t), r.getrandbits(48)) if A else '%d/' % r.randint(10**9, 4 * 10**10))
            p = P(u, t, date=date(r), who=s.who, desc=tx.sent()); p.title = '%s – %s – %s' % (t, nm, fn) if A else '%s | %s | %s' % (t, nm, fn) if w.seed % 4 == 0 else '%s | %s - Photo Sharing!' % (t, fn); s.posts.append(p)
        s.posts.sort(key=lambda q: q.date, reverse=True)
    pubs = []
    for i in range(r.randint(2, 4) if A else 0):     # magazines with several writers
        tx = Text(r, 'en', topics(r), 20); nm = 'The %s %s' % (cap(tx.word()), r.choice(['Review', 'Startup', 'Journal', 'Post'])); hd = uniq(seen, lambda: slug(nm)); s = Site(w, hd, fn, host, 'member', tx, og=fn, css=host, var=var); s.prof = host + hd; s.up = s.prof + '/'; s.nm = nm; s.posts = []; pubs.append(s)
        for a in r.sample(us, r.randint(3, 7)):
            for _ in range(r.randint(1, 5)):
                t = uniq(seen, lambda: a.text.title(3, 9)); p = P(s.up + '%s-%012x' % (slug(t), r.getrandbits(48)), t, date=date(r), who=a.who, desc=a.text.sent(), by=a); p.title = '%s – %s – %s' % (t, nm, fn); p.inpub = ' in <a href="%s">%s</a>' % (s.prof, E(nm)); s.posts.append(p); a.__dict__.setdefault('also', []).append(p)
    allp = [q for s in us for q in s.posts]; tags = {}
    for s in us + pubs:
        pg = list(s.posts)
        for q in pg:
            tx = q.__dict__.get('by', s).text
            q.body = say(s, tx, q, s.posts if r.random() < .2 else (), r.randint(4, 10) if A else 1, .15, heads=A) if A else '<div class="photo-well"><img src="%sfarm%d/%s_b.jpg" alt="%s"></div><div class="photo-desc">%s</div><p class="exif">%s f/%.1f, 1/%d s</p>' % (host, r.randint(1, 9), q.url.split('/')[-2], E(q.h1), '<p>%s</p>' % E(tx.sents(0, 3)), r.choice(['Canon EOS', 'Nikon D', 'Sony A']) + str(r.randint(5, 900)), r.uniform(1.4, 16), r.randint(10, 900))
            tg = [slug(x) for x in r.sample(tx.mine[:30], 3)]
            for g in tg: tags.setdefault(g, []).append(q)
            q.side += '<ul class="tags">%s</ul>' % ''.join('<li>%s</li>' % s.a(q, host + ('tag/%s' if A else 'tags/%s/') % g, g) for g in tg)
            if s not in pubs:
                mo = [x for x in r.sample(s.posts, min(3, len(s.posts))) if x is not q]; q.side += '<h4>More from %s</h4>%s' % (E(s.who['name']), ' '.join(s.a(q, x.url, x.h1) for x in mo))
                if not A:
                    i = s.posts.index(q); q.side += ''.join(s.a(q, s.posts[k].url, d) for k, d in ((i - 1, 'Newer'), (i + 1, 'Older')) if 0 <= k < len(s.posts))
            if A and (w.blogroll or r.random() < .5): q.side += '<h4>Also tagged %s</h4>%s' % (tg[0], ' '.join('%s <span>by %s</span>' % (s.a(q, x.url, x.h1), s.a(q, x.who['url'], x.who['name'])) for x in r.sample(allp, r.randint(1, 3))))
            if r.random() < .4: q.side += '<div class="responses">%s</div>' % ''.join('<div class="response"><strong>%s</strong> %s</div>' % (s.a(q, o.who['url'], o.who['name']), E(o.text.sents(1, 2))) for o in r.sample(us, r.randint(1, 3)))
        if s in pubs:
            pg += [P(s.prof, s.nm, kind='collection', title='%s – %s' % (s.nm, fn), items=[P(q.url, q.h1, desc=q.desc) for q in s.posts], body='<p>%s</p>' % E(s.text.sent())), P(s.up + 'about', 'About ' + s.nm, kind='collection', title='About – %s – %s' % (s.nm, fn)), P(s.up + 'archive', 'Archive', kind='collection', title='%s – Archive' % s.nm, items=s.posts)]
            for q in pg: q.top = '<nav class="collection-nav"><a href="%s">%s</a> <a href="%sarchive">Archive</a> <a href="%sabout">About</a></nav>' % (s.prof, E(s.nm), s.up, s.up)
        else:
            nm, hd = s.who['name'], s.owner; al = s.posts + s.__dict__.get('also', [])
            T = (lambda x: '%s – %s' % (x, fn)) if A else (lambda x: '%s | %s' % (x, fn))
            if A:
                pr = P(s.prof, nm, kind='profile', title=T(nm), who=s.who, items=[P(q.url, q.h1, desc=q.desc) for q in al[:30]], body='<p class="bio">%s</p>' % E(s.who['bio'])); pg.append(pr)
                if r.random() < .6: pg.append(P(s.up + 'about', 'About ' + nm, kind='profile', title=T('About ' + nm), who=s.who))
                for x in ('followers', 'following'):
                    if r.random() < .5: pg.append(P(s.up + x, nm, kind='profile', title=T('%s’s %s' % (nm, x)), who=s.who, body='', items=[P(o.prof, o.who['name'], desc=o.who['bio']) for o in r.sample(us, r.randint(2, 9)) if o is not s] or None or [P(s.prof, nm)]))
                xs = [(q.url, q.url.rsplit('/', 1)[1].capitalize()) for q in pg if q.kind == 'profile']; pr.top = '<nav class="profile-nav">%s</nav>' % ' '.join(s.a(pr, u, t) for u, t in xs[1:] + [(s.up + 'latest', 'Latest')])
                if len(al) > 4: pg.append(P(s.up + 'latest', nm, kind='profile', title=T('Latest stories by ' + nm), who=s.who, body='', items=list(al)))
            else:
                pf = P(s.prof, nm, kind='profile', title=T('About ' + nm), who=s.who, body='<p class="bio">%s</p><p>%s</p>' % (E(s.who['bio']), s.a(s.posts[0], s.up, 'Photostream'))); pg.append(pf)
                st = P(s.up, nm + '’s photostream', kind='profile', title=T('%s’s photos' % nm), who=s.who, items=list(s.posts), body=''); pg += paginate(st, 15, s.up + 'page%d'); 
                for x in pg:
                    if x.kind == 'list': x.title = st.title; x.who = s.who; x.body = ''
                pg.append(st); al_ = []
                for _ in range(min(4, len(s.posts) // 6)): t = uniq(seen, lambda: s.text.title(1, 3)); q = P(s.up + 'albums/7215%d' % r.randint(10**10, 10**11), t, kind='album', title=T('%s – %s' % (t, nm) if w.seed % 4 == 0 else t), who=s.who, items=r.sample(s.posts, 5), body=''); al_.append(q)
                if al_: pg += al_ + [P(s.up + 'albums', 'Albums', kind='album', title=T('%s’s albums' % nm), who=s.who, items=al_, body='')]
                if r.random() < .4: pg.append(P(s.up + 'favorites/', 'Favorites', kind='album', title=T('%s’s favorites' % nm), who=s.who, items=r.sample(allp, 8), body=''))
                for q in pg: q.top = '<nav class="person-nav">%s</nav>' % ' '.join(s.a(q, u, t) for u, t in [(s.prof, 'About'), (s.up, 'Photostream'), (s.up + 'albums', 'Albums'), (s.up + 'favorites/', 'Faves')])
        s.foot = ['© ' + E(fn)] + (['<a href="%sabout">About</a>' % host, '<a href="%shelp">Help</a>' % host, '<a href="%slegal">Legal</a>' % host] if w.hosted or r.random() < .5 else []); s.emit(pg, pool=[])
    t = Text(r, 'en', ['net'], 15); s = Site(w, 'platform', fn, host, 'member', t, pat='{t} – {n}' if A else '{t} | {n}', og=fn, css=host, var=var, links='abs' if A else 'root'); s.foot = ['© ' + E(fn), '<a href="%sabout">About</a>' % host, '<a href="%shelp">Help</a>' % host]
    pp = lambda qs: [P(q.url, q.h1, desc=q.desc) for q in qs]
    pg = [P(host, fn, kind='home', items=pp(r.sample(allp, 12)), body=''), P(host + 'explore', 'Explore', kind='list', items=pp(r.sample(allp, 25)), body=''), P(host + 'about', 'About', kind='page'), P(host + 'help', 'Help', kind='page'), P(host + 'legal', 'Terms of Service', kind='page'), P(host + 'signin', 'Sign in', kind='page', body='<form action="/m/session"><input name="email"></form>'), P(host + 'join', 'Join', kind='page', body='<form action="/m/join"><input name="email"></form>')]
    tl = sorted(tags, key=lambda g: (-len(tags[g]), g))[:60 if w.listing else 25]; tg = [P(host + ('tag/%s' if A else 'tags/%s/') % g, cap(g), kind='list', title=('“%s” – %s' if A else 'Photos tagged %s | %s') % (g, fn), items=pp(tags[g][:20]), body='') for g in tl]
    pg += tg + [P(host + ('topics' if A else 'tags'), 'Topics' if A else 'Tags', kind='list', items=[P(q.url, q.h1) for q in tg], body='')]
    if w.listing: pg.append(P(host + 'people', 'People', kind='list', items=[P(o.prof, o.who['name'], desc=o.who['bio']) for o in us], body=''))
    for i in range(8): t_ = t.title(2, 4); pg.append(P(fresh(w, host, 'help/' + slug(t_)), t_, kind='page'))
    s.emit(pg)
    for _ in range(4): w.error(r.choice(us).up, 'deleted-%06x' % r.getrandbits(24))

# ------------------------------------------------------------------ n2 journals on one Open Journal Systems host
def ojs(s, p):
    v3 = s.var['v'] == 3; b = s.jb; site = s.var['site']; nav = s.menu
    if p.items: p.body = (p.body or '') + ''.join(('<div class="obj_article_summary"><div class="title">%s</div><div class="authors">%s</div></div>' if v3 else '<table class="tocArticle"><tr><td class="tocTitle">%s</td></tr><tr><td class="tocAuthors">%s</td></tr></table>') % (s.a(p, q.url, q.h1), E(q.author or '')) for q in p.items)
    m = ''
    if p.__dict__.get('art'):
        a = p.art; m = ''.join('\n<meta name="%s" content="%s"/>' % (k, E(str(x))) for k, x in [('DC.Creator.PersonalName', p.author), ('DC.Date.issued', p.date.strftime('%Y-%m-%d')), ('DC.Identifier', a['id']), ('DC.Identifier.URI', p.url), ('DC.Source', s.name), ('DC.Source.ISSN', s.issn), ('DC.Source.URI', b), ('DC.Title', p.h1), ('citation_journal_title', s.name), ('citation_issn', s.issn), ('citation_author', p.author), ('citation_title', p.h1), ('citation_volume', a['vol']), ('citation_abstract_html_url', p.url)])
    gen = 'Open Journal Systems %s' % s.var['ver']
    hd = '<title>%s</title>\n<meta name="generator" content="%s"/>%s' % (E(s.title(p)), gen, m)
    css = s.css + ('index.php/%s/$$$call$$$/page/page/css?name=stylesheet' % s.owner if v3 else 'lib/pkp/styles/pkp.css')
    own = '<link rel="stylesheet" href="%spublic/journals/%d/%s" type="text/css" />' % (s.css, s.n, 'styleSheet.css' if v3 else 'journalStyleSheet.css') if s.n and s.styled else ''
    if p.cls == 'galley': return '<!DOCTYPE html>\n<html lang="en-US"><head><meta charset="utf-8">%s</head><body class="pkp_page_article pkp_op_view"><header class="header_view"><a href="%s" class="return"><span class="pkp_screen_reader">Return to Article Details</span></a><a href="%s" class="title">%s</a><a href="%s" class="download" download>Download</a></header><div id="pdfCanvasContainer" class="galley_view"></div></body></html>' % (hd, s.href(p, p.back), s.href(p, p.back), E(p.h1), s.href(p, p.back.replace('/view/', '/download/')))
    if p.cls == 'html': return '<html><head>%s</head><body><h1>%s</h1><p>%s</p>%s</body></html>' % ('<title>%s</title>' % E(p.h1), E(p.h1), E(p.author or ''), p.body)
    if v3: return '<!DOCTYPE html>\n<html lang="en-US" xml:lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0">%s<link rel="stylesheet" href="%s" type="text/css" />%s</head><body class="pkp_page_%s pkp_op_index%s" dir="ltr"><div class="pkp_structure_page"><header class="pkp_structure_head" id="headerNavigationContainer" role="banner"><div class="pkp_site_name_wrapper"><div class="pkp_site_name"><a href="%s" class="is_text">%s</a></div></div><nav class="pkp_navigation_primary_row"><ul id="navigationPrimary" class="pkp_navigation_primary pkp_nav_list">%s</ul></nav></header>%s<div class="pkp_structure_content has_sidebar"><main class="pkp_structure_main" role="main"><nav class="cmp_breadcrumbs"><ol>%s</ol></nav><h1 class="page_title">%s</h1>%s</main><div class="pkp_structure_sidebar left" role="complementary">%s%s</div></div><div class="pkp_structure_footer_wrapper" role="contentinfo"><div class="pkp_structure_footer"><div class="pkp_footer_content">%s</div><div class="pkp_brand_footer"><a href="%s">OJS / PKP</a></div></div></div></div></body></html>' % (hd, E(css), own, p.kind, ' has_site_logo' if s.styled else '', s.href(p, b), E(s.name), L(s, p, nav), p.top, L(s, p, p.crumbs), E(p.h1), p.body, '\n'.join(s.side), p.side, foot(s, p, '<br>'), s.href(p, b.rstrip('/') + '/about/aboutThisPublishingSystem'))
    return '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml" lang="en-US" xml:lang="en-US"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" />%s<link rel="stylesheet" href="%s" type="text/css" /><link rel="stylesheet" href="%sstyles/common.css" type="text/css" />%s</head><body id="pkp-common-openJournalSystems"><div id="container"><div id="header"><div id="headerTitle"><h1>%s</h1></div></div><div id="body"><div id="sidebar"><div id="rightSidebar"><div class="block" id="sidebarDevelopedBy"><a class="blockTitle" href="http://pkp.sfu.ca/ojs/" id="developedBy">Open Journal Systems</a></div>%s%s</div></div><div id="main"><div id="navbar"><ul class="menu">%s</ul></div><div id="breadcrumb">%s</div><h2>%s</h2><div id="content">%s%s</div></div></div><div id="pageFooter">%s</div></div></body></html>' % (hd, E(css), s.css, own, E(s.name) if not s.styled else '<img src="%spublic/journals/%d/pageHeaderTitleImage_en_US.png" alt="%s" />' % (s.css, s.n, E(s.name)), '\n'.join(s.side), p.side, L(s, p, nav), ' &gt; '.join(s.a(p, u, t) for u, t in p.crumbs), E(p.h1), p.top, p.body, foot(s, p, '<br/>'))
SW['ojs'] = ojs
def n2(w):
    r = w.r; w.used = set(); uni = cap(coin(r, 'en', 2, 2)); v = 2 if w.seed < 3 else 3; host = r.choice(['http://journals.%s.edu/', 'https://ojs.uni-%s.de/', 'http://www.%sjournals.org/', 'http://revistas.%s.edu.ar/']) % slug(uni)
    pre = host + {1: 'index.php/', 2: 'ojs/index.php/', 3: 'index.php/', 0: ''}[w.seed % 4]; css = host + ('ojs/' if w.seed % 4 == 2 else ''); pn = r.choice(['%s Open Journals', '%s University Journals', 'Journals at %s']) % uni; var = dict(v=v, ver='2.4.8.1' if v == 2 else '3.1.2.0', site=pn); js = []; seen = {'index', 'portal'}; aid = r.randint(20, 900)
    pat = '{t} | {n}' if v == 3 or r.random() < .4 else '{t}'
    for i in range(r.randint(12, 20)):
        tp = topics(r, r.choice([1, 2])); tx = Text(r, 'en', tp, 40); x = cap(TOPICS[tp[0]][r.randrange(12)]); y = cap(coin(r, 'en', 2, 2))
        nm = r.choice(['Journal of %s Studies' % x, '%s: A Journal of %s' % (y, x), '%s Review' % y, 'Annals of %s Research' % x, 'International Journal of %s' % x, '%s. Revista de %s' % (y, x), 'Acta %s' % y, '%s Quarterly' % x, 'Studies in %s and %s' % (x, cap(r.choice(TOPICS[tp[-1]])))])
        f = uniq(seen, lambda: r.choice([slug(''.join(k[0] for k in nm.split() if k[0].isalpha())), slug(nm.split()[0]), slug(y)]).replace('-', '')); s = Site(w, f, nm, pre + f, 'ojs', tx, pat=pat, css=css, var=var, og=None, canon=False)
        s.jb = pre + f + ('/index' if v == 2 else ''); s.b = pre + f; s.issn = '%04d-%04d' % (r.randint(1000, 9999), r.randint(1000, 9999)); s.n = i + 1; s.styled = r.random() < .6; js.append(s); s.f = f
    for s in js:
        tx = s.text; b = s.b; H = [(pre + 'index' if r.random() < .0 else s.jb, 'Home')]; arts, iss, oth = [], [], []; au = [tx.person() for _ in range(25)]; y0 = r.randint(2004, 2014)
        s.menu = [(s.jb, 'Home'), (b + '/about', 'About'), (b + '/login', 'Login'), (b + '/user/register', 'Register'), (b + '/search', 'Search'), (b + '/issue/current', 'Current'), (b + '/issue/archive', 'Archives')] + ([(b + '/announcement', 'Announcements')] if r.random() < .5 else []) if v == 2 else [(b + '/issue/current', 'Current'), (b + '/issue/archive', 'Archives'), (b + '/about', 'About'), (b + '/about/submissions', 'Submissions'), (b + '/about/editorialTeam', 'Editorial Team')]
        for k in range(r.randint(1, 9)):
            vol, no = k // 2 + 1, k % 2 + 1; aid += r.randint(2, 30); it = 'Vol %d, No %d (%d)' % (vol, no, y0 + vol) if v == 2 else 'Vol. %d No. %d (%d)' % (vol, no, y0 + vol); q = P(b + '/issue/view/%d' % aid, it, kind='issue', id=aid, crumbs=H + [(b + '/issue/archive', 'Archives')]); iss.append(q); q.body = '' if r.random() < .5 else '<p>%s</p>' % E(tx.sents(1, 3))
            if v == 3 and r.random() < .5: q.h1 += ': ' + tx.title(2, 5)
            for _ in range(r.randint(3, 9)):
                aid += r.randint(1, 4); t = tx.title(4, 10); a = P(b + '/article/view/%d' % aid, t, kind='article', author=r.choice(au), date=datetime(y0 + vol, no * 6, r.randint(1, 28)), art=dict(id=aid, vol=vol), crumbs=H + [(q.url, it)] + ([] if v == 3 else [(b + '/article/view/%d' % aid, None)])); q.items.append(a); arts.append(a)
                if v == 2: a.crumbs[-1] = (a.url, a.author.split()[1]); a.title = t + ' | ' + a.author.split()[1] + (' | ' + s.name if r.random() < 1 else '')
                a.body = '<div class="abstract"><h3>Abstract</h3><p>%s</p></div><p>DOI: <a href="https://doi.org/10.%d/%s.%d">10.%d/%s.%d</a></p>' % (E(tx.sents(4, 9)), 5000 + s.n, s.f, aid, 5000 + s.n, s.f, aid); g = r.random()
                if g < .45: gu = a.url + '/%d' % (aid * 3 + 1 if v == 3 else aid + 7); a.body += '<a class="obj_galley_link pdf" href="%s">PDF</a>' % gu; oth.append(P(gu, t, cls='galley', kind='article', back=a.url, body='', title='View of ' + t if v == 3 else t + ' | ' + a.author, art=None))
                elif g < .6: gu = a.url + '/html'; a.body += '<a class="file" href="%s">HTML</a>' % gu; oth.append(P(gu, t, cls='html', kind='article', author=a.author, body=''.join('<h2>%s</h2><p>%s</p>' % (E(tx.title()), E(tx.sents(5, 12))) for _ in range(4)) + '<h2>References</h2><p>%s</p>' % '<br>'.join(E(tx.person() + ' (%d): ' % r.randint(1960, 2015) + tx.title(4, 9)) for _ in range(9))))
                if w.blogroll and r.random() < .1 and len(js) > 2: o = r.choice(js); a.body += '<h4>References</h4><p><a href="%s">%s</a>, <a href="%s">%s</a></p>' % (o.b + '/article/view/%d' % r.randint(20, 900), E(tx.title(4, 8)), o.jb, E(o.name))
        iss.reverse(); cur = iss[0]; hm = P(s.jb, s.name if v == 3 else 'Vol', kind='index', title=s.name, items=cur.items, body='<p>%s</p>' % E(tx.sents(1, 3))); hm.h1 = cur.h1
        pg = [hm, P(b + '/issue/archive', 'Archives', kind='issue', items=iss, crumbs=H, body='')]
        if r.random() < .6: pg.append(P(b + '/issue/current', cur.h1, kind='issue', items=cur.items, crumbs=H, body=''))
        for x, t in [('/about', 'About the Journal'), ('/about/editorialTeam', 'Editorial Team'), ('/about/submissions', 'Submissions'), ('/about/contact', 'Journal Contact'), ('/about/editorialPolicies', 'Editorial Policies'), ('/login', 'Login'), ('/user/register', 'Register'), ('/search', 'Search'), ('/search/authors', 'Browse Author Index')]:
            if r.random() < (.9 if t[0] in 'AES' else .6): q = P(b + x, t, kind='about', crumbs=H); q.body = '<p>%s</p>' % E('; '.join(r.sample(au, 12))) if 'ditorialTeam' in x else '<p>The editors of %s.</p>' % E(s.name) + s.prose(q, (), r.randint(2, 5), img=0) if 'about' in x else '<form action="%s"><input name="q"></form>' % (b + x); pg.append(q)
        if r.random() < .5: an = [P(b + '/announcement/view/%d' % (aid + k), tx.title(3, 7), kind='announcement', crumbs=H + [(b + '/announcement', 'Announcements')]) for k in range(r.randint(1, 6))]; aid += 9; pg += an + [P(b + '/announcement', 'Announcements', kind='announcement', items=an, crumbs=H, body='')]
        ab = next((q for q in pg if q.url == b + '/about'), None) or pg[0]; ab.body = (ab.body or '') + '<ul>%s</ul>' % ''.join('<li>%s</li>' % s.a(ab, q.url, q.h1) for q in pg if q.kind == 'about' and q is not ab)
        if s.jb != b and r.random() < .5: moved(w, b, s.jb, s.owner)
        s.side = ['<div class="block" id="sidebarInformation"><span class="blockTitle">Information</span><ul>%s</ul></div>' % ''.join('<li><a href="%s/information/%s">For %s</a></li>' % (b, x, cap(x)) for x in ('readers', 'authors', 'librarians'))]
        if r.random() < .4: pg += [P(b + '/information/' + x, 'Information For ' + cap(x), kind='about', crumbs=H) for x in ('readers', 'authors', 'librarians')]
        s.foot = r.sample(['ISSN: ' + s.issn, '%s is published by the %s Society.' % (E(s.name), cap(coin(r))), 'This work is licensed under a <a href="https://creativecommons.org/licenses/by/4.0/">Creative Commons Attribution 4.0 License</a>.'], r.randint(1, 3))
        if w.hosted: s.foot.append('Hosted by <a href="%s">%s</a>' % (pre + 'index', E(pn)))
        s.emit(pg + iss + arts + oth, pool=[])
    t = Text(r, 'en', ['law', 'net'], 20); s = Site(w, 'portal', pn, pre + 'index', 'ojs', t, pat='{t} | {n}', css=css, var=var, og=None, canon=False); s.jb = s.b = pre + 'index'; s.issn = ''; s.n = 0; s.styled = False; s.menu = [(s.jb, 'Home'), (s.b + '/about', 'About'), (s.b + '/login', 'Login'), (s.b + '/search', 'Search')]; s.foot = [E(pn)]
    L_ = lambda: '<div class="journals">%s</div>' % ''.join('<h3>%s</h3><p>%s</p><p><a href="%s">View Journal</a> | <a href="%s/issue/current">Current Issue</a> | <a href="%s/user/register">Register</a></p>' % (E(x.name), E(x.text.sent()), x.jb, x.b, x.b) for x in js)
    pg = [P(s.jb, pn, kind='index', title=pn, body=L_()), P(s.b + '/about', 'About the Site', kind='about'), P(s.b + '/login', 'Login', kind='about', body='<form action="x"><input name="u"></form>'), P(s.b + '/search', 'Search', kind='about', body='<form action="x"><input name="q"></form>')]
    if pre + 'index' != host: pg.append(P(host, pn, kind='index', title=pn, body=L_() if w.seed % 2 else '<p><a href="%s">Enter</a></p>' % (pre + 'index')))
    if w.listing: pg.append(P(s.b + '/search/titles', 'Title Index', kind='about', body=''.join('<p>%s <em>%s</em></p>' % (s.a(P(s.jb, ''), q.url, q.h1), E(x.name)) for x in js for q in x.pages[:6]) or L_()))
    s.emit(pg, pool=[])
    for _ in range(4): w.error(r.choice(js).b, '/article/view/%d' % r.randint(10**5, 10**6))

# ------------------------------------------------------------------ n3 a company's site
WORDS = {'en': ['Products', 'Industries', 'Services', 'Company', 'Newsroom', 'Careers', 'Contact', 'Imprint', 'Home'], 'de': ['Produkte', 'Branchen', 'Service', 'Unternehmen', 'Presse', 'Karriere', 'Kontakt', 'Impressum', 'Startseite'], 'fr': ['Produits', 'Secteurs', 'Services', 'Entreprise', 'Actualités', 'Carrière', 'Contact', 'Mentions légales', 'Accueil'], 'es': ['Productos', 'Sectores', 'Servicios', 'Empresa', 'Noticias', 'Empleo', 'Contacto', 'Aviso legal', 'Inicio']}
def n3(w):
    r = w.r; w.used = set(); nm = cap(coin(r, 'en', 2, 2)); legal = nm + r.choice([' AG', ' Group', ' SE', ' Inc.', ' GmbH & Co. KG']); owner = slug(nm); tp = [r.choice(['pump', 'health', 'bike', 'fashion', 'net', 'arch', 'toys']), r.choice(['econ', 'weather', 'travel'])]; host = 'https://www.%s.com/' % owner; sw = ['drupal', 'wp', 'typo3', 'custom'][w.seed % 4]
    langs = ['en', 'de'] + r.sample(['fr', 'es'], r.randint(0, 2)); r.shuffle(langs) if sw != 'wp' else 0
    B = {l: host + ('' if sw == 'wp' and i == 0 else l + '/') for i, l in enumerate(langs)}; brands = [cap(coin(r, 'en', 2, 2)) for _ in range(r.randint(3, 6))]; plan = []; prodn = [[brands[i][:3].upper() + ' %d' % (100 + 10 * j) for j in range(r.randint(3, 9))] for i in range(len(brands))]
    cnt = [0, r.randint(4, 8), r.randint(4, 9), r.randint(8, 16)]; years = list(range(r.randint(2008, 2012), 2019)); press = [(r.choice(years), r.randint(1, 12)) for _ in range(r.randint(50, 110))]; sites, home, reg = {}, {}, {}
    def put(l, key, q): reg.setdefault(key, {})[l] = q
    for l in langs:
        T = Text(r, l, tp, 25, .55); W = WORDS[l]; s = Site(w, owner, nm, B[l], sw, T, css=host, pat=r.choice(['{t} | {n}', '{t} – {n}']) if l == langs[0] else sites[langs[0]].pat, og=nm if w.seed < 3 else legal, var=dict(pre=owner[:4], theme='astra' if sw == 'wp' else owner, tpl=owner, hash=owner, og=True, ver='5.1')); sites[l] = s; s.T = T; w.used.add(B[l]); home[l] = hm = P(B[l], legal, kind='home', id=1); put(l, 'home', hm); seen = set(); pg = []; H = [(B[l], W[8])]
        hs = [hub(w, s, B[l], x, H) for x in W[:7]]
        for i, h in enumerate(hs): put(l, ('hub', i), h); h.body = '' if sw == 'wp' else s.prose(h, (), 1)
        for i, bn in enumerate(brands):
            tx = Text(r, l, [tp[0], sorted(TOPICS)[(i * 7 + len(nm)) % len(TOPICS)]], 20); fh = hub(w, s, hs[0].url, bn + ('®' if w.seed == 3 else ''), hs[0].crumbs + [(hs[0].url, hs[0].h1)]); put(l, ('fam', i), fh); hs[0].items.append(fh); pg.append(fh); fp = []; fh.body = '' if sw == 'wp' else say(s, tx, fh, (), 2)
            if r.random() < .5: fh.title = bn + ' – ' + tx.title(2, 4)
            for j, pn in enumerate(prodn[i]):
                t = pn + ' ' + tx.title(1, 3); q = P(fresh(w, fh.url, slug(pn) + '/'), t, id=100 + len(w.used), sec=bn, crumbs=fh.crumbs + [(fh.url, bn)], cls='brand-' + slug(bn)); q.body = say(s, tx, q, fp, r.randint(2, 5)); fp.append(q); put(l, ('prod', i, j), q); pg.append(q)
                if j % 3 == 0:
                    for x in ('specifications', 'downloads'): z = P(fresh(w, q.url, x + '/'), pn + ' ' + cap(x), id=100 + len(w.used), sec=bn, crumbs=q.crumbs + [(q.url, t)], cls=q.cls); z.body = '<table>%s</table>' % ''.join('<tr><td>%s</td><td>%d mm</td></tr>' % (E(tx.word()), r.randint(1, 900)) for _ in range(8)); z.body += '<p>%s</p>' % s.a(z, q.url, t); q.side += '<p>%s</p>' % s.a(q, z.url, cap(x)); pg.append(z); put(l, ('tab', i, j, x), z)
            fh.items = fp; subnav(s, fp + [fh], bn, [(fh.url, bn)] + [(q.url, q.h1) for q in fp])
        for i in (1, 2, 3):
            o = leafs(w, s, hs[i], cnt[i], Text(r, l, tp, 10), seen); pg += o
            for j, q in enumerate(o): put(l, ('c', i, j), q)
        yl = {y: hub(w, s, hs[4].url, str(y), hs[4].crumbs + [(hs[4].url, W[4])]) for y in years}; nw = []
        for k, (y, mo) in enumerate(press):
            if l != 'en' and l != langs[0] and r.random() < .4: continue
            t = uniq(seen, lambda: T.title(4, 9)); q = P(fresh(w, hs[4].url, ('%d/' % y if sw != 'drupal' else '') + slug(t)[:70].strip('-') + ('.html' if sw == 'custom' else '/')), t, id=100 + len(w.used), sec=W[4], date=datetime(y, mo, r.randint(1, 28)), crumbs=yl[y].crumbs, cls='press'); q.body = s.prose(q, pg, r.randint(3, 6), .15) + '<p><strong>%s</strong><br>%s, press@%s.com</p>' % (E(legal), T.person(), owner); put(l, ('news', k), q); nw.append(q); yl[y].items.append(q)
        nw.sort(key=lambda q: q.date, reverse=True); hs[4].items = list(nw); yl = {y: h for y, h in yl.items() if h.items}; subnav(s, list(yl.values()) + nw, W[4], [(h.url, h.h1) for h in yl.values()]); pg += nw + list(yl.values()); hs[4].side += ' '.join(s.a(hs[4], h.url, h.h1) for h in yl.values())
        if l in langs[:2]: pg += leafs(w, s, hs[5], r.randint(8, 30), Text(r, l, ['econ', tp[0]], 10), seen, ext='-%d/' % r.randint(100, 999), words=(2, 4), nav=False)
        pg += leafs(w, s, hs[6], r.randint(2, 9), T, seen, words=(1, 2)); im = P(fresh(w, B[l], slug(W[7]) + '/'), W[7], kind='page', id=7, body='<p>%s, %s %d. %s</p>' % (E(legal), cap(coin(r)), r.randint(1, 99), E(T.sents(2, 4)))); put(l, 'imp', im); pg.append(im)
        s.menu = [(h.url, h.h1) for h in hs]; hm.items = r.sample(pg, 5) + nw[:4]; hm.head = ld({'@context': 'http://schema.org', '@type': 'Organization', 'name': legal, 'url': host}) if w.seed > 1 else ''
        s.foot = ['© 2019 ' + E(legal), '<a href="%s">%s</a>' % (im.url, W[7])] + ([' '.join('<a href="%s%s/%s/">%s</a>' % (B[l], slug(W[0]), slug(b), b) for b in brands)] if w.seed % 2 == 0 else [])
        if w.listing: sm = P(fresh(w, B[l], 'sitemap/'), 'Sitemap', kind='page' if sw != 'wp' else 'list', id=8, items=hs + pg[:150]); pg.append(sm); s.foot.append('<a href="%s">Sitemap</a>' % sm.url)
        s.pages = [hm] + hs + [x for x in paginate(hs[4], 12, hs[4].url + '?page=%d', 12)] + pg
    for d in reg.values():
        for l, q in d.items(): q.alts = [(m, z.url) for m, z in d.items()] if len(d) > 1 else [(m, B[m]) for m in langs]
    t = Text(r, 'en', tp, 20); sub = []
    if w.seed != 2: b = Site(w, owner, r.choice(['%s Blog', 'Inside %s', '%s Stories']) % nm, host + 'blog/', 'wp', Text(r, 'en', [tp[0], topics(r)[0]], 30), css=host + 'blog/', pat='{t} – {n}', og=nm if r.random() < .5 else None, var=dict(theme=r.choice(WPTHEMES))); b.og = b.og or b.name; blog(w, b, r.randint(25, 70), 0); b.foot = ['© <a href="%s">%s</a>' % (host, E(legal))]; b.emit(); sub.append(b)
    for y in r.sample(range(2011, 2019), 2 if w.seed % 2 else 1):     # reports for the year, each with a menu of its own
        a = Site(w, owner, 'Annual Report %d' % y, host + r.choice(['investors/annual-report-%d/', 'ar%d/', 'reports/%d/']) % y, 'custom', Text(r, 'en', ['econ', tp[0]], 15), pat='{t} – {n}' + (' – ' + nm if r.random() < .6 else ''), og=legal, css=host, var=dict(pre='ar%d' % (y % 100))); small(w, a, r.randint(12, 26), ['To our Shareholders', 'Strategy', 'Management Report', 'Financial Statements', 'Notes']); a.foot = ['© ' + E(legal)]; a.side = ['<p><a href="%s">%s</a></p>' % (host, E(nm))]; a.emit(); sub.append(a)
    for l in langs:
        s = sites[l]
        for b in sub:
            for q in [s.pages[0], s.pages[4], s.pages[5]] + ([] if b.sw != 'wp' or w.seed == 4 else s.pages[9:]): q.side += '<p class="teaser">%s</p>' % s.a(q, b.base, b.name)
        for q in s.pages:
            if s.sw == 'wp' and not q.top: q.top = '<ul class="wpml-ls">%s</ul>' % alts_nav(s, q)
        s.emit()
    h = sites[langs[0]]
    if host not in w.urls: moved(w, host, B[langs[0]], owner)
    moved(w, 'http://www.%s.com/' % owner, B[langs[0]], owner); moved(w, 'http://%s.com/' % owner, B[langs[0]], owner)
    for _ in range(6): q = r.choice(h.pages); moved(w, fresh(w, host, 'index.php?id=%d' % r.randint(10, 900)), q.url, owner)
    for _ in range(5): w.error(B[langs[0]], 'old/product-%d' % r.randint(1, 999), h)

# ------------------------------------------------------------------ n4 a museum (odd seeds), a city (even seeds)
def eventlist(w, s, base, n, tx, seen, name, form='date'):
    """a calendar: month lists with query strings, events"""
    r = w.r; h = P(fresh(w, base, ''), name, kind='list', id=300, sec=name, crumbs=[(s.base, s.name)]); ev, mo = [], {}
    for i in range(n):
        y, m = r.choice([2017, 2018, 2018, 2019]), r.randint(1, 12); t = uniq(seen, lambda: tx.title(2, 6)); q = P(fresh(w, base, '%d/%02d/%s/' % (y, m, slug(t)[:50].strip('-')) if form == 'date' else 'event.php?id=%d' % (4000 + i * 3)), t, id=2000 + i, sec=name, crumbs=[(s.base, s.name), (h.url, name)]); q.body = '<p class="when">%d %s %d, %d:00</p>' % (r.randint(1, 28), MON[m - 1], y, r.randint(9, 20)) + say(s, tx, q, ev, r.randint(1, 3), .1); ev.append(q); mo.setdefault((y, m), []).append(q)
    ml = [P(fresh(w, base, '?month=%d-%02d' % k), '%s %s %d' % (name, MON[k[1] - 1], k[0]), kind='list', id=301, sec=name, items=v, crumbs=[(s.base, s.name), (h.url, name)]) for k, v in sorted(mo.items())]
    for i, q in enumerate(ml): q.side += ' '.join(s.a(q, ml[j].url, x) for j, x in ((i - 1, '«'), (i + 1, '»')) if 0 <= j < len(ml))
    h.items = ev[:15]; h.side += ' '.join(s.a(h, q.url, q.h1) for q in ml); return h, ml + ev
def n4(w): (n4m if w.seed % 2 else n4c)(w)
def n4m(w):
    r = w.r; w.used = set(); a = cap(coin(r, 'en', 2, 2)); nm = r.choice(['%s Museum', 'Museum of %s', '%s Museum of Art', 'The %s Gallery']) % a; owner = slug(a); host = 'https://www.%s.org/' % slug(nm).replace('-', ''); tp = r.sample(['history', 'photo', 'fashion', 'arch', 'train', 'bio'], 2); sw = 'drupal' if w.seed == 1 else 'custom'
    var = dict(pre=owner[:3] + 'm', theme=owner, og=True); sites = []; subs = []; seen = set()
    main = None
    for l in ['en', 'de', 'fr'][:r.randint(2, 3)]:
        T = Text(r, l, tp, 40); b = host if l == 'en' and w.seed == 1 else host + l + '/'; s = Site(w, owner, nm, b, sw, T, css=host, pat='{t} | {n}', var=var); sites.append(s); w.used.add(b); full = l == 'en'; main = main or s
        secs = {'en': ['Visit', 'Exhibitions', 'Collection', 'Learn', 'Support', 'About', 'Press'], 'de': ['Besuch', 'Ausstellungen', 'Sammlung', 'Vermittlung', 'Freunde', 'Museum', 'Presse'], 'fr': ['Visiter', 'Expositions', 'Collections', 'Apprendre', 'Soutenir', 'Musée', 'Presse']}[l]
        hs = [hub(w, s, b, x, [(b, nm)]) for x in secs]; pg = []; s.hs = hs
        for h in hs: h.body = s.prose(h, (), 1)
        for i in (0, 3, 4, 5): pg += leafs(w, s, hs[i], r.randint(4, 14) if full else r.randint(2, 5), Text(r, l, [tp[0]], 10), seen)
        past = hub(w, s, hs[1].url, {'en': 'Past', 'de': 'Archiv', 'fr': 'Archives'}[l], hs[1].crumbs + [(hs[1].url, hs[1].h1)]); yrs = {}
        for i in range(r.randint(25, 50) if full else r.randint(6, 14)):     # exhibitions, some with pages of their own
            tx = Text(r, l, [r.choice(sorted(TOPICS)), tp[0]], 15); y = r.randint(2005, 2019); q = P(fresh(w, hs[1].url, slug(tx.title(1, 4)) + '/'), tx.title(1, 4), kind='post', id=100 + len(w.used), sec=hs[1].h1, crumbs=past.crumbs, cls='exhibition ex-%d' % i); q.body = '<p class="dates">%d %s %d – %d %s %d</p>' % (r.randint(1, 28), r.choice(MON), y, r.randint(1, 28), r.choice(MON), y + 1) + say(s, tx, q, (), r.randint(2, 5)); pg.append(q); yrs.setdefault(y, []).append(q)
            if r.random() < (.3 if full else .1):
                q.items = []; mp = leafs(w, s, q, r.randint(3, 9), tx, seen, words=(1, 4))
                for x in mp: x.cls = q.cls + ' microsite'; x.title = '%s | %s%s' % (x.h1, q.h1, ' | ' + nm if w.seed == 1 or r.random() < .4 else ''); x.top = '<div class="ex-banner" style="background:#%06x">%s</div>' % (r.getrandbits(24), s.a(x, q.url, q.h1))
                pg += mp
        yp = [P(fresh(w, past.url, '%d/' % y), '%s %d' % (past.h1, y), kind='list', id=90, sec=hs[1].h1, items=v, crumbs=past.crumbs) for y, v in sorted(yrs.items())]; past.items = yp; hs[1].items = [past] + [q for v in yrs.values() for q in v][:8]; pg += yp + [past]
        pr = leafs(w, s, hs[6], r.randint(15, 45) if full else r.randint(3, 9), T, seen, words=(3, 8), dated='y', nav=False); hs[6].items = list(pr); pg += pr
        cal, ev = eventlist(w, s, b + {'en': 'calendar/', 'de': 'kalender/', 'fr': 'agenda/'}[l], r.randint(50, 100) if full else r.randint(5, 20), T, seen, {'en': 'Calendar', 'de': 'Kalender', 'fr': 'Agenda'}[l]); pg += ev + [cal]
        hm = P(b, nm, kind='home', id=1, items=r.sample(pg, 9)); s.menu = [(h.url, h.h1) for h in hs] + [(cal.url, cal.h1)]; s.foot = ['© ' + E(nm), E(cap(coin(r)) + ' Street %d' % r.randint(1, 90))]; s.pages = [hm] + hs + paginate(hs[6], 15, hs[6].url + '?page=%d') + pg
    # the collection on line, another software: objects, makers, paged lists
    tx = Text(r, 'en', tp, 60); cb = host + r.choice(['emuseum/', 'collection-online/', 'objects/']); c = Site(w, owner, 'Collections – ' + nm if w.seed == 1 else nm, cb, 'custom', tx, og=None, css=cb, pat='{t} – Collections' if w.seed == 1 else '{t} – {n}', canon=False, links='root', var=dict(pre='em', og=False, sheets=['emuseum'], logohref=host)); mk = [tx.person() for _ in range(30)]; w.used.add(cb); ob, pm, pc = [], {}, {}; ct = ['Prints', 'Paintings', 'Photographs', 'Drawings', 'Textiles', 'Objects']
    for i in range(r.randint(180, 320)):
        t = tx.title(1, 5); m = r.choice(mk); k = r.choice(ct); n = r.randint(100, 90000); q = P(fresh(w, cb, 'objects/%d/%s' % (n, slug(t))), t, id=n); q.title = '%s – %s – %s' % (t, m, c.pat.split('– ')[1].format(n=c.name)); q.body = '<dl><dt>Artist</dt><dd>%s</dd><dt>Date</dt><dd>%d</dd><dt>Medium</dt><dd>%s</dd><dt>Dimensions</dt><dd>%d x %d cm</dd><dt>Object number</dt><dd>%d.%d</dd></dl>' % (c.a(q, cb + 'people/%d' % mk.index(m), m), r.randint(1500, 2010), E(tx.title(1, 3)), r.randint(5, 200), r.randint(5, 200), r.randint(1900, 2018), r.randint(1, 300)) + ('<p>%s</p>' % E(tx.sents(1, 4)) if r.random() < .4 else ''); ob.append(q); pm.setdefault(m, []).append(q); pc.setdefault(k, []).append(q)
    pl = [P(cb + 'people/%d' % mk.index(m), m, kind='list', items=v) for m, v in pm.items()]; cl = [P(cb + slug(k), k, kind='list', items=v) for k, v in pc.items()]; c.menu = [(q.url, q.h1) for q in cl]; c.foot = ['© ' + E(nm)] + (['Powered by eMuseum'] if w.powered else [])
    ch = P(cb, 'Collections', kind='home', title='Collections – ' + nm, items=[P(q.url, q.h1) for q in cl]); subs += [(c.base, 'Collection online')]; c.pages = [ch] + cl + [x for q in list(cl) for x in paginate(q, 24, q.url + '?page=%d', 12)] + pl + ob
    bl = Site(w, owner, r.choice(['Behind the Scenes', '%s Blog' % nm, 'Stories']), host + 'blog/', 'wp', Text(r, 'en', tp + topics(r), 30), css=host + 'blog/', pat='{t} – {n}', og=nm if r.random() < .5 else None, var=dict(theme=r.choice(WPTHEMES))); bl.og = bl.og or bl.name; blog(w, bl, r.randint(25, 70), r.choice([0, 2])); bl.foot = ['<a href="%s">%s</a>' % (host, E(nm))]; subs.append((bl.base, bl.name))
    sh = Site(w, owner, nm + ' Shop', host + 'shop/', 'shop', Text(r, 'en', [tp[0], 'fashion'], 20), css=host + 'shop/', pat='{t} - {n}', var=dict(eng=r.choice(['magento', 'presta']))); small(w, sh, r.randint(25, 60), ['Books', 'Prints and Posters', 'Gifts'], '.html'); sh.foot = ['© ' + E(nm)]; subs.append((sh.base, 'Shop'))
    if main.base != host: subs_home = main.base
    for s in sites:
        s.foot += ['<a href="%s">%s</a>' % (u, E(t)) for u, t in subs]
        for q in s.pages: q.alts = [(x.lang, x.base if q.kind != 'list' or q not in s.hs else x.hs[s.hs.index(q)].url) for x in sites]
        s.hs[2].items = [P(ob[k].url, ob[k].h1) for k in range(9)] + [ch]
        for q in r.sample(s.pages, 30): q.body = (q.body or '') + '<p>%s</p>' % s.a(q, r.choice(ob).url, 'Object in the collection')
        s.emit()
    c.emit(); sh.emit()
    for q in bl.pages:
        if q.kind == 'post' and r.random() < .25: q.body += '<p>%s</p>' % bl.a(q, r.choice(ob + main.pages).url, 'More')
    bl.emit()
    if host not in w.urls: moved(w, host, main.base, owner)
    moved(w, host.replace('https', 'http'), main.base, owner)
    for _ in range(4): w.error(host, 'exhibitions/gone-%d/' % r.randint(1, 99), main)
def n4c(w):
    r = w.r; w.used = set(); de = w.seed % 4 == 2; lang = 'de' if de else 'en'; a = cap(coin(r, 'en', 2, 2)); nm = ('Stadt ' if de else 'City of ') + a; owner = slug(a); host = 'https://www.%s.%s/' % (slug(a), 'de' if de else 'gov'); t = Text(r, lang, ['politics', 'arch'], 50); seen = set(); s = Site(w, owner, nm, host, 'typo3' if de else 'drupal', t, pat='{t} - {n}' if de else '{t} | {n}', links='root', og=nm, var=dict(theme=owner, tpl=owner, hash=owner, og=not de)); w.used.add(host); pg = []; H = [(host, nm)]
    secs = ['Rathaus', 'Leben', 'Kultur', 'Wirtschaft', 'Bauen', 'Aktuelles'] if de else ['Government', 'Residents', 'Culture', 'Business', 'Planning', 'News']; hs = [hub(w, s, host, x, H) for x in secs]; tps = ['law', 'health', 'music', 'econ', 'arch']
    for h, k in zip(hs, tps):
        h.body = s.prose(h, (), 1)
        for j in range(r.randint(3, 6)):
            tx = Text(r, lang, [k, r.choice(sorted(TOPICS))], 15); d = hub(w, s, h.url, uniq(seen, lambda: tx.title(1, 3)), h.crumbs + [(h.url, h.h1)]); d.body = say(s, tx, d, (), 2); h.items.append(d); pg.append(d); pg += leafs(w, s, d, r.randint(4, 16), tx, seen, ext='.html' if de else '')
    inst = [('Stadtbibliothek', 'Museum', 'Hallenbad', 'Musikschule', 'Volkshochschule', 'Stadtwerke') if de else ('Public Library', 'City Museum', 'Aquatics Center', 'Animal Shelter', 'Fire Department', 'Parks and Recreation')][0]; il = []
    for x, k in zip(inst, ['cook', 'history', 'health', 'music', 'travel', 'garden']):     # institutions of the city: the city's skin, a menu and banner of their own
        tx = Text(r, lang, [k], 20); d = hub(w, s, r.choice([host, hs[2].url]), x, H); d.title = '%s %s' % (x, a) if r.random() < .5 else None; d.body = say(s, tx, d, (), 2); mp = leafs(w, s, d, r.randint(6, 28), tx, seen); il.append(d); pg += mp + [d]
        if r.random() < .6:
            for q in mp + [d]: q.top = '<div class="banner"><img src="/img/%s.jpg" alt="%s">%s</div>' % (slug(x), E(x), s.a(q, d.url, x + ' ' + a)); q.cls = slug(x)
    hs[2].items = hs[2].items + il[:3]; hs[1].items = hs[1].items + il[3:]
    az = hub(w, s, host, 'Dienstleistungen' if de else 'Services', H, 'services/' if not de else 'buergerservice/'); sv = leafs(w, s, az, r.randint(60, 120), Text(r, lang, ['law', 'politics'], 40), seen, ext='/' if not de else '.html', words=(1, 3), nav=False); staff = [t.person() for _ in range(25)]
    for q in sv: p = r.choice(staff); q.body += '<p class="contact">%s: <a href="%s">%s</a>, %s@%s</p>' % ('Ansprechpartner' if de else 'Contact', host + 'staff/' + slug(p) + '/', p, slug(p), urlsplit(host).netloc[4:])
    sf = [P(host + 'staff/' + slug(p) + '/', p, kind='page', id=700, crumbs=H, items=[q for q in sv if p in q.body][:8]) for p in dict.fromkeys(staff)]; byl = {}
    for q in sv: byl.setdefault(slug(q.h1)[0], []).append(q)
    ls = [P(fresh(w, az.url, '?letter=' + k), az.h1 + ' ' + k.upper(), kind='list', id=701, items=v, crumbs=H) for k, v in sorted(byl.items())]; az.items = sv[:15]; az.side += ' '.join(s.a(az, q.url, q.h1[-1]) for q in ls); pg += sv + sf + ls
    for q in sf:
        if not q.items: q.items = [sv[0]]
    nw = leafs(w, s, hs[5], r.randint(90, 180), t, seen, words=(3, 8), dated='m', nav=False, ext='.html' if de else ''); yl = {}
    for q in nw: yl.setdefault(q.date.year, []).append(q); q.body = '<p class="date">%s</p>' % nice(q.date) + q.body
    ya = [P(fresh(w, hs[5].url, '%d/' % y), '%s %d' % (hs[5].h1, y), kind='list', id=702, items=v[:60], crumbs=H + [(hs[5].url, hs[5].h1)]) for y, v in sorted(yl.items())]; hs[5].items = list(nw); hs[5].side += ' '.join(s.a(hs[5], q.url, q.h1) for q in ya); pg += nw + ya
    cal, ev = eventlist(w, s, host + ('veranstaltungen/' if de else 'events/'), r.randint(50, 110), Text(r, lang, ['music', 'soccer'], 20), seen, 'Veranstaltungen' if de else 'Events', 'id'); pg += ev + [cal]
    # the council's papers, in the software such offices buy
    ct = Text(r, lang, ['politics', 'law'], 20); rb = host + ('ris/' if de else 'agendas/'); c = Site(w, owner, ('Ratsinformationssystem ' if de else 'City Council Agendas ') + (nm if r.random() < .6 else ''), rb, 'plain', ct, skin=2, links='rel', pat='{t}' if w.seed == 2 else '{n} - {t}', og=None); n0 = r.randint(100, 900); f1, f2 = ('si0057.asp?__ksinr=%d', 'vo0050.asp?__kvonr=%d') if de else ('meeting.aspx?id=%d', 'item.aspx?id=%d'); mt, its = [], []
    for i in range(r.randint(30, 60)):
        d = date(r); q = P(rb + f1 % (n0 + i), '%s %s' % (r.choice(['Stadtrat', 'Bauausschuss', 'Hauptausschuss'] if de else ['City Council', 'Planning Commission', 'Budget Committee']), d.strftime('%d.%m.%Y' if de else '%m/%d/%Y')), kind='list', body=''); mt.append(q)
        for j in range(r.randint(2, 7)): z = P(rb + f2 % (n0 * 3 + len(its)), ct.title(3, 8)); z.body = '<p>%s</p><p>%s</p>' % (E(ct.sents(2, 5)), c.a(z, q.url, q.h1)); its.append(z); q.items.append(z)
    rh = P(rb, 'Sitzungskalender' if de else 'Meetings', kind='list', items=mt, body=''); c.menu = [(rb, rh.h1)]; c.foot = [r.choice(['<a href="%s">%s</a>' % (host, E(nm)), 'Software: SessionNet' if de else 'Powered by Legistar'])]; c.pages = [rh] + mt + its; hs[0].side += '<p>%s</p>' % s.a(hs[0], rb, c.name)
    # a few pages in other languages
    for l in r.sample(['en', 'fr', 'pl'] if de else ['es', 'fr'], r.randint(1, 2)):
        x = Site(w, owner, nm, host + l + '/', s.sw, Text(r, l, ['politics', 'travel'], 20), css=host, pat=s.pat, links='root', og=nm, var=s.var); small(w, x, r.randint(14, 30), [cap(x.text.word()) for _ in range(4)]); x.foot = ['© ' + E(nm)]; x.emit(); s.side.append('<p><a href="%s" hreflang="%s">%s</a></p>' % (x.base, l, l.upper()))
    s.menu = [(h.url, h.h1) for h in hs] + [(az.url, az.h1), (cal.url, cal.h1)]; s.foot = ['© ' + E(nm), '<a href="/impressum/">Impressum</a>' if de else '<a href="/accessibility/">Accessibility</a>']; pg.append(P(host + ('impressum/' if de else 'accessibility/'), 'Impressum' if de else 'Accessibility', kind='page', id=5))
    if w.listing: pg.append(P(host + 'sitemap/', 'Sitemap', kind='list', id=6, items=hs + pg[:200])); s.foot.append('<a href="/sitemap/">Sitemap</a>')
    s.emit([P(host, nm, kind='home', id=1, items=nw[:5] + r.sample(pg, 5))] + hs + [az] + paginate(hs[5], 15, hs[5].url + '?page=%d') + pg); c.emit()
    moved(w, host.replace('https', 'http'), host, owner); moved(w, host.replace('www.', ''), host, owner)
    for q in r.sample(pg, 6): moved(w, fresh(w, host, 'index.php?id=%d' % r.randint(10, 900)), q.url, owner)
    for _ in range(5): w.error(host, 'alt/seite%d.htm' % r.randint(1, 99), s)

# ------------------------------------------------------------------ n5 one owner, many subdomains (odd: university) or domains (even: an organisation)
def n5(w):
    r = w.r; w.used = set(); odd = w.seed % 2 == 1; a = cap(coin(r, 'en', 2, 2)); S_ = []
    def T(*k, n=25): return Text(r, 'en', list(k), n)
    def A(owner, name, base, sw, tx, n, secs, ext='/', **k):
        s = Site(w, owner, name, base, sw, tx, **k); small(w, s, n, secs, ext); S_.append(s); return s
    if odd:
        nm = r.choice(['University of %s', '%s University', '%s State University']) % a; ab = r.choice([slug(a), 'u' + slug(a)[:3]]); dom = ab + '.edu'; owner = slug(a); css = 'https://www.%s/' % dom; var = dict(pre='u' + ab[:3], theme=ab, tpl=ab, hash=ab, og=True)
        main = A(owner, nm, css, 'drupal', T('politics', 'health'), r.randint(90, 160), ['About', 'Admissions', 'Academics', 'Research', 'Campus Life', 'Giving'], pat='{t} | {n}', var=var)
        un = [('news', nm + ' News', 'politics', ['Campus', 'Research', 'People', 'Press']), ('library', r.choice(['University Libraries', a + ' Library']), 'history', ['Find', 'Services', 'Hours', 'Special Collections']), ('alumni', a + ' Alumni Association', 'travel', ['Events', 'Benefits', 'Chapters', 'News'])] + r.sample([('physics', 'Department of Physics', 'astro', 0), ('law', 'School of Law', 'law', 0), ('med', 'School of Medicine', 'health', 0), ('bio', 'Biological Sciences', 'bio', 0), ('math', 'Department of Mathematics', 'math', 0), ('music', 'School of Music', 'music', 0), ('cs', 'Computer Science', 'code', 0), ('history', 'Department of History', 'history', 0)], r.randint(4, 6)) + r.sample([('it', 'Information Technology', 'net', ['Services', 'Help', 'Security']), ('housing', 'Housing and Dining', 'cook', ['Halls', 'Dining', 'Apply']), ('athletics', a + ' ' + r.choice(['Hawks', 'Bears', 'Rams']), 'soccer', ['Teams', 'Tickets', 'News']), ('museum', 'University Museum', 'photo', ['Visit', 'Collection', 'Exhibitions']), ('hr', 'Human Resources', 'econ', ['Benefits', 'Jobs', 'Policies'])], 3)
        for sub, n_, k, secs in un:
            x = r.random(); sw = 'drupal' if x < .45 else 'wp' if x < .75 else r.choice(['custom', 'joomla', 'plain']); secs = secs or ['People', 'Research', 'Undergraduate', 'Graduate', 'News', 'Events'][:r.randint(4, 6)]
            s = A(owner, n_, '%s://%s.%s/' % (r.choice(['https', 'http']), sub, dom), sw, T(k, r.choice(['politics', 'bio'])), r.randint(16, 90), secs, '.html' if sw == 'plain' else '/', css=css if sw == 'drupal' and r.random() < .4 else None, pat=r.choice(['{t} | {n} | ' + nm, '{t} – {n}', '{t} | {n}']), skin=r.choice([1, 2, 8]), var=dict(var, theme=r.choice(WPTHEMES)) if sw == 'wp' else dict(var, theme='beez3') if sw == 'joomla' else dict(var))
            s.css = s.css or s.base; s.og = r.choice([s.name, s.name, nm])
            if sw != 'plain' and r.random() < .75: bar = '<div id="%s-globalbar"><a class="wordmark" href="%s">%s</a> <a href="%sacademics/">Academics</a></div>' % (ab, main.base, E(nm), main.base); [q.__dict__.update(top=bar) for q in s.pages]
            s.foot = ['© 2019 ' + E(nm)] if r.random() < .85 else [E(s.name) + ', ' + E(nm)]
            if r.random() < .7: s.foot.append('<a href="%s">%s</a>' % (main.base, E(nm)))
            if w.powered and r.random() < .4: s.foot.append('Powered by <a href="https://www.drupal.org">Drupal</a>' if sw == 'drupal' else '<a href="https://wordpress.org/">WordPress</a>')
        own = [x for x in S_]
        # wiki of a department's computers: few pages
        # others: a students' paper and a neighbour university, with domains of their own
        o = Site(w, 'students-paper', 'The Daily ' + r.choice(['Hawk', 'Lantern', 'Crimson', 'Post']), 'https://www.daily%s.com/' % slug(a), 'wp', T('politics', 'soccer'), pat='{t} – {n}', var=dict(theme='newspaper')); blog(w, o, r.randint(40, 90), 0); o.foot = ['© ' + E(o.name) + ', an independent student newspaper']; S_.append(o)
        b = cap(coin(r)); o2 = A(slug(b), b + ' College', 'https://www.%s.edu/' % slug(b), r.choice(['drupal', 'wp']), T('health', 'arch'), r.randint(30, 70), ['About', 'Academics', 'News', 'Apply'], pat='{t} | {n}', var=dict(theme='astra', og=True)); o2.foot = ['© ' + E(o2.name)]; oth = [o, o2]
    else:
        kind = r.choice(['Wildlife Trust', 'Heart Foundation', 'Consumer Council', 'Agency for Water', 'Cancer Society', 'Cycling Federation']); nm = a + ' ' + kind; k = {'W': 'bio', 'H': 'health', 'C': 'econ', 'A': 'weather'}[kind[0]]; k = 'bike' if 'Cycl' in kind else 'health' if 'Cancer' in kind else k; owner = slug(nm); d = slug(nm).replace('-', ''); css = 'https://www.%s.org/' % d
        main = A(owner, nm, css, 'custom', T(k, 'politics'), r.randint(110, 190), ['About', 'Our Work', 'News', 'Get Involved', 'Advice', 'Press'], pat='{t} | {n}', var=dict(pre=slug(a)[:4]))
        used = set(); own = [main]
        for u, n_, sw, n, secs, tx in [('https://shop.%s.org/' % d, nm + ' Shop', 'shop', r.randint(40, 110), ['Gifts', 'Books', 'Clothing'], T(k, 'fashion')), ('https://donate.%s.org/' % d, 'Donate to ' + nm, 'custom', r.randint(6, 11), ['Donate', 'In Memory', 'Legacy', 'Monthly'], T(k)), ('https://blog.%s.org/' % d, r.choice(['Field Notes', a + ' Voices', nm + ' Blog']), 'wp', 0, 0, T(k, topics(r)[0]))] + [('%s://www.%s.%s/' % (r.choice(['http', 'https']), slug(x), r.choice(['org', 'info', 'com', 'net'])), x, r.choice(['wp', 'wp', 'custom', 'drupal', 'plain']), r.randint(10, 60), ['About', 'Facts', 'Take Part', 'News'], T(k, topics(r)[0])) for x in sorted({r.choice(['%s for Life', 'My %s Week', 'Safe %s', '%s Day', 'The %s Pledge', 'Big %s Count']) % cap(r.choice(TOPICS[k])) for _ in range(r.randint(3, 5))})]:
            if sw == 'wp' and not n: s = Site(w, owner, n_, u, 'wp', tx, pat='{t} – {n}', var=dict(theme=r.choice(WPTHEMES))); blog(w, s, r.randint(40, 90), 0); S_.append(s)
            else: s = A(owner, n_, u, sw, tx, n, secs, '.html' if sw in ('plain', 'shop') else '/', pat=r.choice(['{t} | {n}', '{t} - {n}']), skin=r.choice([1, 2, 8]), var=dict(theme=r.choice(WPTHEMES) if sw == 'wp' else 'default/' + slug(a) if sw == 'shop' else 'zen', pre=slug(n_)[:4].strip('-'), og=True))
            s.og = r.choice([n_, n_, nm]); s.foot = ['© 2018 ' + E(nm)] + ([r.choice(['A campaign by <a href="%s">%s</a>', '<a href="%s">%s</a>', 'Registered charity. <a href="%s">%s</a>']) % (css, E(nm))] if r.random() < .8 else []); own.append(s)
            if r.random() < .5: q = P(s.base + 'imprint' + ('.html' if sw == 'plain' else '/'), 'Imprint', kind='page', id=6); q.body = '<p>This website is run by <a href="%s">%s</a>, %s Street %d.</p>' % (css, E(nm), cap(coin(r)), r.randint(1, 99)); s.pages.append(q); s.menu.append((q.url, 'Imprint'))
        for _ in range(3): x = slug(cap(coin(r))); moved(w, 'http://www.%s-%s.org/' % (slug(a), r.choice(['online', 'direct', x])) if _ else 'http://%s.org/' % d, css, owner)
        main.menu += [(s.base, s.name) for s in own[1:3]]
        oth = []
        for kk in range(2): b = cap(coin(r)) + r.choice([' Institute', ' Alliance', ' Research Centre', ' Union']); s = A(slug(b), b, 'https://www.%s.%s/' % (slug(b).replace('-', ''), r.choice(['org', 'eu'])), r.choice(['wp', 'drupal', 'joomla']), T(k, topics(r)[0]), r.randint(20, 60), ['About', 'Projects', 'News', 'Contact'], pat='{t} – {n}', var=dict(theme='oceanwp', og=True)); s.foot = ['© ' + E(b)]; oth.append(s)
    main.foot = ['© 2019 ' + E(nm)] + (['<a href="%s">%s</a>' % (s.base, E(s.name)) for s in own[1:]] if w.listing else ['<a href="%s">%s</a>' % (s.base, E(s.name)) for s in own[1:6]])
    main.pages[0].body = (main.pages[0].body or '') + '<p>%s</p>' % ' '.join(main.a(main.pages[0], s.base, s.name) for s in own[1:] + oth)
    for s in S_:
        for q in s.pages:
            if q.kind != 'post' or q.body is None or q.items: continue
            x = r.random(); tg = own if s in own else oth
            if x < (.10 if s in own else .03): o = r.choice([y for y in tg if y is not s] or [main]); q.body += '<p>%s: %s</p>' % (E(o.name), s.a(q, *(lambda z: (z.url, z.h1))(r.choice(o.pages))))
            elif x < .14: o = r.choice(oth if s in own else own); q.body += '<p>With %s.</p>' % s.a(q, r.choice(o.pages).url if r.random() < .3 else o.base, o.name)
        s.emit()
    for _ in range(4): s = r.choice(own); w.error(s.base, 'gone-%d/' % r.randint(1, 99), s)
    moved(w, css.replace('https://www.', 'http://'), css, owner)

# ------------------------------------------------------------------ n6 neighbours: blogs of one circle (odd), sites of one small region (even)
def n6(w):
    r = w.r; w.used = set(); odd = w.seed % 2 == 1; S_ = []; seen = set(); hs = set()
    if odd:
        tp = r.choice(['knit', 'cook', 'garden', 'photo', 'law', 'econ', 'code', 'history']); fh = [slug(coin(r)) + x for x in ('blog.com', 'press.com')]
        for i in range(r.randint(11, 17)):
            tx = Text(r, 'en', [tp] + ([topics(r)[0]] if r.random() < .6 else []), 30); nm = uniq(seen, lambda: blogname(r, tx)); x = r.random(); d = uniq(hs, lambda: slug(nm).replace('-', '')[:22] if r.random() < .7 else slug(coin(r, 'en', 2, 3)))
            base, sw, st = ('http://%s.%s/' % (d, fh[0]), 'blogplat', 1) if x < .35 else ('https://%s.%s/' % (d, fh[1]), 'wp', 0) if x < .6 else ('%s://%s%s.%s/' % (r.choice(['http', 'https']), r.choice(['', 'www.']), d, r.choice(['com', 'net', 'org', 'co.uk', 'me'])), r.choice(['wp', 'wp', 'custom', 'plain']), r.choice([0, 2, 2]))
            s = Site(w, d, nm, base, sw, tx, pat=r.choice(['{n}: {t}', '{t} | {n}', '{t} – {n}']) if sw != 'blogplat' else '{n}: {t}', skin=r.choice([2, 5, 8]), var=dict(theme=r.choice(WPTHEMES), plat=fh[0].split('.')[0], platgen='Blogger-like ' + fh[0], pre=d[:3])); s.css = base if sw != 'blogplat' else 'http://www.%s/' % fh[0]; S_.append(s)
            blog(w, s, skew(r, 8, 110), st, comments=lambda s_, q: '<ol class="commentlist">%s</ol>' % ''.join('<li class="comment"><cite class="fn"><a href="%s" rel="external nofollow" class="url">%s</a></cite> <p>%s</p></li>' % (o.base, E(o.tagline.split()[0]), E(s_.text.sent())) for o in r.sample(S_, min(len(S_), 3)) if o is not s_))
        for s in S_:
            fr = r.sample([o for o in S_ if o is not s], r.randint(4, len(S_) - 2)); s.side.append(widget(s, s.pages[0], r.choice(['Blogroll', 'Blogs I read', 'Friends']), [(o.base, o.name) for o in fr], 'widget widget_links')); s.foot = ['© ' + E(s.name)] if r.random() < .6 else []
            if s.sw == 'blogplat': s.foot.append('Powered by <a href="http://www.%s/">%s</a>' % (fh[0], fh[0].split('.')[0]))
            elif '.' + fh[1] in s.base: s.foot.append('<a href="https://%s/">Blog at %s</a>' % (fh[1], fh[1]))
            for q in s.pages:
                if q.kind == 'post' and q.body and not q.items and r.random() < .4: o = r.choice(fr); z = r.choice([y for y in o.pages if y.kind == 'post'] or o.pages); q.body = '<p>%s %s: “%s”</p><blockquote><p>%s</p></blockquote>' % (s.a(q, o.base, o.name), E(r.choice(['writes', 'has a post', 'asks', 'is right about this'])), s.a(q, z.url, z.h1), E(o.text.sents(1, 2))) + q.body
            if s.sw == 'plain':
                for q in s.pages: q.side += ' '.join(s.side[-1:])
        pd = 'planet-' + tp; s = Site(w, 'planet', 'Planet ' + cap(tp), 'http://%s.org/' % pd, 'plain', Text(r, 'en', [tp], 10), skin=2, pat='{t} - {n}'); mk = []
        for i in range(12): q = P(s.base if not i else s.base + 'page%d.html' % i, s.name, kind='home' if not i else 'page', title=s.name); mk.append(q); q.body = ''.join('<h3>%s: %s</h3><p>%s</p>' % (s.a(q, o.base, o.name), s.a(q, z.url, z.h1), E(o.text.sents(2, 4))) for o in [r.choice(S_) for _ in range(10)] for z in [r.choice(o.pages)]) + '<p>%s</p>' % s.a(q, s.base + 'page%d.html' % (i + 1), 'older')
        s.menu = [(s.base, s.name)] + [(o.base, o.name) for o in S_]; s.pages = mk; S_.append(s)
    else:
        a, reg = cap(coin(r, 'en', 2, 2)), cap(coin(r, 'en', 2, 2)); ag = cap(coin(r)) + ' Webdesign'; agu = 'https://www.%s.com/' % slug(ag).replace('-', '')
        L_ = [('Town of ' + a, 'politics', 'typo3', ['Town Hall', 'Living', 'Business', 'News'], 110), ('Visit ' + reg, 'travel', 'custom', ['Stay', 'See', 'Eat', 'Events', 'News'], 120), (reg + ' Courier', 'politics', 'custom', ['Local', 'Sport', 'Business', 'News'], 150), (a + ' Grammar School', 'math', 'joomla', ['Pupils', 'Parents', 'Teachers', 'News'], 70), ('Parish of St ' + r.choice(GIVEN), 'history', 'wp', ['Services', 'Groups', 'News'], 40), (a + ' Museum', 'history', 'wp', ['Visit', 'Collection', 'Exhibitions', 'News'], 60), ('FC ' + a, 'soccer', 'joomla', ['Teams', 'Fixtures', 'News'], 70), (a + ' Brewery', 'cook', 'wp', ['Beers', 'Tours', 'Shop'], 30), ('%s Chamber of Commerce' % reg, 'econ', 'drupal', ['Members', 'Services', 'Events', 'News'], 80), ('%s Choral Society' % a, 'music', 'plain', ['Concerts', 'Singers', 'History'], 25), ('%s Railway' % reg, 'train', 'wp', ['Timetable', 'Locomotives', 'News'], 45), ('Hotel ' + cap(coin(r)), 'travel', 'wp', ['Rooms', 'Restaurant', 'Wellness'], 20), (r.choice(['Inn at ', 'Guesthouse ']) + cap(coin(r)), 'cook', 'plain', ['Rooms', 'Prices'], 9), (a + ' Volunteer Fire Brigade', 'health', 'wp', ['Team', 'Engines', 'News'], 40), ('%s Nature Park' % reg, 'bio', 'drupal', ['Trails', 'Wildlife', 'Education', 'News'], 70), (r.choice(FAM) + ' & Sons Builders', 'arch', 'wp', ['Projects', 'About'], 14), (a + ' Golf Club', 'garden', 'custom', ['Course', 'Membership', 'News'], 30)]
        keep = L_[:3] + r.sample(L_[3:], r.randint(9, 13)); th = r.choice(WPTHEMES)
        for nm, k, sw, secs, n in keep:
            agm = sw in ('wp', 'joomla') and r.random() < .5; tx = Text(r, 'en', [k] + (['travel'] if r.random() < .3 else []), 25); tx.mine += [a, reg] * 2; d = uniq(hs, lambda: slug(nm).replace('-', '')); base = '%s://www.%s.%s/' % (r.choice(['http', 'https']), d, r.choice(['org', 'com', 'net', 'co.uk', 'info']))
            s = Site(w, d, nm, base, sw, tx, pat=r.choice(['{t} – {n}', '{t} | {n}', '{n} - {t}']), skin=r.choice([0, 1, 2, 8]), links='rel' if sw == 'plain' else 'abs', var=dict(theme=th if agm else r.choice(WPTHEMES) if sw == 'wp' else 'protostar', tpl=d, pre=d[:3], og=True)); small(w, s, int(n * r.uniform(.6, 1.3)), secs, '.html' if sw == 'plain' else '/'); s.foot = ['© ' + E(nm)] + (['Website: <a href="%s">%s</a>' % (agu, E(ag))] if agm else []); S_.append(s)
        s = Site(w, slug(ag), ag, agu, 'wp', Text(r, 'en', ['code', 'photo'], 20), pat='{t} | {n}', var=dict(theme=th)); small(w, s, r.randint(16, 30), ['Services', 'References', 'Contact']); s.foot = ['© ' + E(ag)]; s.pages[0].items = []; s.pages[0].body = '<p>%s</p>' % ' '.join(s.a(s.pages[0], o.base, o.name) for o in S_ if any(agu in f for f in o.foot)); S_.append(s)
        for s in S_:
            fr = r.sample([o for o in S_[:-1] if o is not s], r.randint(3, 8)); x = r.random()
            if x < .5: lp = P(s.base + ('links.html' if s.sw == 'plain' else 'links/'), 'Links', kind='page', id=9); lp.body = '<ul>%s</ul>' % ''.join('<li>%s – %s</li>' % (s.a(lp, o.base, o.name), E(s.text.title(2, 5))) for o in fr); s.pages.append(lp); s.menu.append((lp.url, 'Links'))
            if x > .4: s.side.append('<div class="partners"><h4>Partners</h4>%s</div>' % ' '.join('<a href="%s"><img src="%slogo-%s.png" alt="%s"></a>' % (o.base, s.base, slug(o.name), E(o.name)) for o in fr[:r.randint(2, 6)]))
            for q in s.pages:
                if q.body and not q.items and r.random() < .2: o = r.choice(S_[:-1] if r.random() < .5 else S_[:3]); q.body += '' if o is s else '<p>%s %s.</p>' % (E(s.text.sent()), s.a(q, r.choice(o.pages).url if r.random() < .5 else o.base, o.name))
    for s in S_: s.emit()
    for _ in range(5): s = r.choice(S_); w.error(s.base, 'old-%d.html' % r.randint(1, 99), s)

S = dict(n1=n1, n2=n2, n3=n3, n4=n4, n5=n5, n6=n6)
def main():
    out, seed = sys.argv[1], int(sys.argv[2]); os.makedirs(out, exist_ok=True)
    for n in sys.argv[3:] or sorted(S):
        w = World(n, seed); w.out = out; S[n](w); w.write(out)
if __name__ == '__main__': main()
