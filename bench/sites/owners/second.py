#!/usr/bin/env python3
"""second.py OUTDIR SEED STRUCTURE...   (m1..m5)
Writes OUTDIR/S-SEED.warc and OUTDIR/S-SEED.truth."""
from made import *

def mediawiki(s, p):
    if p.items: p.body = (p.body or '') + lst(s, p)
    return '<!DOCTYPE html>\n<html lang="en" dir="ltr" class="client-nojs"><head><meta charset="UTF-8" /><title>%s</title><meta name="generator" content="MediaWiki 1.27.4" /><link rel="shortcut icon" href="/favicon.ico" /><link rel="search" type="application/opensearchdescription+xml" href="%sopensearch_desc.php" title="%s (en)" /><link rel="alternate" type="application/atom+xml" title="%s Atom feed" href="%sindex.php?title=Special:RecentChanges&amp;feed=atom" /><link rel="stylesheet" href="%sload.php?debug=false&amp;lang=en&amp;modules=mediawiki.legacy.commonPrint%%2Cshared&amp;only=styles&amp;skin=vector" /></head><body class="mediawiki ltr sitedir-ltr ns-0 ns-subject page-%s skin-vector action-view"><div id="mw-page-base" class="noprint"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading" lang="en">%s</h1><div id="bodyContent" class="mw-body-content"><div id="siteSub">From %s</div><div id="mw-content-text" lang="en" dir="ltr" class="mw-content-ltr">%s</div></div></div><div id="mw-navigation"><div id="mw-panel"><div id="p-logo" role="banner"><a class="mw-wiki-logo" href="%s" title="Visit the main page"></a></div><div class="portal" role="navigation" id="p-navigation"><h3>Navigation</h3><ul>%s</ul></div>%s</div></div>%s<div id="footer" role="contentinfo"><ul id="footer-info"><li>This page was last modified on 3 May 2018.</li></ul><ul id="footer-places"><li>%s</li></ul><a href="//www.mediawiki.org/"><img src="%sresources/assets/poweredby_mediawiki_88x31.png" alt="Powered by MediaWiki" /></a></div></body></html>' % (E(p.title or '%s - %s' % (p.h1, s.name)), s.base, E(s.name), E(s.name), s.base, s.base, slug(p.h1), E(p.h1), E(s.name), p.body, s.href(p, s.base + 'Main_Page'), L(s, p, s.menu), p.side, p.top, foot(s, p, '</li><li>'), s.base)

def shop(s, p):
    """Magento 1 / PrestaShop"""
    r = s.text.r; mg = s.var.get('eng', 'magento') == 'magento'; b = s.css
    if p.items: p.body = '<ul class="products-grid">%s</ul>' % ''.join('<li class="item"><a href="%s" title="%s" class="product-image"><img src="%smedia/catalog/product/%s.jpg" alt="%s" /></a><h2 class="product-name"><a href="%s">%s</a></h2><div class="price-box"><span class="price">€%d.%02d</span></div></li>' % (s.href(p, q.url), E(q.h1), b, slug(q.h1), E(q.h1), s.href(p, q.url), E(q.h1), r.randint(3, 400), r.choice([0, 50, 90, 95, 99])) for q in p.items)
    elif p.kind == 'post': p.body = '<div class="product-img-box"><img src="%smedia/catalog/product/%s.jpg" alt="%s" /></div><div class="price-box"><span class="regular-price"><span class="price">€%d.%02d</span></span></div><form action="%scheckout/cart/add/product/%d/" method="post" id="product_addtocart_form"><button class="button btn-cart">Add to Cart</button></form><div class="std">%s</div>' % (b, slug(p.h1), E(p.h1), r.randint(3, 400), 95, s.var.get('cart', s.base), p.id, p.body)
    if mg:
        h = head(s, p, None, [b + 'skin/frontend/%s/css/styles.css' % s.var.get('theme', 'default/default'), b + 'skin/frontend/base/default/css/widgets.css'], og=s.var.get('og', False), extra='<link rel="icon" href="%sskin/frontend/favicon.ico" type="image/x-icon" />\n<meta name="keywords" content="%s" />\n<script type="text/javascript" src="%sjs/prototype/prototype.js"></script>' % (b, E(', '.join(s.text.word() for _ in range(6))), b))
        return h + '''
<body class="%s %s"><div class="wrapper"><div class="page"><div class="header-container"><div class="header"><a href="%s" title="%s" class="logo"><strong>%s</strong><img src="%sskin/frontend/images/logo.gif" alt="%s" /></a><div class="quick-access"><p class="welcome-msg">%s</p><ul class="links"><li><a href="%scheckout/cart/">My Cart</a></li></ul></div></div></div><div class="nav-container"><ul id="nav">%s</ul></div>%s<div class="main-container col2-left-layout"><div class="main"><div class="breadcrumbs"><ul>%s</ul></div><div class="col-main"><div class="product-view"><div class="product-name"><h1>%s</h1></div>%s</div></div><div class="col-left sidebar">%s%s</div></div></div><div class="footer-container"><div class="footer"><address>%s</address></div></div></div></div></body></html>''' % ({'post': 'catalog-product-view', 'list': 'catalog-category-view', 'home': 'cms-index-index cms-home'}.get(p.kind, 'cms-page-view'), s.bodycls, s.href(p, s.base), E(s.name), E(s.name), b, E(s.name), E(s.tagline), s.var.get('cart', s.base), L(s, p, s.menu, '\n', cls='level0'), p.top, L(s, p, p.crumbs), E(p.h1), p.body, '\n'.join(s.side), p.side, foot(s, p))
    h = head(s, p, 'PrestaShop', [b + 'themes/%s/css/global.css' % s.var.get('theme', 'default-bootstrap'), b + 'themes/%s/css/product.css' % s.var.get('theme', 'default-bootstrap')], og=False)
    return h + '''
<body id="%s" class="%s hide-right-column lang_en"><div id="page"><div class="header-container"><header id="header"><div id="header_logo"><a href="%s" title="%s"><img class="logo img-responsive" src="%simg/logo.jpg" alt="%s"/></a></div><div id="block_top_menu" class="sf-contener"><ul class="sf-menu">%s</ul></div></header></div>%s<div class="columns-container"><div id="columns" class="container"><div class="breadcrumb clearfix">%s</div><div id="center_column" class="center_column col-xs-12 col-sm-9"><h1 itemprop="name">%s</h1>%s</div><div id="left_column" class="column">%s%s</div></div></div><div class="footer-container"><footer id="footer" class="container">%s</footer></div></div></body></html>''' % ({'post': 'product', 'list': 'category', 'home': 'index'}.get(p.kind, 'cms'), s.bodycls, s.href(p, s.base), E(s.name), b, E(s.name), L(s, p, s.menu), p.top, ' &gt; '.join(s.a(p, u, t) for u, t in p.crumbs), E(p.h1), p.body, '\n'.join(s.side), p.side, foot(s, p))


# ================================================================== new structures
def forge(s, p):
    """a code host; one template"""
    fn, host = s.var['fn'], s.var['host']
    if p.items: p.body = (p.body or '') + '<ul class="repo-list">%s</ul>' % ''.join('<li class="repo-list-item"><h3>%s</h3><p>%s</p></li>' % (s.a(p, q.url, q.h1), E(q.__dict__.get('desc') or '')) for q in p.items)
    h = head(s, p, None, [s.css + 'assets/application-8f3c.css', s.css + 'assets/code-11aa.css'], extra='<meta name="viewport" content="width=device-width">\n<link rel="icon" href="%sfavicon.ico">\n<link rel="search" type="application/opensearchdescription+xml" href="%sopensearch.xml" title="%s">' % (s.css, s.css, E(fn)), js=[s.css + 'assets/application-77de.js'])
    rp = p.__dict__.get('repo'); hd = ''
    if rp:
        o = '<a class="author" href="%s">%s</a> / ' % (s.href(p, rp['prof']), E(rp['login'])) if rp['by_path'] else ''
        fk = '<span class="fork-flag">forked from %s</span>' % s.a(p, rp['fork']['url'], rp['fork']['full']) if rp['fork'] else ''
        hd = '<div class="repohead"><h1 class="public">%s<strong>%s</strong></h1>%s<nav class="reponav">%s</nav></div>' % (o, s.a(p, rp['url'], rp['name']), fk, L(s, p, rp['tabs'], '\n', 'span', 'reponav-item'))
        if not rp['by_path']: hd += '<dl class="projinfo"><dt>Owner</dt><dd>%s</dd><dt>Licence</dt><dd>%s</dd></dl>' % (s.a(p, rp['prof'], rp['person']), rp['lic'])
    elif p.__dict__.get('vcard'): hd = p.vcard
    return h + '\n<body class="logged-out env-production page-%s"><header class="Header"><a class="Header-logo" href="%s" aria-label="Homepage">%s</a><nav>%s</nav><form action="%s" method="get"><input name="q"></form></header>\n<main id="js-pjax-container">%s<div class="container">%s%s</div></main>\n<footer class="site-footer">%s</footer></body></html>' % (p.kind, s.href(p, host), E(fn), L(s, p, s.var['top'], '\n', 'span'), s.href(p, host + 'search'), hd, '<h2>%s</h2>' % E(p.h1) if p.kind != 'home' else '', p.body, foot(s, p))
