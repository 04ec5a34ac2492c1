#!/usr/bin/env python3
"""first.py OUTDIR SEED STRUCTURE...   (d1..d5, k1..k5)
Writes OUTDIR/S-SEED.warc and OUTDIR/S-SEED.truth."""
from made import *

# ------------------------------------------------------------------ d1 blogs as folders
def d1(w):
    r = w.r; dom = domain(r, r.choice(['com', 'net', 'org', 'de'])); host = r.choice(['http://www.', 'https://', 'https://blogs.']) + dom + '/'
    pname = cap(dom.split('.')[0]) + r.choice(['', 'blogs', ' Blogs'])
    sw = r.choice(['wp', 'blogplat', 'wp']); style = r.choice([0, 2, 0, 4]) if sw == 'wp' else r.choice([1, 3])
    theme = r.choice(WPTHEMES); var = dict(theme=theme, ver='4.%d.%d' % (r.randint(1, 9), r.randint(1, 9)), plat=slug(pname).replace('-', ''), platgen=pname + ' ' + str(r.randint(2, 5)) if r.random() < .5 else None)
    pat = r.choice(['{t} – {n}', '{t} | {n}', '{n}: {t}', '{n} » {t}'])
    nb = r.randint(16, 34); blogs = []; seenn = set(); seen = {'about', 'help', 'directory', 'signup', 'terms', 'latest', 'platform'}
    platt = Text(r, 'en', ['net'], 20)
    for i in range(nb):
        t = Text(r, 'en', topics(r, r.choice([1, 1, 2])), 40); nm = uniq(seenn, lambda: blogname(r, t))
        f = uniq(seen, lambda: slug(r.choice([nm, t.person().split()[0] + str(r.randint(1, 99)), t.word()])).replace('-', '') + '')
        b = Site(w, f, nm, host + f + '/', sw, t, pat=pat, var=var, css=host); b.folder = f; blogs.append(b)
    P0 = P(host, '')
    for b in blogs:
        def com(s, q, me=b):
            return '<ol class="commentlist">%s</ol>' % ''.join('<li class="comment"><cite class="fn"><a href="%s" rel="external nofollow" class="url">%s</a></cite> <p>%s</p></li>' % (o.base, E(o.text.person().split()[0]), E(s.text.sent())) for o in r.sample(blogs, r.randint(1, 2)) if o is not me)
        if w.blogroll:
            fr = [o for o in r.sample(blogs, min(len(blogs), r.randint(2, 7))) if o is not b]
            b.side.append(widget(b, P0, 'Blogroll', [(o.base, o.name) for o in fr] + [('https://wordpress.org/news/', 'WordPress Blog')], 'widget widget_links'))
        if w.hosted: b.foot.append('Hosted by <a href="%s">%s</a>' % (host, E(pname)))
        if w.powered: b.foot.append('Powered by <a href="https://wordpress.org/">WordPress</a>' if sw == 'wp' else 'Powered by <a href="%sabout/">%s</a>' % (host, E(pname)))
        if not b.foot: b.foot.append('© %s' % E(b.name))
        blog(w, b, skew(r, 3, 62), style, comments=com if w.blogroll or r.random() < .5 else None); b.emit()
    # the platform itself
    s = Site(w, 'platform', pname, host, sw, platt, pat=pat, var=var); s.foot = ['© ' + E(pname), '<a href="%sabout/">About</a>' % host]
    fp = [P(b.base, b.name) for b in blogs]
    home = P(host, pname, kind='home', items=fp if w.listing or r.random() < .5 else r.sample(fp, 5), id=1)
    pg = [home, P(host + 'about/', 'About ' + pname, kind='page', id=2), P(host + 'signup/', 'Start your own blog', kind='page', id=3), P(host + 'terms/', 'Terms of Service', kind='page', id=5)]
    hl = P(host + 'help/', 'Help', kind='page', id=6); hs = [P(host + 'help/%s/' % slug(t), t, kind='page', id=10 + i) for i, t in enumerate(sorted({platt.title(2, 4) for _ in range(8)}))]; hl.items = hs; pg += [hl] + hs
    if w.listing:
        for c in sorted({b.folder[0] for b in blogs}): pg.append(P(host + 'directory/%s/' % c, 'Blogs: ' + c.upper(), kind='list', items=[P(b.base, b.name) for b in blogs if b.folder[0] == c], id=40))
        pg.append(P(host + 'directory/', 'All blogs', kind='list', items=fp, id=39, side='<p>%s</p>' % ' '.join(s.a(home, q.url, q.h1[-1]) for q in pg if '/directory/' in q.url)))
        pg.append(P(host + 'latest/', 'Latest posts', kind='list', items=[r.choice(r.choice(blogs).pages) for _ in range(40)], id=38))
    s.menu = [(host, 'Home'), (host + 'about/', 'About'), (host + 'help/', 'Help'), (host + 'signup/', 'Sign up'), (host + 'terms/', 'Terms')] + ([(host + 'directory/', 'Directory'), (host + 'latest/', 'Latest')] if w.listing else [])
    s.emit(pg)
    for _ in range(6): w.error(host, r.choice(blogs).folder + '/' + slug(platt.title(1, 3)), r.choice(blogs))

# ------------------------------------------------------------------ d2 university host
def homepages(w, s, n, exts='.html'):
    """a person's hand-written folder"""
    r = s.text.r; seen = set(); secs = r.sample(['teaching', 'papers', 'research', 'links', 'photos', 'software', 'notes', 'private', 'course', 'talks'], r.randint(2, 4))
    home = P(s.base, s.var['person'], kind='home'); home.title = r.choice(['%s', 'Homepage of %s', '%s’s Home Page', 'Welcome', '%s - Home']).replace('%s', s.var['person'])
    pages = [home]; idx = []
    for sec in secs:
        q = P(s.base + (sec + exts if r.random() < .4 else sec + '/'), cap(sec), kind='list'); idx.append(q); pages.append(q)
    while len(pages) < n:
        q = r.choice(idx); t = uniq(seen, lambda: s.text.title(2, 6)); d = urlsplit(q.url).path.rsplit('/', 1)[0] + '/' if r.random() < .8 else urlsplit(s.base).path
        sp = urlsplit(s.base); u = '%s://%s%s%s' % (sp.scheme, sp.netloc, d, r.choice([slug(t)[:18].strip('-'), slug(s.text.word()) + str(r.randint(1, 99)), 'lec%02d' % r.randint(1, 40)]) + exts)
        if u in {x.url for x in pages}: continue
        x = P(u, t); q.items.append(x); pages.append(x)
    s.menu = [(home.url, 'Home')] + [(q.url, q.h1) for q in idx]
    for x in pages:
        x.title = x.title or (x.h1 if r.random() < .8 or not s.var.get('signed') else '%s: %s' % (s.var['person'], x.h1))
        if x.kind == 'post' and r.random() < .08: x.deadend = True; x.body = '<pre>%s</pre>' % E('\n'.join(s.text.sents(3, 6) for _ in range(4)))
        elif x.kind != 'post': x.body = s.prose(x, (), 2)
    home.items = idx + r.sample([x for x in pages if x.kind == 'post'], min(5, len(pages) - len(idx) - 1)); s.pages = pages
    return pages
