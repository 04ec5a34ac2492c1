"""Golden values for the power-law tests, by brute force and by another program.

    python3 stats/testdata/golden.py ../shared/data > stats/testdata/golden.json

Python 3.11.7, numpy 2.4.6, scipy 1.17.1, mpmath 1.3.0, powerlaw 2.0.0. Synthetic samples are drawn here with fixed
seeds and kept as histograms; of the published graphs only the fitted figures are kept. The brute force tries every
distinct value but the largest as x_min, maximises the exact likelihood (scipy.special.zeta) by bounded search, and takes
the distance over every integer at which either distribution moves. Tails of fewer than 10 observations and exponents
above 20 are left out, as in the package. At the x_min found, the alternatives are fitted by Nelder-Mead from several
starts; package powerlaw is asked for the exponent and the ratios at that x_min with its parameter ranges widened.
"""
import collections, gzip, json, os, sys, warnings
import mpmath, numpy as np, powerlaw
from scipy import optimize, special, stats
warnings.simplefilter('ignore')
BASE = sys.argv[1]

def smat(path):
    arcs = [l.split()[:2] for l in open(os.path.join(BASE, path)) if l.strip()][1:]
    return [(int(u), int(v)) for u, v in arcs]

def hollins():
    lines = open(os.path.join(BASE, 'hollins/hollins.dat'), errors='replace').read().split('\n')
    n, m = map(int, lines[0].split()[:2])
    return [tuple(map(int, l.split()[:2])) for l in lines[1 + n:1 + n + m]]

def california():
    rows = [l.split() for l in open(os.path.join(BASE, 'california-gr0/gr0.California'), errors='replace')]
    return [(int(r[1]), int(r[2])) for r in rows if r and r[0] == 'e']

def cnr():
    with gzip.open(os.path.join(BASE, 'cnr-2000/cnr-2000.graph-txt.gz'), 'rt') as f:
        next(f)
        return [(u, int(v)) for u, l in enumerate(f) for v in l.split()]

def degrees(arcs, end):
    c = collections.Counter(collections.Counter(a[end] for a in arcs).values())
    return sorted(c.items())

def exponent(q, n, sumln):
    f = lambda a: a * sumln + n * np.log(special.zeta(a, q)) 
    r = optimize.minimize_scalar(f, bounds=(1.0001, 25), method='bounded', options={'xatol': 1e-11})
    return r.x, -r.fun

def distance(x, c, q, a):
    n = c.sum()
    atleast = np.append(np.cumsum(c[::-1])[::-1], 0) / n
    z = special.zeta(a, q)
    d1 = np.abs(special.zeta(a, x) / z - atleast[:-1])
    d2 = np.abs(special.zeta(a, x + 1) / z - atleast[1:])
    return max(d1.max(), d2.max())

def fit(hist):
    x = np.array([v for v, _ in hist], float); c = np.array([k for _, k in hist], float)
    best = None
    for i in range(len(x) - 1):
        n = c[i:].sum()
        if n < 10: continue
        a, ll = exponent(x[i], n, (c[i:] * np.log(x[i:])).sum())
        if a > 20: continue
        d = distance(x[i:], c[i:], x[i], a)
        if best is None or d < best[0]: best = (d, i, a, ll, n)
    d, i, a, ll, n = best
    q = x[i]
    z = [mpmath.zeta(a, q, k) for k in range(3)]
    se = 1 / mpmath.sqrt(n * (z[2] / z[0] - (z[1] / z[0]) ** 2))
    out = dict(xmin=int(q), exponent=a, stderr=float(se), tail=int(n), ks=d, log_likelihood=ll)
    out['alternatives'] = alternatives(x[i:], c[i:], q, n, a, ll)
    out['powerlaw'] = package(hist, int(q))
    return out

def nm(f, starts):
    best = None
    for s in starts:
        for _ in range(3):
            r = optimize.minimize(f, s, method='Nelder-Mead', options=dict(xatol=1e-10, fatol=1e-12, maxiter=8000, maxfev=8000))
            s = r.x
        if best is None or r.fun < best.fun: best = r
    return best