SW['forge'] = forge

def m1(w):
    """accounts of a code host, each with some repositories; forks repeat the words of another's"""
    r = w.r; A = w.seed % 2 == 1; fn = cap(coin(r, 'en', 1, 2)) + r.choice(['Hub', 'Forge', 'Code', 'Works', 'berg']); host = 'https://%s.%s/' % (slug(fn).replace('-', ''), r.choice(['com', 'org', 'io']))
    top = [(host + 'explore', 'Explore'), (host + 'help/', 'Help'), (host + 'login', 'Sign in')]
    var = dict(fn=fn, host=host, top=top); accts = []; seen = {'explore', 'help', 'login', 'search', 'about', 'topics', 'u', 'p', 'terms', 'forge'}; reposeen = set()
    LIC = ['MIT', 'GPL-3.0', 'BSD-2-Clause', 'Apache-2.0', 'none']; EXTN = ['py', 'c', 'js', 'rs', 'go', 'java', 'rb', 'md', 'txt']
    for i in range(r.randint(24, 40)):
        tx = Text(r, 'en', ['code', topics(r)[0]], 30); person = tx.person(); org = r.random() < .25
        nm = cap(coin(r, 'en', 2, 2)) + r.choice([' Labs', ' Project', ' Inc.', ' Team']) if org else person
        lg = uniq(seen, lambda: slug(r.choice([person.split()[0][0] + person.split()[1], person.split()[0] + str(r.randint(1, 99)), tx.word() + tx.word(), coin(r)]) if not org else nm.split()[0] + r.choice(['', '-dev', 'hq'])))
        s = Site(w, lg, fn, host, 'forge', tx, links='root', og=fn, css=host, var=var); s.person = nm; s.org = org; s.prof = host + (lg if A else 'u/%s/' % lg); s.repos = []; accts.append(s)
    for s in accts:
        for _ in range(min(skew(r, 1, 7), 6) if A or r.random() < .3 else 1):
            tx = s.text; src = None; op = [x for a in accts if a is not s for x in a.repos if not x['fork']]
            if op and r.random() < .16: src = r.choice(op)
            if src and A and any(x['name'] == src['name'] for x in s.repos): src = None
            if src and A: rn = src['name']
            elif src: rn = uniq(reposeen, lambda: src['name'] + '-' + s.owner)
            else: rn = uniq(reposeen, lambda: slug(r.choice(['{a}-{b}', 'py{a}', '{a}.js', 'lib{a}', '{a}', '{c}', 'dotfiles-{a}', 'awesome-{a}', '{c}-{a}']).format(a=slug(tx.word()), b=slug(tx.word()), c=coin(r))))
            u = host + ('%s/%s' % (s.owner, rn) if A else 'p/' + rn); full = s.owner + '/' + rn if A else rn
            x = dict(name=rn, url=u, prof=s.prof, login=s.owner, person=s.person, by_path=A, fork=src, full=full, lic=r.choice(LIC), desc=src['desc'] if src else tx.title(3, 9), site=s, files=[], readme=None)
            x['tabs'] = [(u, 'Code'), (u + '/issues', 'Issues'), (u + '/wiki', 'Wiki'), (u + '/releases', 'Releases')]; s.repos.append(x)
    for s in accts:
        tx = s.text; pages = []
        for x in s.repos:
            u, full = x['url'], x['full']; src = x['fork']; R = dict(repo=x); fs = set(); pool = []
            T = (lambda a: '%s · %s' % (a, full)) if A else (lambda a: '%s - %s | %s' % (a, x['name'], fn))
            def br(d=''): return u + '/%s/master/%s' % ('tree' if d.endswith('/') or not d else 'blob', d.rstrip('/'))
            n = skew(r, 1, 26)
            names = list(src['files'][:r.randint(1, 12)]) if src and src['files'] else []
            while len(names) < n:
                f = (r.choice(['', '', 'src/', 'lib/', 'doc/', 'test/']) + uniq(fs, lambda: slug(tx.word()).replace('-', '_'))) + '.' + r.choice(EXTN)
                names.append((f, None))
            files = []
            for f, body in names:
                if body is None:
                    body = ''.join('<tr><td class="blob-num">%d</td><td class="blob-code">%s</td></tr>' % (k + 1, E(r.choice(['def %s(%s):', 'int %s(%s)', '# %s %s', 'var %s = %s;', '    return %s.%s', 'import %s.%s']) % (slug(tx.word()).replace('-', '_'), slug(tx.word()).replace('-', '_')))) for k in range(r.randint(6, 40)))
                files.append((f, body))
            x['files'] = files
            code = [P(br(f), f, kind='blob', title=T('%s/%s at master' % (x['name'], f) if A else f), body='<div class="blob-wrapper"><table>%s</table></div>' % b, **R) for f, b in files]
            dirs = sorted({f.split('/')[0] for f, _ in files if '/' in f}); dp = [P(br(d + '/'), d, kind='tree', title=T('%s/%s at master' % (x['name'], d) if A else d), body='<table class="files">%s</table>' % ''.join('<tr><td><a href="%s">%s</a></td></tr>' % (s.href(P(br(d + '/'), ''), c.url), E(c.h1.split('/')[-1])) for c in code if c.h1.startswith(d + '/')), **R) for d in dirs]
            rd = src['readme'] if src and src['readme'] else s.prose(P(u, ''), (), r.randint(2, 6), 0, img=0); x['readme'] = rd
            rt = P(u, x['name'], kind='repo', title='%s: %s' % (full, x['desc']) if A else '%s: %s | %s' % (x['name'], x['desc'], fn), **R)
            rt.body = '<p class="about">%s</p><table class="files">%s</table><article class="markdown-body readme">%s</article>' % (E(x['desc']), ''.join('<tr><td>%s</td></tr>' % s.a(rt, c.url, c.h1) for c in dp + [c for c in code if '/' not in c.h1]), rd)
            pages.append(rt); pages += code + dp
            iss = []
            if not src:
                for k in range(skew(r, 0, 16)):
                    q = P(u + '/issues/%d' % (k * 2 + 1), tx.title(3, 8), kind='issue', **R); q.title = T('%s · Issue #%d' % (q.h1, k * 2 + 1) if A else '#%d %s' % (k * 2 + 1, q.h1))
                    who = [r.choice(accts) if w.blogroll or r.random() < .3 else s for _ in range(r.randint(1, 4))]
                    q.body = ''.join('<div class="timeline-comment"><strong>%s</strong> commented<div class="comment-body"><p>%s</p></div></div>' % (s.a(q, o.prof, o.owner), E(tx.sents(1, 4)) + (' See %s.' % s.a(q, r.choice(iss).url, '#' + iss[0].url.split('/')[-1]) if iss and r.random() < .2 else '')) for o in who); iss.append(q)
            if iss: pages.append(P(u + '/issues', 'Issues', kind='issues', title=T('Issues'), items=list(iss), **R)); pages += iss
            wk = [P(u + '/wiki/' + uniq(fs, lambda: cap(slug(tx.title(1, 3)))), tx.title(1, 4), kind='wiki', title=T('Wiki'), **R) for _ in range(skew(r, 0, 9))] if r.random() < .35 and not src else []
            for q in wk: q.title = T(q.h1 + (' · Wiki' if A else ' (Wiki)')); q.body = s.prose(q, wk + code, 3, .4, img=0)
            if wk: pages.append(P(u + '/wiki', 'Home', kind='wiki', title=T('Home'), items=list(wk), body='<p>%s</p>' % E(tx.sents(2, 4)), **R)); pages += wk
            if r.random() < .4: pages.append(P(u + '/releases', 'Releases', kind='releases', title=T('Releases'), body=''.join('<div class="release"><h3>v0.%d</h3><p>%s</p></div>' % (k, E(tx.sents(1, 2))) for k in range(r.randint(1, 6), 0, -1)), **R))
            if w.listing:
                fk = [y for a in accts for y in a.repos if y['fork'] is x]
                if fk: pages.append(P(u + '/network/members', 'Forks', kind='forks', title=T('Forks'), items=[P(y['url'], y['full']) for y in fk], **R))
            x['rp'] = P(u, full if A else x['name'], desc=x['desc'])
        vc = '<div class="vcard"><img class="avatar" src="/avatars/%d"><h1 class="vcard-names"><span class="vcard-fullname">%s</span><span class="vcard-username">%s</span></h1><p class="bio">%s</p></div>' % (r.randint(100, 99999), E(s.person), s.owner, E(tx.title(3, 8)))
        pf = P(s.prof, s.owner, kind='profile', items=[x['rp'] for x in s.repos], title='%s (%s)' % (s.owner, s.person) if A else '%s | %s' % (s.person, fn), vcard=vc, body='')
        if w.blogroll: pf.body = '<h3>Following</h3><p>%s</p>' % ', '.join(s.a(pf, o.prof, o.owner) for o in r.sample(accts, r.randint(1, 5)) if o is not s)
        pages.append(pf)
        if not s.org and r.random() < .3: pages.append(P(s.prof + ('?tab=stars' if A else 'stars'), 'Stars', kind='profile', title='%s (%s) / Starred' % (s.owner, s.person) if A else '%s - Starred | %s' % (s.person, fn), vcard=vc, items=[r.choice(o.repos)['rp'] if 'rp' in o.repos[0] else P(o.repos[0]['url'], o.repos[0]['full']) for o in r.sample(accts, 4) if all('rp' in y for y in o.repos)], body='<p>Starred projects</p>'))
        s.foot = ['© ' + E(fn)] + (['<a href="%sabout">About</a>' % host, '<a href="%sterms">Terms</a>' % host] if w.hosted else []); s.emit(pages, pool=[])
        if r.random() < .15 and A: o = '%s%s/%s-old' % (host, s.owner, s.repos[0]['name']); w.add(o, '<html><head><title>Moved</title></head><body>You are being <a href="%s">redirected</a>.</body></html>' % s.repos[0]['url'], s.owner, 301, [('Location', s.repos[0]['url'])])
    t = Text(r, 'en', ['code', 'net'], 15); f = Site(w, 'forge', fn, host, 'forge', t, links='root', pat='{t} · {n}' if A else '{t} | {n}', css=host, var=var); f.foot = ['© ' + E(fn), '<a href="/about">About</a>', '<a href="/terms">Terms</a>']
    al = [x['rp'] for s in accts for x in s.repos]
    pg = [P(host, fn, kind='home', items=r.sample(al, 8), body='<p>%s</p>' % E(t.sents(2, 3))), P(host + 'about', 'About', kind='page'), P(host + 'terms', 'Terms', kind='page'), P(host + 'login', 'Sign in', kind='page', body='<form action="/session" method="post"><input name="login"></form>')]
    hs = [P(host + 'help/%s' % slug(x), x, kind='page') for x in sorted({t.title(2, 4) for _ in range(10)})]; pg.append(P(host + 'help/', 'Help', kind='page', items=[P(q.url, q.h1) for q in hs])); pg += hs
    ex = P(host + 'explore', 'Explore', kind='explore', items=al if w.listing else r.sample(al, 10)); pg.append(ex); pg += paginate(ex, 20, host + 'explore?page=%d')
    for q in pg: q.body = (q.body or '') + q.side if q.kind in ('explore', 'list') else q.body
    if w.listing:
        for c in sorted({slug(r.choice(TOPICS['code'])) for _ in range(9)}): pg.append(P(host + 'topics/' + c, c, kind='topic', items=r.sample(al, min(len(al), r.randint(3, 9)))))
    f.emit(pg)
    for s in r.sample(accts, 5): w.error(host, s.repos[0]['url'][len(host):] + '/blob/master/gone.txt')