def d2(w):
    r = w.r; lang = 'en'; uni = cap(coin(r, r.choice(['en', 'de']), 2, 2)); host = 'http://www.%s.%s/' % (r.choice(['math', 'phil', 'cs', 'bio', 'econ']), 'uni-%s.%s' % (slug(uni), r.choice(['de', 'at', 'ch'])))
    top = {'math': ['math', 'code'], 'phil': ['history', 'arch'], 'cs': ['code', 'net'], 'bio': ['bio', 'health'], 'econ': ['econ', 'law']}[host.split('.')[1]]
    t = Text(r, lang, top, 60); nm = r.choice(['Faculty of %s, University of %s', 'Department of %s – University of %s', 'School of %s | %s University']) % ({'math': 'Mathematics', 'phil': 'Philosophy and History', 'cs': 'Computer Science', 'bio': 'Biology', 'econ': 'Economics'}[host[11:].split('.')[0]], uni)
    s = Site(w, 'faculty', nm, host, r.choice(['typo3', 'drupal', 'joomla']), t, pat=r.choice(['{t} – {n}', '{n}: {t}', '{t} | {s} | {n}']), links='root')
    s.var = dict(theme='uni' + slug(uni), tpl='uni', og=False)
    secs = ['Studies', 'Research', 'People', 'Institutes', 'News', 'Library', 'International', 'Administration']; pages = [P(host, nm, kind='home', id=1)]; hubs = []
    for i, c in enumerate(secs):
        ext = '/' if s.sw != 'typo3' else '/'
        h = P(host + slug(c) + ext, c, kind='list', id=10 + i, sec=c, crumbs=[(host, 'Home')]); hubs.append(h)
    insts = []
    for i in range(r.randint(5, 9)):
        it = 'Institute of ' + cap(r.choice(TOPICS[r.choice(top)])) + ' ' + r.choice(['Theory', 'Studies', 'Research', 'Methods'])
        if it in {q.h1 for q in insts}: continue
        q = P(host + 'institutes/%s/' % slug(it.split(' ', 2)[2]), it, kind='list', id=60 + i, sec='Institutes', crumbs=[(host, 'Home'), (hubs[3].url, 'Institutes')]); insts.append(q); hubs[3].items.append(q)
    homes = []; seen = set()
    s.menu = [(q.url, q.h1) for q in hubs]
    while len(pages) + len(hubs) + len(insts) < 800:
        h = r.choice([q for q in hubs if q.h1 != 'Institutes'] + insts * 2); tt = uniq(seen, lambda: t.title(2, 6))
        q = P(h.url + (slug(tt) + ('.html' if s.sw == 'typo3' else '/' if s.sw == 'joomla' else '')), tt, id=100 + len(pages), sec=h.sec, crumbs=h.crumbs + [(h.url, h.h1)], kind='post'); h.items.append(q); pages.append(q)
        if len(pages) + len(hubs) + len(insts) >= 800: break
    seenn = set(); P0 = P(host, '')
    for i in range(10):
        tp = Text(r, 'en', [r.choice(top), topics(r)[0]], 40); fam = uniq(seenn, lambda: r.choice(FAM)); pn = r.choice(GIVEN) + ' ' + fam
        b = Site(w, slug(fam), '', host + '~%s/' % slug(fam), 'plain', tp, skin=i % NPLAIN if r.random() < .7 else r.randrange(NPLAIN), links='rel', og=None)
        b.var = dict(person=pn, signed=r.random() < .4)
        b.foot = [r.choice([E(pn), E(pn) + ', ' + slug(fam) + '@' + urlsplit(host).netloc[4:], 'Last modified: ' + nice(date(r)), ''])]
        homepages(w, b, r.randint(20, 60), r.choice(['.html', '.htm', '.html']))
        if w.powered and r.random() < .5: b.foot.append('<a href="http://validator.w3.org/check?uri=referer">Valid HTML 4.01</a>')
        homes.append(b)
    for b in homes:
        k = [x for x in b.pages if not x.deadend]
        if w.hosted:
            b.pages[0].foot = ' | <a href="%s">%s</a>' % (host, E(nm))
            for x in r.sample(k, max(1, len(k) // 10)): x.foot = ' <a href="/">%s</a>' % E(nm)
        if w.blogroll and r.random() < .6:
            o = r.choice([o for o in homes if o is not b]); b.pages[0].side = '<p>See also <a href="%s">%s</a></p>' % (urlsplit(o.base).path, E(o.var['person']))
        b.emit()
    ppl = hubs[2]
    if w.listing: ppl.items = [P(b.base, b.var['person']) for b in homes] + ppl.items
    staff = [x for x in ppl.items if x.url.startswith(ppl.url)][:40]
    for b in homes:
        q = r.choice(staff); q.side += '<p>Personal page: <a href="/~%s/">%s</a></p>' % (b.owner, E(b.var['person']))
        if r.random() < .6: q = r.choice(pages[1:]); q.side += '<p>Lecturer: <a href="/~%s/">%s</a></p>' % (b.owner, E(b.var['person']))
    s.foot = ['© University of ' + uni, '<a href="/imprint/">Imprint</a>', '<a href="https://www.uni-%s.de/">University of %s</a>' % (slug(uni), uni)]
    if w.powered: s.foot.append('powered by <a href="https://typo3.org/">TYPO3</a>' if s.sw == 'typo3' else 'powered by <a href="https://www.drupal.org">Drupal</a>')
    for x in pages[1:]:
        if r.random() < .03: x.body = '<p>%s</p>' % E(t.sent())
    pages[0].items = r.sample(pages[1:], 12)
    s.emit(pages + hubs + insts)
    for _ in range(5): w.error(host, 'studies/' + slug(t.title(2, 3)), s)
    for b in r.sample(homes, 3): w.error(b.base, 'old%d.html' % r.randint(1, 9))

# ------------------------------------------------------------------ d3 country domains
CC = [('de', 'de'), ('en', 'co.uk'), ('fr', 'fr'), ('es', 'es'), ('it', 'it'), ('nl', 'nl'), ('pl', 'pl'), ('cs', 'cz'), ('sv', 'se')]
def d3(w):
    r = w.r; nm = cap(coin(r, 'en', 2, 2)); leg = nm + r.choice([' Pumps', ' Group', ' Technology', ' Systems']); tp = [r.choice(['pump', 'health', 'bike', 'fashion', 'net']), r.choice(['arch', 'weather', 'econ'])]
    sw = r.choice(['custom', 'typo3', 'drupal']); same = r.random() < .5; np = r.randint(55, 110); secs = ['products', 'service', 'company', 'news', 'careers', 'contact']
    bases = {l: 'https://www.%s.%s/' % (slug(nm), t) for l, t in CC}; T = {}
    for l, _ in CC: T[l] = Text(r, l, tp, 20, .55)
    keys = []; ids = set()
    for i in range(np):
        sec = secs[min(5, int(r.random() ** 1.6 * 6))]; keys.append((i, sec))
    names, urls = {}, {}
    for l, _ in CC:
        seen = set()
        for i, sec in keys:
            t = uniq(seen, lambda: T[l].title(2, 5)); prod = nm[:2].upper() + str(100 + i * 5)
            names[l, i] = prod + ' ' + t if sec == 'products' else t
            urls[l, i] = bases[l] + sec + '/' + ('%s/' % (slug(prod) if sec == 'products' else 'p%d' % i) if same else slug(names[l, i]) + '.html')
    drop = {(l, i) for l, _ in CC for i, sec in keys if sec == 'news' and r.random() < .3}
    deal = []
    if w.seed % 2 == 0:
        for j in range(2):
            l, t = r.choice(CC); tx = Text(r, l, [tp[0]], 40); dn = cap(coin(r, l, 2, 2)) + r.choice([' GmbH', ' Ltd', ' Handel', ' & Sons']); b = Site(w, 'dealer%d' % (j + 1), dn, 'http://www.%s.%s/' % (slug(dn).replace('-', ''), t), ['joomla', 'wp'][j], tx, pat='{t} - {n}', var=dict(theme=['beez3', 'twentyten'][j]))
            blog(w, b, r.randint(12, 25), 2); b.foot = ['Authorised %s dealer: <a href="%s">%s</a>' % (E(nm), bases[l], E(nm))]; b.emit(); deal.append((l, b))
    for l, cc in CC:
        s = Site(w, slug(nm), leg, bases[l], sw, T[l], pat=r.choice(['{t} | {n}', '{t} – {n}']) if not same else '{t} | {n}', links='root' if sw != 'custom' else 'abs')
        s.og = leg if r.random() < .8 or same else '%s %s' % (leg, l.upper()); s.tagline = T[l].title(3, 5)
        s.var = dict(pre=slug(nm)[:4], theme=slug(nm), tpl=slug(nm), hash=slug(nm), og=True)
        pages = []; hubs = {}
        for sec in secs: hubs[sec] = P(bases[l] + sec + '/', cap(T[l].word()) if not l == 'en' else cap(sec), kind='list', id=500 + secs.index(sec), crumbs=[(bases[l], nm)], alts=[(m, bases[m] + sec + '/') for m, _ in CC])
        home = P(bases[l], leg, kind='home', id=1, alts=[(m, bases[m]) for m, _ in CC])
        for i, sec in keys:
            if (l, i) in drop: continue
            q = P(urls[l, i], names[l, i], id=i + 10, sec=sec, alts=[(m, urls[m, i]) for m, _ in CC if (m, i) not in drop], crumbs=[(bases[l], nm), (hubs[sec].url, hubs[sec].h1)])
            hubs[sec].items.append(q); pages.append(q)
        s.menu = [(h.url, h.h1) for h in hubs.values()]; home.items = r.sample(pages, 6)
        s.foot = ['© %s' % E(leg), '<a href="%sdatenschutz/">Privacy</a>' % bases[l]]
        if w.powered: s.foot.append('Website by <a href="https://www.%s.de/">%s</a>' % (slug('pixelwerk' + nm[:2]), 'Pixelwerk'))
        if w.listing: pages.append(P(bases[l] + 'sitemap/', 'Sitemap', kind='list', items=list(pages), id=900))
        if w.blogroll: s.foot.append('<select>%s</select>' % ''.join('<option value="%s">%s</option>' % (bases[m], m.upper()) for m, _ in CC))
        for ll, b in deal:
            if ll == l: hubs['contact'].body = '<p>%s</p><p><a href="%s">%s</a></p>' % (E(T[l].sent()), b.base, E(b.name))
        s.emit([home] + list(hubs.values()) + pages)
        for _ in range(2): w.error(bases[l], 'products/old-%d/' % r.randint(1, 999), s)

# ------------------------------------------------------------------ d4 magazine with dossiers
def d4(w):
    r = w.r; t = Text(r, 'en', ['politics', 'econ'], 50); nm = r.choice(['The ', '', 'New ']) + cap(coin(r, 'en', 2, 2)) + r.choice([' Review', ' Monthly', ' Weekly', ' Observer', ' Magazine'])
    host = 'https://www.%s.%s/' % (slug(nm).replace('-', ''), r.choice(['com', 'org', 'net'])); k = slug(nm)[:3].strip('-') + 'x'
    pat = r.choice(['{t} | {s} | {n}', '{t} – {n}', '{n}: {t}']); varied = r.random() < .6; owner = slug(nm).split('-')[0] if slug(nm).split('-')[0] not in ('the', 'new') else slug(nm).split('-')[1]
    au = [t.person() for _ in range(30)]; seen = set(); secs = ['Politics', 'Business', 'Culture', 'Science', 'Society', 'Travel']; arts = []; hubs = []
    s = Site(w, owner, nm, host, 'custom', t, pat=pat, var=dict(pre=k, feeds=[(nm, host + 'feed.xml')], sheets=['main', 'article']))
    for c in secs:
        tx = Text(r, 'en', [r.choice(sorted(TOPICS)), 'politics'], 30); h = P(host + slug(c) + '/', c, kind='list', sec=c); hubs.append(h)
        for i in range(r.randint(45, 95)):
            tt = uniq(seen, lambda: tx.title(3, 8)); d = date(r); q = P(h.url + r.choice(['%d/%02d/' % (d.year, d.month)] if w.seed % 2 else ['']) + slug(tt), tt, sec=c, date=d, author=r.choice(au), crumbs=[(host, 'Home'), (h.url, c)]); q.tx = tx; h.items.append(q); arts.append(q)
    doss = []; folder = r.choice(['dossiers/', 'specials/', ''])
    for i in range(r.randint(7, 12)):
        tx = Text(r, 'en', topics(r, 2), 45); dn = uniq(seen, lambda: tx.title(2, 4)); b = host + folder + slug(dn) + '/'
        ds = Site(w, owner, nm, b, 'custom', tx, pat=r.choice([pat, '{t} – {s} – {n}']) if w.seed % 3 else pat, css=host); ds.dn = dn
        kk = k if not varied or r.random() < .4 else k + 'd%d' % i
        ds.var = dict(pre=kk if varied and r.random() < .4 else k, sheets=['main', 'article'] if not varied else ['main', 'dossier-' + slug(dn)], logo='dossier-' + slug(dn), logoalt=dn, logohref=b, pretop='<a class="%s-mini" href="%s">%s</a>' % (k, host, E(nm)) if w.hosted or r.random() < .3 else '')
        ds.bodycls = 'dossier dossier-' + slug(dn)
        hm = P(b, dn, kind='list', sec=dn, title=r.choice(['%s | %s', '%s – %s']) % (dn, nm)); pg = []
        for j in range(r.randint(15, 55)):
            tt = uniq(seen, lambda: tx.title(3, 8)); q = P(b + slug(tt), tt, sec=dn, author=r.choice(au), date=date(r), crumbs=[(b, dn)] if not w.hosted else [(host, 'Home'), (b, dn)]); pg.append(q)
        hm.items = list(pg); more = paginate(hm, 24, b + 'page-%d'); ds.menu = [(b, dn)] + [(q.url, q.h1) for q in r.sample(pg, min(5, len(pg)))]
        ds.foot = ['© %s' % E(nm)] + (['<a href="%simprint">Imprint</a>' % host] if r.random() < .8 else [])
        ds.pages = [hm] + pg + more; doss.append(ds)
    for ds in doss:
        if w.blogroll: ds.side.append(widget(ds, ds.pages[0], 'More dossiers', [(o.base, o.dn) for o in r.sample(doss, 3) if o is not ds], ds.var['pre'] + '-box'))
        for q in [q for q in ds.pages if q.kind == 'post']: q.body = ds.prose(q, ds.pages[1:], lp=.2) + ('<p>%s</p>' % ds.a(q, r.choice(arts).url, 'Read more') if r.random() < .1 else '')
        ds.emit()
    s.menu = [(h.url, h.h1) for h in hubs] + ([(host + 'dossiers/', 'Dossiers')] if w.listing else [])
    s.side.append(widget(s, hubs[0], 'Most read', [(q.url, q.h1) for q in r.sample(arts, 5)], k + '-box'))
    if w.hosted or not w.listing: s.side.append(widget(s, hubs[0], 'Dossiers', [(d.base, d.dn) for d in doss[:5]], k + '-box'))
    s.foot = ['© %s Publishing' % E(nm), '<a href="%simprint">Imprint</a>' % host, '<a href="%ssubscribe">Subscribe</a>' % host]
    if w.powered: s.foot.append('Powered by <a href="https://www.escenic.com/">Escenic</a>')
    home = P(host, nm, kind='home', items=r.sample(arts, 18) + [P(d.base, d.dn) for d in doss]); ex = [P(host + 'imprint', 'Imprint', kind='page'), P(host + 'subscribe', 'Subscribe', kind='page')]
    if w.listing: ex.append(P(host + 'dossiers/', 'Dossiers', kind='list', items=[P(d.base, d.dn) for d in doss]))
    for h in list(hubs): hubs += paginate(h, 25, h.url + 'page-%d')
    for q in arts:
        s.text = q.tx; q.body = s.prose(q, arts, lp=.2)
    s.text = t; s.emit([home] + hubs + arts + ex)
    for _ in range(6): w.error(host, 'politics/%s' % slug(t.title(2, 4)), s)

# ------------------------------------------------------------------ d5 newspaper and blogs domain
def d5(w):
    r = w.r; city = cap(coin(r, 'en', 2, 2)); nm = r.choice(['%s Post', 'The %s Times', '%s Gazette', 'Daily %s', '%s Tribune']) % city
    ns = slug(nm).replace('-', ''); host = 'https://www.%s.com/' % ns; bhost = r.choice(['https://%sblogs.com/', 'https://blogs-%s.net/', 'https://%svoices.org/', 'http://www.%sblog.com/']) % (ns if r.random() < .6 else slug(city))
    owner = 'paper'; t = Text(r, 'en', ['politics', 'soccer'], 50); au = [t.person() for _ in range(25)]; secs = ['News', 'Local', 'Sport', 'Business', 'Arts', 'Opinion']; arts = []; hubs = []; seen = set(); k = ns[:3] + 'p'
    s = Site(w, owner, nm, host, 'custom', t, pat=r.choice(['{t} | {s} | {n}', '{t} – {n}', '{t} - {s} - {n}']), var=dict(pre=k, feeds=[(nm, host + 'rss')], sheets=['base', 'news']))
    for c in secs:
        tx = Text(r, 'en', topics(r, 1) + ['politics'], 30); h = P(host + slug(c) + '/', c, kind='list', sec=c); hubs.append(h)
        for i in range(r.randint(50, 110)):
            tt = uniq(seen, lambda: tx.title(3, 8)); q = P('%s%s/%s-%d.html' % (host, slug(c), slug(tt), r.randint(10**6, 10**7)), tt, sec=c, date=date(r), author=r.choice(au), crumbs=[(host, nm), (h.url, c)]); q.tx = tx; h.items.append(q); arts.append(q)
    blogs = []; theme = r.choice(WPTHEMES)
    for i in range(r.randint(6, 11)):
        tx = Text(r, 'en', topics(r, r.choice([1, 2])), 40); bn = blogname(r, tx); f = uniq(seen, lambda: slug(bn + (str(i) if bn in seen else '')))
        b = Site(w, owner, bn, bhost + f + '/', 'wp', tx, css=bhost, pat=r.choice(['{t} – {n} – ' + nm]) if w.seed % 2 else '{t} | {n}', og=nm, var=dict(theme=theme, ver='4.7.2', authors=r.sample(au, 2))); blogs.append(b)
    bb = Site(w, owner, nm + ' Blogs', bhost, 'wp', t, pat='{t} | {n}', og=nm, var=dict(theme=theme, ver='4.7.2'))
    P0 = P(bhost, '')
    for b in blogs:
        if w.blogroll: b.side.append(widget(b, P0, 'More blogs', [(o.base, o.name) for o in blogs if o is not b]))
        blog(w, b, r.randint(12, 45), 0); b.menu = [(host, nm)] * (1 if w.hosted else 0) + b.menu
        b.foot = ['<a href="%s">%s</a>' % (host, E(nm))] + (['<a href="%s">All blogs</a>' % bhost] if w.hosted else []) + (['Proudly powered by <a href="https://wordpress.org/">WordPress</a>'] if w.powered else [])
        for q in b.pages:
            if q.kind == 'post' and r.random() < .25: q.body += '<p>%s</p>' % b.a(q, r.choice(arts).url, 'As reported in the ' + nm)
        b.emit()
    fp = [P(b.base, b.name) for b in blogs]; bb.foot = ['<a href="%s">%s</a>' % (host, E(nm))]; bb.menu = [(bhost, 'Blogs'), (host, nm)]
    bb.emit([P(bhost, nm + ' Blogs', kind='home', items=fp), P(bhost + 'about/', 'About our blogs', kind='page')] + ([P(bhost + 'authors/', 'Authors', kind='list', items=fp)] if w.listing else []))
    s.menu = [(h.url, h.h1) for h in hubs] + [(bhost, 'Blogs')]; s.foot = ['© %s Media' % E(nm), '<a href="%s">Blogs</a>' % bhost, '<a href="%scontact.html">Contact</a>' % host]
    if w.listing: s.side.append(widget(s, hubs[0], 'Blogs', [(b.base, b.name) for b in blogs], k + '-box'))
    s.side.append(widget(s, hubs[0], 'Latest', [(q.url, q.h1) for q in r.sample(arts, 6)], k + '-box'))
    for q in arts:
        s.text = q.tx; q.body = s.prose(q, arts, lp=.2)
        if r.random() < .08: b = r.choice(blogs); q.body += '<p>%s</p>' % s.a(q, r.choice(b.pages).url, 'From our blog ' + b.name)
    for h in list(hubs): hubs += paginate(h, 25, h.url + '?page=%d', 5)
    s.text = t; s.emit([P(host, nm, kind='home', items=r.sample(arts, 24)), P(host + 'contact.html', 'Contact', kind='page')] + hubs + arts)
    if w.seed % 3 == 0:  # an independent blog in the town
        tx = Text(r, 'en', ['politics'], 40); o = Site(w, 'townblog', city + ' Watch', 'https://%s-watch.org/' % slug(city), 'wp', tx, pat='{t} – {n}', var=dict(theme=theme, ver='4.7.2')); blog(w, o, r.randint(20, 35), 0)
        for q in o.pages:
            if q.kind == 'post' and r.random() < .5: q.body += '<p>The %s %s.</p>' % (E(nm), o.a(q, r.choice(arts).url, 'writes'))
        o.emit()
    for _ in range(5): w.error(host, 'news/x-%d.html' % r.randint(1, 99999), s)
    for _ in range(3): w.error(blogs[0].base, '2009/%02d/gone/' % r.randint(1, 12), blogs[0])

# ------------------------------------------------------------------ k1 shops of a mall, with shelves
SHELF = ['fashion', 'toys', 'garden', 'music', 'photo', 'bike', 'knit', 'dogs', 'cook']
def k1(w):
    r = w.r; mn = cap(coin(r, 'en', 2, 2)) + r.choice(['Mall', 'Market', 'Bazaar', ' Arcade']); host = 'https://%s%s.com/' % (r.choice(['www.', 'shops.', 'store.']), slug(mn)); t = Text(r, 'en', ['econ', 'fashion'], 30)
    shelves = r.sample(SHELF, r.randint(5, 8)); deep = w.seed % 2 == 0; shops = []; seen = {'help', 'search', 'news'}; custom_skin = r.random() < .6
    for i in range(r.randint(18, 30)):
        sh = r.choice(shelves); tx = Text(r, 'en', [sh], 40); a = cap(r.choice(tx.mine)); nm = r.choice(['%s Shop', '%s & Co', 'House of %s', '%s Corner', '%s Studio', '%s Direct', 'Little %s']) % a; f = uniq(seen, lambda: slug(nm if nm not in seen else nm + str(i)).replace('-', r.choice(['', '-'])))
        b = Site(w, f, nm, host + (sh + '/' if deep else '') + f + '/', 'shop', tx, css=host, pat=r.choice(['{t} – {n}', '{t} - {n} | ' + mn, '{n}: {t}']), og=nm if r.random() < .7 else mn)
        b.sh = sh; b.var = dict(eng='magento', og=True, theme='mall/' + (r.choice(['red', 'blue', 'green', 'wood', 'plain']) if custom_skin else 'default')); b.bodycls = 'shop-' + f; shops.append(b)
    if any(b.og == mn for b in shops) and r.random() < .5:
        for b in shops: b.pat, b.og = '{t} - {n} | ' + mn, mn
    P0 = P(host, '')
    for b in shops:
        seen2 = set(); n = skew(r, 5, 65); cats = []; prods = []
        for j in range(max(1, min(4, n // 6))):
            c = cap(uniq(seen2, lambda: b.text.word())); cats.append(P(b.base + 'c/%s/' % slug(c), c, kind='list', id=j, crumbs=[(b.base, b.name)]))
        for j in range(n):
            c = r.choice(cats); tt = uniq(seen2, lambda: b.text.title(2, 5)); q = P(b.base + 'item/%s-%d.html' % (slug(tt), 1000 + j), tt, id=j + 5, crumbs=[(b.base, b.name), (c.url, c.h1)]); c.items.append(q); prods.append(q)
            q.body = b.prose(q, prods, 2, .2)
        cats = [c for c in cats if c.items]; cm = list(cats); cats += [x for c in cm for x in paginate(c, 12, c.url + '?p=%d')]
        b.menu = [(b.base, b.name)] + [(c.url, c.h1) for c in cm] + [(b.base + 'about.html', 'About the shop'), (b.base + 'shipping.html', 'Shipping')]
        owner = b.text.person(); ab = P(b.base + 'about.html', 'About the shop', kind='page'); ab.body = '<p>%s, owner %s.</p>' % (E(b.name), E(owner)) + b.prose(ab, prods, 2); shp = P(b.base + 'shipping.html', 'Shipping', kind='page')
        shp.body = '<p>%s</p>' % E(b.text.sents(3, 5))
        b.pages = [P(b.base, b.name, kind='home', items=prods[:9], id=1), ab, shp] + cats + prods
        b.foot = ['© %s' % E(b.name), 'Seller: %s' % E(owner)]
        if w.hosted: b.foot.append('A shop on <a href="%s">%s</a>' % (host, E(mn)))
        if w.powered: b.foot.append('Powered by <a href="%shelp/">%s</a>' % (host, E(mn)))
        if w.blogroll: b.side.append(widget(b, P0, 'Friends', [(o.base, o.name) for o in r.sample(shops, 4) if o is not b], 'block block-list'))
        if w.hosted and deep: 
            for q in b.pages: q.crumbs = [(host, mn), (host + b.sh + '/', cap(b.sh))] + q.crumbs
        b.emit()
    s = Site(w, 'mall', mn, host, 'shop', t, pat='{t} | ' + mn, var=dict(eng='magento', og=True, theme='mall/default')); s.foot = ['© ' + E(mn) + ' Inc.', '<a href="%shelp/">Help</a>' % host]
    pg = []; shl = []
    for sh in shelves:
        mine = [b for b in shops if b.sh == sh]
        if not mine: continue
        q = P(host + ('' if deep else 'shelf/') + sh + '/', cap(sh), kind='list', crumbs=[(host, mn)], items=[P(b.base, b.name) for b in mine]); pg.append(q); shl.append((q.url, q.h1))
        if w.listing:
            q.side = '<p>%s</p>' % ' | '.join(s.a(q, q.url + nme + '.html', cap(nme)) for nme in ('new', 'popular', 'sale'))
            for nme in ('new', 'popular', 'sale'): pg.append(P(q.url + nme + '.html', cap(sh) + ': ' + nme, kind='list', crumbs=[(host, mn), (q.url, q.h1)], items=[r.choice(r.choice(mine).pages[3:]) for _ in range(12)]))
    if not w.listing: pg = [q for q in pg if deep]
    s.menu = [(host, 'Home')] + (shl if pg else []) + [(host + 'help/', 'Help')]
    hp = P(host + 'help/', 'Help', kind='list'); hs = [P(host + 'help/%s.html' % slug(x), x, kind='page') for x in sorted({t.title(2, 4) for _ in range(9)})]; hp.items = [P(x.url, x.h1) for x in hs]
    nw = [P(host + 'news/%d.html' % (i + 1), t.title(3, 6), kind='page') for i in range(12)]
    s.emit([P(host, mn, kind='home', side=widget(s, P0, 'News', [(q.url, q.h1) for q in nw], 'block'), items=[P(b.base, b.name) for b in (shops if w.listing else shops[:6])])] + pg + [hp] + hs + nw)
    for b in r.sample(shops, 5): w.error(b.base, 'item/sold-%d.html' % r.randint(1, 99), b)

# ------------------------------------------------------------------ k2 documentation of many projects
def k2(w):
    r = w.r; hn = r.choice(['pkgdocs', 'codehosted', 'opendocs', 'docshelf', 'libhosted', 'readmanual']) ; host = 'https://%s%s.org/' % (r.choice(['', 'docs.']), hn); t = Text(r, 'en', ['code', 'net'], 20); pre = r.choice(['', '', 'en/', 'docs/', 'project/'])
    pr = []; seen = {'about', 'projects', 'en', 'docs', 'project', 'api'}
    kinds = ['sphinx', 'sphinx', 'sphinx', 'mkdocs', 'doxygen', 'javadoc', 'gitbook', 'texinfo', 'plain']
    for i in range(r.randint(16, 26)):
        tx = Text(r, 'en', ['code', r.choice(['net', 'math', 'photo', 'music', 'weather', 'astro', 'bio', 'econ'])], 35); f = uniq(seen, lambda: slug(r.choice(['py', 'lib', 'open', '', '', 'j', 'go-']) + coin(r, 'en', 1, 2)).lower()); k = r.choice(kinds)
        s = Site(w, f, r.choice([f, cap(f), f.upper() if len(f) < 6 else cap(f)]), host + pre + f + '/' + (r.choice(['latest/', 'stable/', '1.2/']) if w.seed % 2 else ''), k, tx, links='rel', og=None, pat='{n}: {t}' , skin=r.choice([2, 5, 8]), root=host + pre + f + '/')
        s.var = dict(theme=r.choice(['alabaster', 'rtd', 'classic', 'nature', 'sphinxdoc']) if k == 'sphinx' else r.choice(['mkdocs', 'material']), ver='%d.%d.%d' % (r.randint(0, 4), r.randint(0, 12), r.randint(0, 9)), by='2018, ' + tx.person()); pr.append(s)
    for s in pr:
        tx = s.text; seen2 = {'index', 'genindex', 'search'}; pg = []; n = skew(r, 4, 75)
        for j in range(n):
            if s.sw in ('doxygen', 'javadoc'):
                c = uniq(seen2, lambda: cap(slug(tx.word()).replace('-', '')) + cap(slug(tx.word()).replace('-', ''))); u = ('class%s.html' % c) if s.sw == 'doxygen' else 'org/%s/%s.html' % (s.owner, c); h1 = c + ' Class Reference' if s.sw == 'doxygen' else c
            else:
                h1 = uniq(seen2, lambda: tx.title(1, 4)); u = r.choice(['', '', 'api/', 'guide/', 'tutorial/'] if s.sw != 'texinfo' else ['']) + slug(h1) + ('/' if s.sw == 'mkdocs' else '.html')
            if s.base + u in {x.url for x in pg}: continue
            q = P(s.base + u, h1, kind='post'); pg.append(q)
        ix = 'index.html' if s.sw not in ('mkdocs', 'gitbook') else ''
        home = P(s.base + ix, {'sphinx': 'Welcome to %s’s documentation!', 'javadoc': 'Overview', 'doxygen': 'Main Page', 'texinfo': 'Top', 'gitbook': 'Introduction'}.get(s.sw, '%s').replace('%s', s.name), kind='home'); home.items = pg[:40]; home.body = s.prose(home, pg, 2)
        if s.sw == 'plain': home.title = s.name
        if s.sw == 'sphinx': pg += [P(s.base + 'genindex.html', 'Index', kind='page', items=pg[:60]), P(s.base + 'search.html', 'Search', kind='page', body='<form action="" method="get"><input type="text" name="q" value="" /></form>')]
        s.menu = [(home.url, s.name if s.sw not in ('javadoc', 'doxygen') else home.h1)] + [(q.url, q.h1) for q in pg[:r.randint(5, 12)]]
        pl = [x for x in pg if x.kind == 'post']
        for q in pg:
            if q.body is None and not (q.kind == 'page'):
                i = pl.index(q); q.body = s.prose(q, pl, r.randint(2, 6), .25, img=0) + '<div class="highlight"><pre>&gt;&gt;&gt; import %s\n&gt;&gt;&gt; %s.%s(%d)</pre></div>' % (s.owner, s.owner, slug(tx.word()).replace('-', '_'), r.randint(1, 99))
                q.body += '<p class="nextprev">%s %s</p>' % (s.a(q, pl[i - 1].url, 'previous') if i else '', s.a(q, pl[i + 1].url, 'next') if i + 1 < len(pl) else '')
            elif q.body is None: q.body = ''
        if w.hosted: s.foot.append('Hosted by <a href="%s">%s</a>' % (host, hn))
        if w.blogroll and r.random() < .7:
            for o in r.sample(pr, 2):
                if o is not s: home.body += '<p>See also: <a href="%s">%s</a></p>' % (o.base, E(o.name))
            for q in r.sample(pl, len(pl) // 5):
                o = r.choice(pr)
                if o is not s: q.body += '<p>Requires <a class="reference external" href="%s">%s</a>.</p>' % (o.base, E(o.name))
        if w.powered: s.foot.append('<a href="https://travis-ci.org/%s/%s">build</a>' % (s.owner, s.owner))
        if w.seed % 2: w.add(s.root, '<html><head><title>Redirect</title><meta http-equiv="refresh" content="0; url=%s"></head><body><a href="%s">%s</a></body></html>' % (home.url, home.url, E(s.name)), s.owner) if s.root != s.base else None
        s.pages = [home] + pg; s.emit(pool=pl)
    s = Site(w, 'host', hn, host, 'custom', t, pat='{t} · {n}', var=dict(pre='dh')); s.foot = ['© ' + hn]
    al = sorted(pr, key=lambda x: x.owner); fp = [P(x.root, x.name) for x in al] if w.seed % 2 else [P(x.base, x.name) for x in al]; pg = [P(host, hn, kind='home', items=fp if w.listing else fp[:5]), P(host + 'about/', 'About', kind='page', side='<ul><li><a href="%sabout/policy/">Policy</a></li><li><a href="%sabout/upload/">How to upload</a></li></ul>' % (host, host)), P(host + 'about/policy/', 'Policy', kind='page'), P(host + 'about/upload/', 'How to upload', kind='page')]
    if w.listing: pg += [P(host + 'projects/', 'All projects', kind='list', items=fp, side='<p>%s</p>' % ' '.join('<a href="%sprojects/?letter=%s">%s</a>' % (host, c, c.upper()) for c in sorted({x.owner[0] for x in al})))] + [P(host + 'projects/?letter=' + c, 'Projects: ' + c, kind='list', items=[P(x.base, x.name) for x in al if x.owner[0] == c]) for c in sorted({x.owner[0] for x in al})]
    if pre and w.listing: pg.append(P(host + pre, 'Index of /' + pre, kind='list', items=fp, title='Index of /' + pre))
    s.menu = [(host, 'Home'), (host + 'about/', 'About')] + ([(host + 'projects/', 'Projects')] if w.listing else []); s.emit(pg)
    for x in r.sample(pr, 4): w.error(x.base, 'changelog-old.html')

# ------------------------------------------------------------------ k3 one that moved
def k3(w):
    r = w.r; a, b = cap(coin(r, 'en', 2, 2)), cap(coin(r, 'en', 2, 2)); tp = topics(r, 2); kind = r.choice([' Foundation', ' Museum', ' Society', ' Trust']); renamed = w.seed % 2 == 0
    new, old = a + kind, (b + kind if renamed else a + kind); owner = slug(a); t = Text(r, 'en', tp, 60)
    nb = 'https://www.%s.org/' % slug(new).replace('-', ''); ob = 'http://www.%s/' % (slug(old).replace('-', '') + '.org' if renamed else slug(a) + r.choice(['-online.net', '-web.org', '.info'])); seen = set()
    s = Site(w, owner, new, nb, r.choice(['wp', 'drupal']), t, pat=r.choice(['{t} – {n}', '{t} | {n}']), var=dict(theme='astra', ver='5.2.3'))
    if s.sw == 'drupal': s.var['theme'] = 'zen_' + owner
    secs = ['About', 'Programme', 'Collection', 'Press', 'Visit', 'Research']; hubs, pg = [], []
    for i, c in enumerate(secs):
        h = P(nb + slug(c) + '/', c, kind='list', id=i + 2, crumbs=[(nb, 'Home')]); hubs.append(h)
        for j in range(r.randint(35, 75)):
            tt = uniq(seen, lambda: t.title(2, 6)); q = P(h.url + slug(tt) + '/', tt, id=100 + len(pg), sec=c, date=date(r), author=t.person(), crumbs=[(nb, 'Home'), (h.url, c)]); pg.append(q); h.items.append(q)
    s.menu = [(h.url, h.h1) for h in hubs]; hubs += [x for h in list(hubs) for x in paginate(h, 30, h.url + '?page=%d')]; s.foot = ['© ' + E(new)] + (['formerly ' + E(old)] if renamed and r.random() < .7 else [])
    if w.listing: pg.append(P(nb + 'archive/', 'Archive of the old website', kind='page', id=90))
    # old domain: moved pages answer 301, others are kept
    o = Site(w, owner, old, ob, r.choice(['joomla', 'plain']), t, pat=r.choice(['{n}: {t}', '{t} - {n}', '{n} | {t}']), skin=r.choice([1, 2, 0]), links='rel', og=None, canon=False, var=dict(theme='rhuk_milkyway'))
    kept = []; nk = r.randint(70, 180)
    for i in range(nk):
        tt = uniq(seen, lambda: t.title(2, 6)); kept.append(P(ob + r.choice(['archiv/', 'events/', 'texts/', '']) + '%s.html' % slug(tt)[:24].strip('-'), tt, id=i + 10))
    u = set(); kept = [q for q in kept if not (q.url in u or u.add(q.url))]
    moved = r.sample([q for q in pg if q.kind == 'post'], r.randint(60, 140)); mv = [(ob + 'page%d.html' % (i + 1), q) for i, q in enumerate(moved)] + [(ob, P(nb, new))]
    mp = [P(x, q.h1) for x, q in mv]
    o.menu = [(ob, 'Home')] + [(q.url, q.h1) for q in r.sample(kept + mp[:-1], 6)]
    if w.hosted: o.foot.append('This is an old page. %s is now at <a href="%s">%s</a>' % (E(old), nb, E(nb)))
    o.foot.append('(c) %s 2004' % E(old))
    for q in kept:
        q.title = None
        if o.sw == 'plain': q.title = '%s: %s' % (old, q.h1)
        q.body = o.prose(q, kept + mp, r.randint(2, 6), .5)
        if r.random() < .08: q.deadend = True
    if w.listing:
        pg[-1].items = r.sample(kept, min(40, len(kept))); s.menu.append((pg[-1].url, 'Archive'))
        kept.append(P(ob + 'sitemap.html', 'Sitemap', items=list(kept) + mp, title='%s: Sitemap' % old))
    o.emit(kept)
    for x, q in mv: w.add(x, '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>301 Moved Permanently</title>\n</head><body>\n<h1>Moved Permanently</h1>\n<p>The document has moved <a href="%s">here</a>.</p>\n</body></html>\n' % E(q.url), owner, 301, [('Location', q.url)])
    for q in pg:
        if q.body is None and not q.items: q.body = s.prose(q, pg, lp=.2) + ('<p>%s</p>' % s.a(q, r.choice(kept + mp).url, 'Older text') if r.random() < .12 else '')
    # a partner with a domain of its own, linked to and fro: another owner
    pt = Text(r, 'en', [tp[0], topics(r)[0]], 50); pn = cap(coin(r, 'en', 2, 2)) + r.choice([' Institute', ' Library', ' Association']); p2 = Site(w, 'partner', pn, 'https://www.%s.org/' % slug(pn), s.sw if r.random() < .4 else 'wp', pt, pat='{t} – {n}', var=dict(theme='twentyeleven', ver='4.9.1'))
    blog(w, p2, r.randint(40, 80), 2)
    p2.foot = ['© ' + E(pn)] + (['Partner: <a href="%s">%s</a>' % (nb, E(new))] if w.blogroll else [])
    for q in p2.pages:
        if q.kind == 'post' and r.random() < .2: q.body += '<p>With the %s.</p>' % p2.a(q, r.choice([ob, nb, r.choice(moved).url]), new)
    p2.emit()
    if w.blogroll: s.foot.append('Partner: <a href="%s">%s</a>' % (p2.base, E(pn)))
    if w.powered: s.foot.append('Powered by <a href="https://wordpress.org">WordPress</a>' if s.sw == 'wp' else 'Powered by <a href="https://www.drupal.org">Drupal</a>')
    # a campaign microsite of the owner
    if r.random() < .6:
        ct = Text(r, 'en', tp, 30); cn = cap(ct.word()) + ' ' + cap(ct.word()); c = Site(w, owner, cn, 'https://%s.org/' % slug(cn).replace('-', ''), 'custom', ct, pat='{t} – {n}', og=new, var=dict(pre='cmp')); blog(w, c, r.randint(10, 25), 2); c.foot = ['A project of the <a href="%s">%s</a>' % (nb, E(new))]; c.emit(); s.side.append(widget(s, hubs[0], 'Project', [(c.base, cn)]))
    s.emit([P(nb, new, kind='home', items=r.sample([q for q in pg if q.kind == 'post'], 10), id=1)] + hubs + pg)
    for _ in range(5): w.error(ob, 'gast%d.html' % r.randint(1, 999), o)
    for _ in range(3): w.error(nb, 'press/x%d/' % r.randint(1, 999), s)

# ------------------------------------------------------------------ k4 one name, parts of different software
def k4(w):
    r = w.r; nm = cap(coin(r, 'en', 2, 2)) + r.choice(['', 'soft', 'works', 'Lab']); host = 'https://www.%s.com/' % slug(nm); owner = slug(nm); top = r.choice(['music', 'photo', 'net', 'bike', 'astro']); parts = []
    def T(*x): return Text(r, 'en', list(x), 25)
    def S(path, name, sw, tx, **k):
        s = Site(w, owner, name, host + path, sw, tx, **k); parts.append((s.base, name)); return s
    main = S('', nm, 'custom', T(top, 'code'), pat='{t} | {n}', var=dict(pre=owner[:3]))
    sh = S(r.choice(['shop/', 'store/']), nm + ' ' + r.choice(['Shop', 'Store']), 'shop', T(top, 'fashion'), pat='{t} - {n}', var=dict(eng=r.choice(['magento', 'presta']), theme='default/' + owner, og=True), og=nm)
    bl = S('blog/', r.choice(['%s Blog', 'The %s Blog', 'Inside %s']) % nm, 'wp', T(top, topics(r)[0]), pat='{t} – {n}', var=dict(theme=r.choice(WPTHEMES)), og=nm)
    dk = r.choice(['sphinx', 'mkdocs', 'gitbook', 'doxygen']); dc = S(r.choice(['docs/', 'manual/', 'handbook/']), nm, dk, T(top, 'code'), links='rel', og=None, var=dict(theme='classic', ver='3.2', by=nm))
    fo = S(r.choice(['forum/', 'community/']), nm + ' Forum', 'phpbb', T(top, 'net'), og=None)
    wk = S('wiki/', nm + ' Wiki', 'mediawiki', T(top, 'code'), og=None) if r.random() < .6 else None
    back = lambda s: ['<a href="%s">%s</a>' % (host, E(nm))]
    seen = set()
    # main
    pg = [P(host + '%s/%s/' % (r.choice(['products', 'company', 'support', 'news']), slug(x)), x) for x in sorted({main.text.title(2, 5) for _ in range(r.randint(50, 90))})]; main.foot = ['© ' + E(nm)]; main.menu = [(host, 'Home')] + [(b, n) for b, n in parts[1:]] if w.listing else [(host, 'Home'), (sh.base, 'Shop'), (bl.base, 'Blog'), (dc.base, 'Docs'), (fo.base, 'Forum')][:r.randint(3, 5)]
    if wk and not w.listing: pg[0].side = '<p>%s</p>' % main.a(pg[0], wk.base + 'Main_Page', 'Wiki')
    hm = P(host, nm, kind='home', items=pg[:14]); u = {host}; pg = [q for q in pg if not (q.url in u or u.add(q.url))]
    if dc.base and not any(dc.base == m[0] for m in main.menu): pg[1].side += '<p>%s</p>' % main.a(pg[1], dc.base, 'Manual')
    if not any(fo.base == m[0] for m in main.menu): pg[2].side += '<p>%s</p>' % main.a(pg[2], fo.base, 'Forum')
    mh = []
    for c in ('products', 'company', 'support', 'news'):
        h = P(host + c + '/', cap(c), kind='list', items=[q for q in pg if q.url.startswith(host + c + '/')])
        if h.items: mh.append(h)
    main.menu += [(h.url, h.h1) for h in mh]
    main.emit([hm] + mh + pg)
    # shop
    cats = [P(sh.base + slug(c) + '.html', c, kind='list', id=i, crumbs=[(sh.base, 'Home')]) for i, c in enumerate(sorted({cap(sh.text.word()) for _ in range(9)}))]; prods = []; u = {c.url for c in cats}
    for i in range(r.randint(90, 170)):
        c = r.choice(cats); tt = uniq(seen, lambda: sh.text.title(2, 5)); q = P(sh.base + slug(tt) + '.html', tt, id=i + 20, crumbs=[(sh.base, 'Home'), (c.url, c.h1)])
        if q.url in u: continue
        u.add(q.url); q.body = sh.prose(q, prods, 2, .2); c.items.append(q); prods.append(q)
    cats = [c for c in cats if c.items]; sh.menu = [(c.url, c.h1) for c in cats]; cats += [x for c in list(cats) for x in paginate(c, 12, c.url + '?p=%d')]; sh.foot = ['© ' + E(nm)] + (back(sh) if w.hosted or r.random() < .3 else []) + (['Powered by <a href="https://magento.com/">Magento</a>'] if w.powered else [])
    sh.emit([P(sh.base, sh.name, kind='home', items=prods[:12], id=1)] + cats + prods)
    # blog
    bl.foot = ['© ' + E(nm)] + (back(bl) if w.hosted or r.random() < .4 else []) + (['Proudly powered by <a href="https://wordpress.org/">WordPress</a>'] if w.powered else [])
    if w.blogroll: bl.side.append(widget(bl, hm, 'Links', parts))
    blog(w, bl, r.randint(60, 150), 0)
    for q in bl.pages:
        if q.kind == 'post' and r.random() < .15: q.body += '<p>%s</p>' % bl.a(q, r.choice(prods + pg).url, 'See our product')
    bl.emit()
    # docs
    dp = []; u = set()
    for i in range(r.randint(70, 140)):
        tt = uniq(seen, lambda: dc.text.title(1, 4)); x = dc.base + slug(tt) + ('/' if dk == 'mkdocs' else '.html')
        if x in u: continue
        u.add(x); dp.append(P(x, tt))
    hd = P(dc.base + ('' if dk in ('mkdocs', 'gitbook') else 'index.html'), nm + ' Manual', kind='home', items=dp[:50]); hd.body = dc.prose(hd, (), 2); dc.menu = [(hd.url, 'Contents')] + [(q.url, q.h1) for q in dp[:9]]; dc.foot = back(dc) if w.hosted else []
    dc.emit([hd] + dp)
    if hd.url != dc.base: w.add(dc.base, SW[dk](dc, hd), owner)
    # forum
    fs = [P(fo.base + 'viewforum.php?f=%d' % (i + 2), x, kind='list', id=i) for i, x in enumerate(sorted({fo.text.title(1, 3) for _ in range(7)}))]; ts = []
    for i in range(r.randint(80, 180)):
        f = r.choice(fs); q = P(fo.base + 'viewtopic.php?f=%s&t=%d' % (f.url.split('=')[-1], 100 + i), uniq(seen, lambda: fo.text.title(2, 7)), id=i); f.items.append(q); ts.append(q)
    fs = [f for f in fs if f.items]; fm = list(fs); fs += [x for f in fm for x in paginate(f, 20, f.url + '&start=%d')]; fo.menu = [(fo.base, 'Board index')] + [(f.url, f.h1) for f in fm]; fo.foot = back(fo) if w.hosted or r.random() < .5 else []
    fo.emit([P(fo.base, fo.name, kind='home', items=fm)] + fs + ts)
    if wk:
        wp_ = []; u = set()
        for i in range(r.randint(60, 130)):
            tt = uniq(seen, lambda: wk.text.title(1, 3)); x = wk.base + cap(slug(tt).replace('-', '_'))
            if x in u: continue
            u.add(x); wp_.append(P(x, tt))
        mp = P(wk.base + 'Main_Page', 'Main Page', kind='home', items=wp_[:30]); mp.body = wk.prose(mp, (), 1); wk.menu = [(mp.url, 'Main page'), (wk.base + 'Special:RecentChanges', 'Recent changes')]; wk.foot = ['About ' + E(nm) + ' Wiki'] + (back(wk) if w.hosted else [])
        wk.emit([mp] + wp_)
    for _ in range(4): w.error(host, 'products/%s/' % slug(main.text.title(2, 3)), main)
    w.error(bl.base, '2010/01/gone/', bl); w.error(sh.base, 'sold-out.html', sh)

# ------------------------------------------------------------------ k5 nothing can be told
def k5(w):
    r = w.r; many = w.seed % 2 == 1; plainp = (w.seed // 2) % 2 == 1; dom = domain(r, r.choice(['net', 'org', 'com']))
    host = 'http://%s%s/' % (r.choice(['www.', 'pages.', 'home.']), dom); area = r.choice(['m/', '', 'area/', 'd/']); tps = topics(r, 6)
    fold = sorted(r.sample(range(1000, 9999), r.randint(18, 32))); sites = []; g = 'host' if many else 'archive'
    base = Text(r, 'en', tps[:2], 60)
    for n in fold:
        t = Text(r, 'en', [r.choice(tps), r.choice(tps)], 8); t.mine += base.mine
        s = Site(w, 't%d' % n if many else g, '', host + area + '%d/' % n, 'plain' if plainp else 'custom', t, pat='{t}', skin=0, og=None, links=r.choice(['root']) if not plainp else 'rel', css=host, var=dict(pre='pg', og=False, logohref=host if w.hosted else host + area + '%d/' % n), canon=False, n=n); sites.append(s)
    for s in sites:
        k = skew(r, 5, 60); seen = set(); pg = [P(s.base + r.choice(['%03d.html' % i]), uniq(seen, lambda: s.text.title(2, 6)), id=i) for i in range(1, k + 1)]
        home = P(s.base, s.text.title(2, 4), kind='list', items=pg[:40]); s.menu = [(s.base, 'Index')]
        for i, q in enumerate(pg): q.body = s.prose(q, pg, lp=.1) + '<p>%s %s</p>' % (s.a(q, pg[i - 1].url, 'back') if i else '', s.a(q, pg[i + 1].url, 'next') if i + 1 < k else '')
        if w.hosted: s.foot.append('<a href="/">Top</a>')
        if w.blogroll:
            for q in r.sample(pg, max(1, k // 6)): o = r.choice(sites); q.body += '<p>See %s.</p>' % s.a(q, r.choice(o.pages).url if o.pages else o.base, 'this page')
        if r.random() < .5: pg[-1].deadend = True; pg[-1].body = '<pre>%s</pre>' % E(s.text.sents(8, 14)); 
        s.pages = [home] + pg; s.emit()
    s = Site(w, g, '', host, 'plain' if plainp else 'custom', base, pat='{t}', skin=0, og=None, links='root', css=host, canon=False, var=dict(pre='pg', og=False)); s.menu = [(host, 'Index')]
    pp = [P(host, 'Index', kind='home', items=[P(x.base, str(x.n)) for x in sites] if w.listing else [P(sites[0].base, str(sites[0].n))], title='Index')]
    if area and w.listing: pp.append(P(host + area, 'Index', kind='list', items=[P(x.base, str(x.n)) for x in sites]))
    s.emit(pp)
    for x in r.sample(sites, 5): w.error(x.base, '%03d.html' % r.randint(200, 400))

if __name__ == '__main__': run(dict(d1=d1, d2=d2, d3=d3, d4=d4, d5=d5, k1=k1, k2=k2, k3=k3, k4=k4, k5=k5))