def alternatives(x, c, q, n, a, ll):
    def lognormal(p):
        mu, s = p[0], np.exp(p[1])
        if s > 1e3: return np.inf
        z = lambda y: (np.log(y) - mu) / s
        u, v = stats.norm.logsf(z(x - .5)), stats.norm.logsf(z(x + .5))
        return -(c * (u + np.log(-np.expm1(v - u)) - stats.norm.logsf(z(q - .5)))).sum()
    def truncated(p):
        al, la = p[0], np.exp(p[1])
        if la > 50 or la < 1e-9: return np.inf
        # Euler-Maclaurin to first order after 20000 terms; the integral by mpmath only where it still matters.
        k = np.arange(q, q + 20000.0)
        s = np.exp(-al * np.log(k / q) - la * (k - q)).sum()
        b = q + 20000
        if la * 20000 < 45:
            w = float(mpmath.gammainc(1 - al, la * b) * mpmath.mpf(la) ** (al - 1) * mpmath.mpf(q) ** al * mpmath.exp(la * q))
            fb = np.exp(-al * np.log(b / q) - la * (b - q))
            s += w + fb / 2 + fb * (al / b + la) / 12
        return (c * (al * np.log(x / q) + la * (x - q))).sum() + n * np.log(s)
    l = nm(lognormal, [(np.log(q), 0.), (0., 1.), (-10., 1.5)])
    t = nm(truncated, [(a * .9, -7.), (a * .6, -3.)])
    lam = np.log1p(n / (c * (x - q)).sum())
    return dict(
        lognormal=dict(log_likelihood=-l.fun, mu=l.x[0], sigma=float(np.exp(l.x[1]))),
        exponential=dict(log_likelihood=float(n * np.log(-np.expm1(-lam)) - lam * (c * (x - q)).sum()), **{'lambda': float(lam)}),
        truncated=dict(log_likelihood=-t.fun, exponent=t.x[0], **{'lambda': float(np.exp(t.x[1]))}))

def package(hist, xmin):
    data = np.repeat([v for v, _ in hist], [k for _, k in hist])
    wide = {'power_law': {'alpha': [1, 25]}}
    f = powerlaw.Fit(data, discrete=True, estimate_discrete=False, xmin=xmin, verbose=False, parameter_ranges={'alpha': [1, 25]})
    out = dict(exponent=float(f.power_law.alpha))
    for name in ('lognormal', 'exponential'):
        try:
            r, p = f.distribution_compare('power_law', name, normalized_ratio=True)
            out[name] = dict(normalized_ratio=float(r), p=float(p))
        except Exception as e:
            print(name, e, file=sys.stderr)
    return out

def synthetic():
    rng = np.random.default_rng(20260101)
    draws = {
        'zipf-2.5': rng.zipf(2.5, 3000),
        'zipf-1.8-with-head': np.concatenate([rng.integers(1, 12, 4000), 8 * rng.zipf(1.8, 900) + rng.integers(0, 8, 900)]),
        'lognormal': np.maximum(1, np.rint(rng.lognormal(1.5, 1.2, 4000))).astype(int),
        'geometric': rng.geometric(0.12, 3000),
        'cut-off': rng.choice(np.arange(1, 5001), 5000, p=(lambda k: (w := k ** -1.7 * np.exp(-k / 80)) / w.sum())(np.arange(1., 5001))),
    }
    return {k: sorted((int(a), int(b)) for a, b in collections.Counter(v[v < 1 << 40].tolist()).items()) for k, v in draws.items()}

out = {'synthetic': {}, 'graphs': {}}
for name, h in synthetic().items():
    out['synthetic'][name] = dict(values=[v for v, _ in h], counts=[k for _, k in h], fit=fit(h))
for name, arcs in {'harvard500': smat('harvard500/harvard500.smat'), 'wb-cs-stanford': smat('wb-cs-stanford/wb-cs.stanford.smat'),
                   'hollins': hollins(), 'california-gr0': california(), 'cnr-2000': cnr()}.items():
    out['graphs'][name] = {'out': fit(degrees(arcs, 0)), 'in': fit(degrees(arcs, 1))}
json.dump(out, sys.stdout, indent=1)