# ------------------------------------------------------------------ m2 a town's portal with clubs
def m2(w):
    r = w.r; lang = 'de' if w.seed in (2, 3) else 'en'; en = lang == 'en'; town = cap(slug(coin(r, lang, 2, 2)).replace('-', '')); host = 'http%s://www.%s.%s/' % (r.choice(['', 's']), slug(town), r.choice(['org.uk', 'gov.uk'] if en else ['de', 'at']))
    nm = ('%s Town Council' if en else 'Stadt %s') % town; sw = {1: 'joomla', 2: 'typo3', 3: 'typo3', 0: 'drupal'}[w.seed % 4]; t = Text(r, lang, ['politics', 'arch'], 40)
    D = (lambda a, b: a if en else b)
    style = (w.seed - 1) % 4; folder = [D('clubs/', 'vereine/'), 'vereine/', 'vereine/', ''][style]
    var = dict(theme=slug(town), tpl='stadt', hash=slug(town)[:4], og=True)
    secs = [('town-hall', 'Town Hall'), ('living', 'Living here'), ('business', 'Business'), ('tourism', 'Visitors'), ('news', 'News'), ('events', 'Events')] if en else [('rathaus', 'Rathaus'), ('leben', 'Leben in ' + town), ('wirtschaft', 'Wirtschaft'), ('tourismus', 'Tourismus'), ('aktuelles', 'Aktuelles'), ('termine', 'Veranstaltungen')]
    menu = [(host + a + '/', b) for a, b in secs] + ([(host + D('clubs/', 'vereine/'), D('Clubs', 'Vereine'))] if w.listing or folder else [])
    P0 = P(host, '')
    CL = (['{t} Football Club', '{t} Choral Society', '{t} Allotment Association', '{t} Chess Club', '{t} Cycling Club', '{t} Camera Club', 'St. {g} Parish {t}', '{t} Local History Society', '{t} Model Railway Club', '{t} Dog Training Club', '1st {t} Scouts', '{t} Amateur Dramatics', 'Friends of {x} Park', '{x} Residents Association', '{t} Knitters', '{t} Twinning Society', '{x} Cricket Club', '{t} Brass Band', '{t} Astronomers'] if en else
          ['TSV {t} 18{n}', 'Gesangverein Eintracht {t}', 'Kleingartenverein {x}', 'Schachclub {t}', 'Radsportverein {t}', 'Fotofreunde {t}', 'Kirchengemeinde St. {g}', 'Heimatverein {t}', 'Eisenbahnfreunde {t}', 'Hundesportverein {x}', 'Pfadfinder Stamm {x}', 'Theatergruppe {x}', 'Förderverein Feuerwehr {t}', 'Bürgerinitiative {x}', 'Landfrauen {t}', 'Schützenverein {x}', 'Sternwarte {t} e.V.', 'Musikkapelle {t}', 'FC {x}'])
    FA = (['Town Library', 'Leisure Pool', 'Town Museum', 'Youth Centre', 'Music School', 'Town Archive'] if en else ['Stadtbücherei', 'Freibad', 'Stadtmuseum', 'Jugendzentrum', 'Musikschule', 'Freiwillige Feuerwehr'])
    units = []; seenf = {a for a, _ in secs} | {'clubs', 'vereine', 'imprint', 'impressum'}
    for form in r.sample(CL, r.randint(13, len(CL))):
        tx = Text(r, lang, [r.choice(sorted(TOPICS)), 'soccer' if 'port' in form or 'ootball' in form or 'SV' in form else r.choice(['music', 'garden', 'history'])], 35); n = form.format(t=town, x=cap(slug(coin(r, lang, 2, 2)).replace('-', '')), g=r.choice(GIVEN), n=r.randint(46, 99)); f = uniq(seenf, lambda: slug(n)); units.append((n, f, tx, True))
    for n in r.sample(FA, r.randint(3, 5)): units.append((n if r.random() < .4 else n + ' ' + town, uniq(seenf, lambda: slug(n)), Text(r, lang, [r.choice(['history', 'music', 'toys', 'health'])], 30), False))
    clubs = []
    for n, f, tx, club in units:
        owner = f if club else 'town'
        own_head = style in (0, 3)
        b = Site(w, owner, n if own_head else nm, host + (folder if club or r.random() < .5 and folder == '' else D('facilities/', 'einrichtungen/') if style != 3 else '') + f + '/', sw, tx, css=host, links=r.choice(['root', 'root', 'abs']), var=var); b.n = n; b.club = club; b.chair = tx.person(); b.f = f
        b.pat = ['{t} – ' + n, '{t} – %s – %s' % (n, town), '{t} | ' + nm, '{t} | %s | %s' % (n, town)][style]; b.og = [n, town, nm, town][style]
        if own_head: b.bodycls = 'unit-' + f; b.tagline = tx.title(2, 4)
        else: b.tagline = D('Official portal', 'Das Stadtportal')
        clubs.append(b)
    for b in clubs:
        tx = b.text; seen = set(); k = skew(r, 4, 45) if b.club else r.randint(10, 38); pg = []
        sub = r.sample([('news', D('News', 'Aktuelles')), ('gruppen' if not en else 'groups', D('Groups', 'Gruppen')), ('termine' if not en else 'dates', D('Dates', 'Termine')), ('archiv' if not en else 'archive', D('Archive', 'Archiv'))], 2 if k > 9 else 1)
        hubs = [P(b.base + a + '/', x, kind='list', id=r.randint(100, 999)) for a, x in sub]; u = set()
        for j in range(k):
            h = r.choice(hubs); tt = uniq(seen, lambda: tx.title(2, 6)); x = h.url + slug(tt) + D('', '.html')
            if x in u: continue
            u.add(x); q = P(x, tt, id=r.randint(1000, 9999), date=date(r)); h.items.append(q); pg.append(q)
        bd = P(b.base + D('committee', 'vorstand') + D('', '.html'), D('Committee', 'Vorstand') if b.club else D('Contact and opening hours', 'Kontakt und Öffnungszeiten'), kind='page', id=77)
        bd.body = '<p>%s: %s. %s@%s</p>' % (D('Chair', '1. Vorsitzende(r)') if b.club else D('Manager', 'Leitung'), E(b.chair), slug(b.chair), (slug(b.n) + '.example') if b.club else urlsplit(host).netloc[4:]) + b.prose(bd, (), 2)
        if b.club: jm = P(b.base + D('join', 'mitglied-werden.html'), D('Membership', 'Mitglied werden'), kind='page', id=78); pg.append(jm)
        pg.append(bd); home = P(b.base, b.n, kind='home', items=[q for q in pg if q.kind == 'post'][:6], id=r.randint(50, 99)); home.title = None if style in (0, 3) else ['', '%s – %s' % (b.n, town), '%s | %s' % (b.n, nm)][min(style, 2)]
        home.body = '<p>%s</p>' % E(tx.sents(1, 3)); hubs = [h for h in hubs if h.items]; um = [(b.base, b.n)] + [(h.url, h.h1) for h in hubs] + [(q.url, q.h1) for q in pg if q.kind == 'page']
        if style in (0, 3): b.menu = um
        else: b.menu = menu; b.side.append(widget(b, P0, b.n, um, 'subnav'))
        b.foot = [(D('Responsible for these pages: %s, %s', 'Für diese Seiten verantwortlich: %s, %s') % (E(b.n), E(b.chair))) if b.club else (D('A service of %s', 'Eine Einrichtung der %s') % E(nm))]
        if style in (1, 2): b.foot = ['© ' + E(nm), '<a href="%s">%s</a>' % (host + D('imprint', 'impressum'), D('Imprint', 'Impressum'))] + b.foot
        elif w.hosted or not b.club: b.foot.append('<a href="%s">%s</a>' % (host, E(nm)))
        if w.powered: b.foot.append(D('Website software: <a href="https://www.kommunalweb.example/">TownWeb</a>', 'realisiert mit <a href="https://www.kommunalweb.example/">KommunalWeb</a>'))
        cr = [(host, town)] if style in (1, 2) or w.hosted else []
        for q in [home] + hubs + pg:
            q.crumbs = cr + [(b.base, b.n)]
            if style in (1, 2): q.top = '<div class="unit-banner"><a href="%s"><img src="/fileadmin/units/%s.png" alt="%s"></a></div>' % (urlsplit(b.base).path, b.f, E(b.n))
        b.pages = [home] + hubs + pg
    for b in clubs:
        po = [q for q in b.pages if q.kind == 'post']
        for q in po:
            q.body = b.prose(q, po, r.randint(1, 5), .2)
            if r.random() < (.12 if w.blogroll else .02): o = r.choice(clubs); q.body += '<p>%s</p>' % b.a(q, o.base, o.n)
        keep = b.base
        if style in (1, 2): b.base = host     # header logo is the town's
        b.emit(); b.base = keep
    s = Site(w, 'town', nm, host, sw, t, css=host, pat=['{t} – {n}', '{t} – ' + town, '{t} | {n}', '{t} | {n}'][style], og=[nm, town, nm, town][style], links='root', var=var); s.menu = menu + [(b.base, b.n) for b in clubs if not b.club][:3]; s.tagline = D('Official portal', 'Das Stadtportal')
    s.foot = ['© ' + E(nm), '<a href="%s">%s</a>' % (host + D('imprint', 'impressum'), D('Imprint', 'Impressum'))]
    pg = []; hubs = []; seen = set(); fc = [b for b in clubs]
    for i, (a, x) in enumerate(secs):
        h = P(host + a + '/', x, kind='list', id=10 + i, crumbs=[(host, town)]); hubs.append(h)
        for j in range(r.randint(25, 70)):
            tt = uniq(seen, lambda: t.title(2, 6)); u = h.url + slug(tt) + D('', '.html'); q = P(u, tt, id=200 + len(pg), crumbs=[(host, town), (h.url, x)]); h.items.append(q); pg.append(q)
            q.body = s.prose(q, pg, lp=.2)
            if a in ('events', 'termine') and r.random() < .6: o = r.choice(fc); q.body += '<p>%s: %s</p>' % (D('Organiser', 'Veranstalter'), s.a(q, o.base, o.n) if w.listing or r.random() < .4 else E(o.n))
            if a in ('business', 'wirtschaft') and r.random() < .5:   # one-page entries of firms, written by the town
                fm = cap(coin(r, lang, 2, 2)) + r.choice([' Ltd', ' & Sons'] if en else [' GmbH', ' KG']); q.h1 = fm; q.body = '<p>%s, %s %d. <a href="http://www.%s.%s/">Website</a></p>' % (E(fm), E(cap(t.word())), r.randint(1, 90), slug(fm), D('co.uk', 'de'))
    hm = P(host, nm, kind='home', id=1, items=r.sample(pg, 12), side=widget(s, P0, D('Facilities', 'Einrichtungen'), [(b.base, b.n) for b in clubs if not b.club]))
    more = [P(host + D('imprint', 'impressum'), D('Imprint', 'Impressum'), kind='page', id=3)]
    if w.listing or folder: more.append(P(host + D('clubs/', 'vereine/'), D('Clubs', 'Vereine'), kind='list', id=9, items=[P(b.base, b.n) for b in clubs if b.club], crumbs=[(host, town)]))
    else: r.choice([q for q in pg if q.url.startswith(hubs[1].url)]).body += '<p>%s</p>' % ' '.join('<a href="%s">%s</a>' % (urlsplit(b.base).path, E(b.n)) for b in clubs if b.club)
    for h in list(hubs): hubs += paginate(h, 25, h.url + '?page=%d')
    u = {q.url for q in more} | {h.url for h in hubs} | {host} | {q.url for b in clubs for q in b.pages}; pg = [q for q in pg if not (q.url in u or u.add(q.url))]
    s.emit([hm] + hubs + pg + more)
    for b in r.sample(clubs, 4): w.error(b.base, 'alt%d.html' % r.randint(1, 99), b)

