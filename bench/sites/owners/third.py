#!/usr/bin/env python3
"""third.py OUTDIR SEED STRUCTURE...   (n1..n6)
Writes OUTDIR/S-SEED.warc and OUTDIR/S-SEED.truth."""
from made import *

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

if __name__ == '__main__': run(dict(n1=n1, n2=n2, n3=n3, n4=n4, n5=n5, n6=n6))