# ------------------------------------------------------------------ m3 wikis on subdomains of a platform
def wiki(w, s, n, lo=3, other=(), plat=None):
    """articles, categories, users, files, talk of one wiki"""
    r = s.text.r; tx = s.text; seen = {'main-page', 'main_page'}; W = s.base; U = lambda h: W + E(cap(slug(h).replace('-', '_')))
    arts = []
    for _ in range(n):
        t = uniq(seen, lambda: tx.title(1, 3)); 
        if slug(t) in seen and slug(t) != t: continue
        seen.add(slug(t)); arts.append(P(U(t), t, kind='post'))
    cats = []
    for c in sorted({cap(slug(tx.word()).replace('-', '')) for _ in range(max(1, min(6, n // 8)))}):
        cats.append(P(W + 'Category:' + c, 'Category:' + c, kind='list', items=[]))
    for a in arts:
        a.body = s.prose(a, arts, r.randint(1, 5), .75, img=.1)
        if r.random() < .3: a.body = '<p><i>%s</i></p>' % s.a(a, r.choice(arts).url, 'See also') + a.body
        for q in r.sample(arts, min(len(arts), r.randint(0, 4))): a.body += ' ' + s.a(a, q.url, q.h1)
        if cats:
            cs = r.sample(cats, min(len(cats), r.randint(1, 2)))
            for c in cs: c.items.append(a)
            a.body += '<div id="catlinks" class="catlinks">Categories: %s</div>' % ' | '.join(s.a(a, c.url, c.h1.split(':')[1]) for c in cs)
        if r.random() < .2: a.body += '<p>%s</p>' % ' '.join(s.a(a, W + cap(slug(tx.title(1, 2)).replace('-', '_')) + '?action=edit&redlink=1', tx.title(1, 2), 'new') for _ in range(2))
    ex = []
    for k in range(max(1, n // 12)):
        un = cap(slug(tx.person().split()[0])) + str(r.randint(1, 99)); q = P(W + 'User:' + un, 'User:' + un, kind='user', body='<p>%s</p><p>%s</p>' % (E(tx.sents(1, 3)), ' '.join(s.a(arts[0], a.url, a.h1) for a in r.sample(arts, min(3, len(arts)))))); ex.append(q)
        for a in r.sample(arts, min(2, len(arts))): a.body += '<p class="sig">%s</p>' % s.a(a, q.url, un)
    for a in r.sample(arts, n // 15): q = P(a.url.replace(W, W + 'Talk:'), 'Talk:' + a.h1, kind='talk', body='<p>%s</p>%s' % (E(tx.sents(1, 4)), s.a(a, ex[0].url, ex[0].h1))); ex.append(q); a.side = '<div class="portal">%s</div>' % s.a(a, q.url, 'Discussion')
    u = set(); allp = [q for q in arts + [c for c in cats if c.items] + ex if not (q.url in u or u.add(q.url))]
    mp = P(W + 'Main_Page', 'Main Page', kind='home', items=arts[:min(len(arts), 25)]); mp.body = '<p>Welcome to %s.</p>' % E(s.name) + '<p>%s</p>' % E(tx.sents(2, 4)) + '<p>%s</p>' % ' · '.join(s.a(mp, c.url, c.h1.split(':')[1]) for c in cats if c.items)
    s.menu = [(mp.url, 'Main page'), (W + 'Special:RecentChanges', 'Recent changes'), (W + 'Special:Random', 'Random page')]; s.mp = mp
    s.pages = [mp] + allp; return s.pages

def m3(w):
    r = w.r; pn = cap(coin(r, 'en', 1, 2)) + r.choice(['Wiki', 'pedia', 'wikis', 'Lore']); dom = slug(pn).replace('-', '') + r.choice(['.org', '.com', '.net']); sch = r.choice(['http', 'https']); www = '%s://www.%s/' % (sch, dom); art = r.choice(['wiki/', 'index.php/', 'wiki/']); P0 = P(www, '')
    wikis = []; seen = {'www', 'community', 'help', 'static'}
    suff = w.seed % 2 == 1   # platform's name in every title
    def mk(owner, sub, name, tx, base=None):
        s = Site(w, owner, name, base or '%s://%s.%s/%s' % (sch, sub, dom, art), 'mediawiki', tx, links=r.choice(['root', 'root', 'abs'])); s.host = s.base[:-len(art)] if s.base.endswith(art) else s.base; wikis.append(s); return s
    for i in range(r.randint(13, 22)):       # wikis of one community each
        tx = Text(r, r.choice(['en', 'en', 'en', 'de', 'fr']), topics(r, 1), 45); a = cap(slug(coin(r)).replace('-', '')); nm = r.choice(['%s Wiki', '%spedia', 'The %s Encyclopedia', '%s Database', '%s Wiki']) % a; f = uniq(seen, lambda: slug(a) if slug(a) not in seen else slug(a) + str(i)); s = mk(f, f, nm, tx); wiki(w, s, skew(r, 6, 110))
    multi = []
    for j in range(2):                       # studios: own domain and two to four wikis
        st = cap(slug(coin(r)).replace('-', '')) + r.choice([' Studios', ' Games', ' Interactive']); ow = slug(st); tp = topics(r, 1); sb = 'https://www.%s.com/' % slug(st).replace('-', '')
        sx = Site(w, ow, st, sb, r.choice(['wp', 'custom']), Text(r, 'en', tp + ['code'], 30), pat='{t} – {n}', var=dict(theme='astra', ver='5.0', pre=ow[:3])); mine = []
        for k in range(r.randint(2, 4)):
            tx = Text(r, 'en', tp + topics(r, 1), 35); g = cap(slug(coin(r)).replace('-', '')) + r.choice(['', ' II', ' Online']); f = uniq(seen, lambda: slug(g).replace('-', '')); s = mk(ow, f, 'Official %s Wiki' % g, tx); wiki(w, s, r.randint(12, 70)); mine.append(s); s.foot.append('Official wiki of <a href="%s">%s</a>' % (sb, E(st)))
        for s in mine: s.side_pairs = [(o.mp.url, o.name) for o in mine if o is not s]
        blog(w, sx, r.randint(15, 40), 2); sx.side.append(widget(sx, P0, 'Wikis', [(o.mp.url, o.name) for o in mine])); sx.foot = ['© ' + E(st)]; sx.emit(); multi.append(sx)
    # one association with its wiki in several languages, the first also under a domain of its own in seeds 2 and 4
    an = cap(slug(coin(r)).replace('-', '')); ow = slug(an) + '-assoc'; tp = topics(r, 1); lw = {}
    for lg in ['en'] + r.sample(['de', 'fr', 'es', 'it', 'nl'], r.randint(1, 3)):
        f = slug(an) if lg == 'en' else '%s.%s' % (lg, slug(an)) if w.seed % 2 else '%s-%s' % (slug(an), lg)
        lw[lg] = s = mk(ow, f, an + ('' if lg == 'en' else ' ' + lg.upper()), Text(r, lg, tp, 40), base='https://wiki.%s.org/' % slug(an) + art if lg == 'en' and w.seed % 2 == 0 else None); wiki(w, s, r.randint(15, 60)); s.foot.append('%s is run by the %s Association in all languages' % (E(an), E(an)))
    for lg, s in lw.items():
        for q in s.pages:
            if q is s.mp or r.random() < .5:
                q.side += '<div class="portal" id="p-lang"><ul>%s</ul></div>' % ''.join('<li class="interlanguage-link">%s</li>' % '<a href="%s" lang="%s">%s</a>' % (E(o.mp.url if q is s.mp else r.choice(o.pages).url), l, l) for l, o in lw.items() if o is not s)
    # the platform
    com = Site(w, 'platform', pn + ' Community', '%s://community.%s/%s' % (sch, dom, art), 'mediawiki', Text(r, 'en', ['net', 'law'], 25), links='root'); com.host = '%s://community.%s/' % (sch, dom); wiki(w, com, r.randint(20, 50))
    for s in wikis + [com]:
        s.foot += ['<a href="%sterms">Terms</a>' % www if w.hosted else 'Content under CC BY-SA'] + (['<a href="%s">%s</a>' % (www, E(pn))] if w.hosted or s is com else []) + (['<a href="%sHelp">Help</a>' % com.base] if w.powered else [])
        if w.blogroll and s is not com and r.random() < .6: s.mp.body += '<h2>Friends</h2><ul>%s</ul>' % L(s, P0, [(o.mp.url, o.name) for o in r.sample(wikis, 3) if o is not s])
        own = [o for o in wikis if o.owner == s.owner and o is not s]
        for q in s.pages:
            q.title = '%s - %s' % (q.h1, s.name) if q.kind != 'home' else s.name
            if suff: q.title = ('%s | %s | %s' % (q.h1, s.name, pn)) if q.kind != 'home' else '%s | %s' % (s.name, pn)
            if 'side_pairs' in s.__dict__ and (q is s.mp or r.random() < .25): q.side += '<div class="portal"><h3>Our wikis</h3><ul>%s</ul></div>' % L(s, q, s.side_pairs)
            if suff and urlsplit(s.base).netloc.endswith(dom): q.top = '<div id="globalNavigation"><a href="%s">%s</a>%s</div>' % (www, E(pn), '<a href="%swikis/">Wikis</a>' % www if w.listing else '')
            if w.blogroll and q.kind == 'post' and r.random() < .03 and s is not com: o = r.choice(wikis); q.body += '<p>%s</p>' % s.a(q, r.choice(o.pages).url, 'interwiki')
        s.emit(pool=[])
        if r.random() < .85: w.add(s.host, '<!DOCTYPE html><html><head><title>Moved</title></head><body><a href="%s">here</a></body></html>' % s.mp.url, s.owner, 301, [('Location', s.mp.url)])
    t = Text(r, 'en', ['net', 'toys'], 20); s = Site(w, 'platform', pn, www, 'custom', t, pat='{t} – {n}', var=dict(pre='hub')); fp = [P(o.host, o.name) for o in wikis if urlsplit(o.base).netloc.endswith(dom)]
    pg = [P(www, pn, kind='home', items=fp if w.listing else fp[:6], side='<p><a href="%sMain_Page">Community</a></p>' % com.base)] + [P(www + x, cap(x), kind='page') for x in ('about', 'terms', 'create', 'advertise', 'jobs')]
    if w.listing:
        hb = P(www + 'wikis/', 'All wikis', kind='list'); pg.append(hb); tops = ['Games', 'Books', 'Science', 'Hobby']
        for c in tops: q = P(www + 'wikis/%s' % c.lower(), c, kind='list', items=[x for x in fp if hash_(x.url) % 4 == tops.index(c)]); hb.items.append(P(q.url, c)); pg.append(q)
    s.menu = [(www, 'Home'), (www + 'about', 'About'), (www + 'create', 'Start a wiki')] + ([(www + 'wikis/', 'Wikis')] if w.listing else []); s.foot = ['© ' + E(pn) + ' Inc.', '<a href="%sjobs">Jobs</a>' % www, '<a href="%sadvertise">Advertise</a>' % www, '<a href="%sterms">Terms</a>' % www]; s.emit(pg)
    for o in r.sample(wikis, 5): w.error(o.base, 'Deleted_%d' % r.randint(1, 99))
def hash_(x): return int(hashlib.md5(x.encode()).hexdigest(), 16)

# ------------------------------------------------------------------ m4 one owner that looks like many
def m4(w):
    if w.seed % 2: return m4a(w)
    return m4b(w)
def m4a(w):
    """broadcaster: programmes and channels with brands of their own, some in other software; language services"""
    r = w.r; nm = r.choice(['Radio %s', '%s Broadcasting', 'Channel %s', '%s Television']) % cap(coin(r, 'en', 2, 2)); host = 'https://www.%s.%s/' % (slug(nm).replace('-', ''), r.choice(['tv', 'org', 'com'])); owner = slug(nm); t = Text(r, 'en', ['politics', 'weather'], 50); k = slug(nm).replace('-', '')[:3]; P0 = P(host, ''); pre = r.choice(['programmes/', ''])
    bar = '<div class="bar-%s"><a href="%s">%s</a> <a href="%sschedule/">Schedule</a></div>' % (k, host, E(nm), host)
    seen = {'news', 'schedule', 'about', 'press', 'programmes', 'jobs', 'contact'}; pr = []; strict = w.seed % 4 == 1
    for i in range(r.randint(12, 18)):
        tx = Text(r, 'en', topics(r, r.choice([1, 2])), 45); a = cap(slug(tx.word())); pn = r.choice(['The {a} Show', '{a} Today', 'Club {a}', '{p} at Nine', '{a}!', 'Planet {a}', '{a} FM', 'Saturday {a}', 'Good Morning {a}', 'The {a} Hour', 'Kids of {a}']).format(a=a, p=tx.person().split()[1]); f = uniq(seen, lambda: slug(pn) if slug(pn) not in seen else slug(pn) + str(i))
        x = r.random(); sw = 'custom' if x < .65 else 'wp' if x < .85 else 'drupal'
        s = Site(w, owner, pn, host + pre + f + '/', sw, tx, css=host if r.random() < .5 else host + pre + f + '/', pat=r.choice(['{t} – {n}', '{t} | {n}', '{n}: {t}']) if strict else r.choice(['{t} – {n} – ' + nm, '{t} | {n}', '{n} | {t} | ' + nm]), og=pn if strict or r.random() < .5 else nm, var=dict(pre=k if r.random() < .4 else f[:3], sheets=['site-' + f], theme=r.choice(WPTHEMES) if sw == 'wp' else 'prog_' + f.replace('-', '_'), ver='4.9.%d' % r.randint(1, 9), logo=f, authors=[tx.person(), tx.person()])); s.bodycls = 'brand-' + f; s.f = f; pr.append(s)
    for s in pr:
        r2 = r.randint(10, 50); blog(w, s, r2, r.choice([0, 1, 2])); tx = s.text
        s.pages[1].body = '<p>%s, with %s. Mail: %s@%s</p>' % (E(s.name), E(s.var['authors'][0]), s.f, urlsplit(host).netloc[4:]) + s.prose(s.pages[1], (), 2)
        ep = P(s.base + 'episodes/', 'Episodes', kind='list', id=900, items=[q for q in s.pages if q.kind == 'post'][:30]); s.pages.append(ep); s.menu.append((ep.url, 'Episodes'))
        s.foot = ['© ' + E(nm)] + (['<a href="%scontact/">Contact</a>' % host] if r.random() < .5 else []); vis = r.random() < .75 or w.hosted
        if w.blogroll: s.side.append(widget(s, P0, 'More from ' + nm, [(o.base, o.name) for o in r.sample(pr, 4) if o is not s]))
        for q in s.pages:
            if vis: q.top = bar
        s.emit()
    langs = []
    for lg in r.sample(['de', 'fr', 'es', 'pl', 'it'], r.randint(2, 3)):
        tx = Text(r, lg, ['politics', topics(r)[0]], 40); s = Site(w, owner, nm + ' ' + cap(tx.word()), host + lg + '/', 'custom', tx, css=host, pat='{t} | {n}', og=nm, var=dict(pre=k, sheets=['world'])); secs = []; pg = []; sn = set()
        for c in range(3):
            h = P(s.base + slug(tx.word()) + '-%d/' % c, cap(tx.word()), kind='list'); secs.append(h)
            for j in range(r.randint(10, 30)): tt = uniq(sn, lambda: tx.title(3, 7)); q = P('%sa-%d' % (s.base, 10000 + len(pg) * 7), tt, crumbs=[(s.base, s.name), (h.url, h.h1)], date=date(r), author=tx.person()); h.items.append(q); pg.append(q)
        s.menu = [(h.url, h.h1) for h in secs]; s.foot = ['© ' + E(nm)]; s.pages = [P(s.base, s.name, kind='home', items=pg[:12])] + secs + pg
        for q in s.pages: q.top = bar
        s.emit(); langs.append(s)
    s = Site(w, owner, nm, host, 'custom', t, pat='{t} – {n}', var=dict(pre=k, sheets=['main'])); secs = ['News', 'Press', 'About', 'Jobs']; hubs = []; pg = []; sn = set()
    for c in secs:
        h = P(host + slug(c) + '/', c, kind='list', crumbs=[(host, nm)]); hubs.append(h)
        for j in range(r.randint(60, 130) if c == 'News' else r.randint(8, 25)): tt = uniq(sn, lambda: t.title(2, 7)); q = P(h.url + slug(tt), tt, crumbs=[(host, nm), (h.url, c)], date=date(r)); h.items.append(q); pg.append(q)
    days = [P(host + 'schedule/%s' % d, 'Schedule: ' + cap(d), kind='list', items=[P(o.base, o.name) for o in r.sample(pr, min(len(pr), 9))]) for d in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')]
    sc = P(host + 'schedule/', 'Schedule', kind='list', items=[P(d.url, d.h1) for d in days] + [P(o.base, o.name) for o in pr[:5]]); s.menu = [(h.url, h.h1) for h in hubs] + [(sc.url, 'Schedule')] + ([(host + 'programmes/', 'Programmes')] if w.listing or pre else []); s.foot = ['© ' + E(nm), '<a href="%scontact/">Contact</a>' % host] + ['<a href="%s">%s</a>' % (o.base, o.lang) for o in langs]
    ex = [P(host + 'contact/', 'Contact', kind='page')] + ([P(host + 'programmes/', 'Programmes A to Z', kind='list', items=[P(o.base, o.name) for o in pr])] if w.listing or pre else [])
    for h in list(hubs): hubs += paginate(h, 25, h.url + '?page=%d')
    s.emit([P(host, nm, kind='home', items=r.sample(pg, 10) + [P(o.base, o.name) for o in r.sample(pr, 6)]), sc] + days + hubs + pg + ex)
    for _ in range(4): o = r.choice(pr); w.error(o.base, 'x%d/' % r.randint(1, 999), o)
def m4b(w):
    """a firm's shop of many brands: each brand folder with name, logo, colours, story; one cart, one firm"""
    r = w.r; nm = cap(coin(r, 'en', 2, 2)) + r.choice(['', ' Outfitters', ' Stores', ' Direct']); host = 'https://www.%s.%s/' % (slug(nm).replace('-', ''), r.choice(['com', 'co.uk'])); owner = slug(nm); dep = r.choice(['fashion', 'toys', 'bike', 'music', 'garden']); t = Text(r, 'en', [dep, 'econ'], 40); pre = r.choice(['brands/', 'brand/', '']); P0 = P(host, ''); seen = {'help', 'company', 'brands', 'brand', 'stores'}; strict = w.seed % 4 == 2
    depts = [P(host + slug(x) + '/', cap(x), kind='list', id=i + 3) for i, x in enumerate(sorted(set(r.sample(TOPICS[dep], 7))))]; seen |= {slug(d.h1) for d in depts}; br = []
    for i in range(r.randint(11, 18)):
        tx = Text(r, 'en', [dep if r.random() < .7 else topics(r)[0], topics(r)[0]], 45); bn = r.choice(['%s', '%s & Sons', 'Atelier %s', '%s of London', 'Little %s', 'Maison %s', '%s Originals']) % cap(slug(coin(r)).replace('-', '')); f = uniq(seen, lambda: slug(bn) if slug(bn) not in seen else slug(bn) + str(i))
        s = Site(w, owner, bn, host + pre + f + '/', 'shop', tx, css=host, pat='{t} – {n}' if strict else r.choice(['{t} – {n} | ' + nm, '{n}: {t}', '{t} | ' + nm]), og=bn if strict or r.random() < .5 else nm, var=dict(eng='magento', og=True, theme='%s/%s' % (slug(nm).replace('-', ''), 'brand_' + slug(f).replace('-', '_') if r.random() < .6 else 'default'), cart=host)); s.bodycls = 'brand-' + f; br.append(s)
    allp = []
    for s in br:
        sn = set(); pr = []; tx = s.text
        for j in range(skew(r, 8, 70)):
            tt = uniq(sn, lambda: tx.title(2, 5)); d = r.choice(depts); q = P(s.base + '%s-%d.html' % (slug(tt), 1000 + j), tt, id=j + 9, crumbs=[(s.base, s.name)] if r.random() < .6 and not w.hosted else [(host, nm), (d.url, d.h1), (s.base, s.name)]); d.items.append(q); pr.append(q); q.body = s.prose(q, pr, 2, .2)
        ab = P(s.base + 'about.html', 'About ' + s.name, kind='page'); ab.body = '<p>%s was founded in %d by %s.</p>' % (E(s.name), r.randint(1820, 2005), E(tx.person())) + s.prose(ab, pr, 3); cl = [P(s.base + 'collection-%s.html' % y, 'Collection ' + y, kind='list', items=r.sample(pr, min(len(pr), 8))) for y in r.sample(['spring', 'autumn', 'classic', 'basics'], 2)]
        s.menu = [(s.base, s.name)] + [(c.url, c.h1) for c in cl] + [(ab.url, ab.h1)] + ([(d.url, d.h1) for d in depts[:3]] if w.listing and not strict else []); hm = P(s.base, s.name, kind='home', items=list(pr), id=2); mo = paginate(hm, 12, s.base + '?p=%d'); s.foot = ['© %s' % E(nm), '<a href="%shelp/">Help</a>' % host]
        if w.blogroll: s.side.append(widget(s, P0, 'Other brands', [(o.base, o.name) for o in r.sample(br, 4) if o is not s], 'block block-list'))
        if w.hosted or r.random() < .6:
            for q in [hm, ab] + cl + mo + pr: q.top = '<div class="storebar"><a href="%s">%s</a></div>' % (host, E(nm))
        s.pages = [hm, ab] + cl + mo + pr; s.emit(); allp += pr
    s = Site(w, owner, nm, host, 'shop', t, pat='{t} | {n}', var=dict(eng='magento', og=True, theme='%s/default' % slug(nm).replace('-', ''), cart=host)); depts = [d for d in depts if d.items]; dm = list(depts); s.menu = [(d.url, d.h1) for d in dm] + ([(host + 'brands/', 'Brands')] if w.listing or pre == 'brands/' else [])
    for d in dm: depts += paginate(d, 18, d.url + '?p=%d')
    hs = [P(host + 'help/%s.html' % slug(x), x, kind='page') for x in sorted({t.title(2, 4) for _ in range(12)})]; cs = [P(host + 'company/%s.html' % slug(x), x, kind='page') for x in sorted({t.title(2, 4) for _ in range(15)})]; ex = [P(host + 'help/', 'Help', kind='list', items=[P(q.url, q.h1) for q in hs], body=''), P(host + 'company/', 'Company', kind='list', items=[P(q.url, q.h1) for q in cs])] + hs + cs
    if w.listing or pre == 'brands/': ex.append(P(host + 'brands/', 'Brands A–Z', kind='list', items=[P(o.base, o.name) for o in br]))
    s.foot = ['© ' + E(nm), '<a href="%shelp/">Help</a>' % host, '<a href="%scompany/">Company</a>' % host]; s.emit([P(host, nm, kind='home', items=r.sample(allp, 12) + [P(o.base, o.name) for o in r.sample(br, 5)])] + depts + ex)
    for _ in range(4): o = r.choice(br); w.error(o.base, 'sold-%d.html' % r.randint(1, 999), o)

# ------------------------------------------------------------------ m5 links only
class Net:
    """links of one part of a site; no words"""
    def __init__(s, r, owner, base, n, style, path, t):
        s.owner, s.base, s.style = owner, base, style; s.out = {base: []}; s.moved = {}; u = {base}; secs = ['%s%s/' % (base, slug(t.word())) for _ in range(r.randint(2, 6))] if style in ('nav', 'tree') and n > 12 else []
        secs = list(dict.fromkeys(secs)); s.secs = secs; L = []
        for i in range(n):
            b = r.choice(secs) if secs and r.random() < .9 else base; d = date(r)
            x = b + {'slug': slug(t.title(2, 5)) + r.choice(['/', '/', '']), 'num': '%d.html' % (100 + i), 'date': '%d/%02d/%s/' % (d.year, d.month, slug(t.title(2, 4))), 'query': '?id=%d' % (i * 3 + 2), 'html': slug(t.title(1, 2)) + '.html', 'file': slug(t.word()) + str(i) + '.htm'}[path]
            if x in u: continue
            u.add(x); L.append((b, x))
        s.pages = [x for _, x in L]; ch = {c: [x for b, x in L if b == c] for c in secs + [base]}; menu = [base] + secs[:5]; recent = s.pages[:5]
        o = s.out
        about = base + 'about' + ('.html' if path in ('num', 'html', 'file') else '/'); side = r.sample(s.pages, min(len(s.pages), 6))
        for c in secs: o[c] = (menu if style == 'nav' else [base]) + ch[c][:60]
        if style == 'nav': o[base] = menu + side + r.sample(s.pages, min(len(s.pages), 12)) + ch[base]
        elif style == 'tree': o[base] = secs + ch[base]
        elif style == 'chain': o[base] = list(s.pages)
        elif style == 'blog': o[base] = [base + 'feed/', about] + s.pages[:10]; o[about] = [base, about] + recent
        elif style == 'wiki': o[base] = r.sample(s.pages, min(len(s.pages), 25))
        for i, (b, x) in enumerate(L):
            if style == 'nav': v = menu + side + [b] + r.sample(s.pages, min(len(s.pages), r.randint(0, 4)))
            elif style == 'tree': v = [b] + ([base] if r.random() < .5 else []) + (r.sample(ch[b], 1) if r.random() < .3 else [])
            elif style == 'chain': v = ([L[i - 1][1]] if i else []) + [base] + ([L[i + 1][1]] if i + 1 < len(L) else [])
            elif style == 'blog': v = [base, base + 'feed/', about] + recent + ([L[i - 1][1]] if i else []) + ([L[i + 1][1]] if i + 1 < len(L) else [])
            else: v = r.sample(s.pages, min(len(s.pages), r.randint(2, 9))) + ([base] if r.random() < .7 else [])
            if r.random() < .12: v = v + [r.choice(EXT)]
            if r.random() < .06: v = v + [b + r.choice(['old.html', 'print/', 'img/%d.jpg' % i, 'download.pdf'])]
            if r.random() < .04: v = []     # dead end
            o[x] = list(v)
        if style == 'blog':     # month lists
            for k in range(0, len(s.pages), 10):
                m = base + 'page/%d/' % (k // 10 + 2)
                if k: o[m] = [base, about] + s.pages[k:k + 10] + ([base + 'page/%d/' % (k // 10 + 3)] if k + 10 < len(s.pages) else []); o[base + ('page/%d/' % (k // 10 + 1) if k >= 20 else '')] += [m]
        if style == 'wiki':     # category lists, so that every page is reached
            for k in range(0, len(s.pages), 30): c = base + 'list-%d' % (k // 30 + 1); o[c] = [base] + s.pages[k:k + 30]; o[base].append(c)
    def foot(s, us, p=1.0, r=None):
        for x, v in s.out.items():
            if v and (p >= 1 or r.random() < p): v += us
    def mention(s, r, us, n):
        ks = [k for k in s.out if k != s.base] or [s.base]
        for _ in range(n): s.out[r.choice(ks)].append(r.choice(us))

def m5(w):
    r = w.r; nets = []; seen = set(); STY = ['nav', 'tree', 'chain', 'blog', 'wiki']; PA = ['slug', 'num', 'date', 'query', 'html', 'file']
    def T(k=None): return Text(r, 'en', [k or r.choice(sorted(TOPICS))], 20)
    def D(tld=None): return uniq(seen, lambda: domain(r, tld or r.choice(['com', 'net', 'org', 'info', 'de', 'co.uk'])))
    def N(owner, base, n, style=None, path=None, t=None):
        x = Net(r, owner, base, n, style or r.choice(STY), path or r.choice(PA), t or T()); nets.append(x); return x
    # a: tenants in folders of one host
    th = 'http://%s%s/' % (r.choice(['www.', 'home.', 'members.']), D('net')); ten = []; st = r.choice(STY) if w.seed % 2 else None
    for i in range(r.randint(10, 18)):
        f = uniq(seen, lambda: slug(r.choice([r.choice(FAM), coin(r), r.choice(GIVEN) + str(r.randint(1, 99))]))); ten.append(N(f, '%s%s%s/' % (th, r.choice(['~', '~', '~']) if w.seed in (1, 2) else '', f), skew(r, 3, 45), st, 'file' if st else None))
    hp = N('host-a', th, 14, 'nav', 'html'); hp.out[th] += [x.base for x in ten] if w.listing else [x.base for x in ten[:4]]
    # b: subdomains of a free host, each its own
    fd = D('com'); fw = 'http://www.%s/' % fd; sub = []
    for i in range(r.randint(7, 12)): f = uniq(seen, lambda: slug(coin(r))); sub.append(N(f, 'http://%s.%s/' % (f, fd), skew(r, 3, 60), 'blog' if r.random() < .6 else None))
    fh = N('host-b', fw, 20, 'nav', 'slug'); fh.out[fw] += [x.base for x in (sub if w.listing else sub[:5])]
    # c: a firm with subdomains and a second domain
    cd = D('com'); cn = cd.split('.')[0]; firm = [N('firm-' + cn, 'https://www.%s/' % cd, r.randint(90, 200), 'nav', 'slug'), N('firm-' + cn, 'https://shop.%s/' % cd, r.randint(50, 140), 'tree', 'num'), N('firm-' + cn, 'https://blog.%s/' % cd, r.randint(25, 60), 'blog', 'date'), N('firm-' + cn, 'https://support.%s/' % cd, r.randint(30, 90), 'wiki', 'slug')]
    if w.seed > 1: firm.append(N('firm-' + cn, 'https://www.%s/' % D('de'), r.randint(30, 70), 'nav', 'slug'))
    for x in firm: x.foot([firm[0].base] + ([y.base for y in firm if y is not x and r.random() < .5] if w.hosted else []), .9, r)
    firm[0].foot([y.base for y in firm[1:]], .8, r)
    for x in firm[1:]: x.mention(r, firm[0].pages, 8); firm[0].mention(r, x.pages, 6)
    # d: a network of thin sites with one owner, on domains of their own
    lf = [N('network', 'http://www.%s/' % D(r.choice(['info', 'net', 'com'])), r.randint(5, 22), None if w.seed % 2 else 'nav', None, T('health' if r.random() < .5 else 'econ')) for _ in range(r.randint(6, 12))]
    for x in lf:
        o = [y.base for y in lf if y is not x]; x.foot(o if w.seed % 2 == 0 else r.sample(o, 3), 1 if w.seed % 2 == 0 else .5, r)
        if r.random() < .4: x.mention(r, [r.choice(y.pages) for y in lf if y is not x], 4)
    # e: a ring of independent hobby sites with its index
    rt = r.choice(sorted(TOPICS)); ring = []
    for i in range(r.randint(8, 14)): d = D(); ring.append(N(d.split('.')[0], 'http://www.%s/' % d, skew(r, 4, 60), None, None, T(rt)))
    rd = D('org'); rh = N('ring', 'http://www.%s/' % rd, 5, 'nav', 'html'); rh.out[rh.base] += [x.base for x in ring]
    for i, x in enumerate(ring):
        pn = [ring[i - 1].base, ring[(i + 1) % len(ring)].base, rh.base]
        if w.seed % 2: x.out[x.base] += pn
        else: x.foot(pn, .6, r)
        if w.blogroll: lk = x.base + 'links.html'; x.out[lk] = [x.base] + [y.base for y in r.sample(ring + ten + sub, 7) if y is not x] + r.sample(EXT, 3); x.out[x.base].append(lk)
    # f: two large sites of their own, a newspaper and an encyclopaedia
    nd = D('com'); big = [N(nd.split('.')[0], 'https://www.%s/' % nd, r.randint(160, 320), 'nav', 'slug')]; nd = D('org'); big.append(N(nd.split('.')[0], 'https://%s/wiki/' % nd, r.randint(120, 240), 'wiki', 'slug'))
    # g: a directory of links to all of them
    dd = D('com'); di = N('directory', 'http://dir.%s/' % dd, 25, 'tree', 'slug'); allb = [x.base for x in nets if x is not di]
    for k, x in enumerate(di.pages): di.out[x] += r.sample(allb, min(len(allb), r.randint(3, 9)))
    # h: someone who moved from host a to a domain of his own
    mv = ten[0]; nd = D('de'); new = N(mv.owner, 'https://%s/' % nd, max(14, len(mv.pages)), 'blog', 'slug'); old = mv.pages[:max(1, len(mv.pages) // 3)]
    for i, x in enumerate(old): mv.moved[x] = new.pages[i % len(new.pages)]
    mv.out[mv.base].append(new.base); mv.mention(r, [new.base], 3)
    # what all of them do: tenants carry the host's badge, people mention what they read
    for x in ten:
        if w.hosted or w.powered: x.foot([th], 1 if w.powered else .4, r)
        if w.blogroll: x.out[x.base] += [y.base for y in r.sample(ten, 3) if y is not x]
    for x in sub: x.foot([fw] + ([fw + 'report', fw + 'next'] if w.powered else []), 1 if w.powered else .7, r)
    if w.blogroll:
        for x in sub: x.foot([y.base for y in r.sample(sub + ring, 4) if y is not x], .9, r)
    for x in nets:
        n = len(x.out); x.mention(r, big[0].pages, n // 12 if x is not big[0] else 0); x.mention(r, big[1].pages, n // 10 if x is not big[1] else 0)
        if x not in lf: x.mention(r, [r.choice(y.pages or [y.base]) for y in r.sample(nets, 4) if y not in lf], max(1, n // 20))
        elif r.random() < .5: x.mention(r, [firm[0].base, big[0].base], 3)
    own = set(); edges = []
    for x in nets:
        for u, v in x.out.items():
            if u in own: continue
            own.add(u)
            if u in x.moved:
                w.add(u, '<html><head><title></title></head><body><a href="%s">.</a></body></html>' % E(x.moved[u]), x.owner, 301, [('Location', x.moved[u])]); edges.append((u, x.moved[u])); continue
            v = [y for y in v if y != u]
            w.add(u, '<html><head><title></title></head><body>\n%s\n</body></html>' % '\n'.join('<a href="%s">.</a>' % E(y) for y in v), x.owner); edges += [(u, y) for y in dict.fromkeys(v)]
    with open(os.path.join(w.out, 'm5-%d.tsv' % w.seed), 'w') as f:
        for a, b in edges: f.write('%s\t%s\n' % (a, b))

SW.update(mediawiki=mediawiki, shop=shop) # as they write pages here

if __name__ == '__main__': run(dict(m1=m1, m2=m2, m3=m3, m4=m4, m5=m5))
