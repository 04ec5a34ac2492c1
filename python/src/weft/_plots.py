"""Plots of results, by matplotlib."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from . import results

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw(result: Any, ax: Axes | None) -> Axes:
    """Draw a result on some axes, or on new ones."""
    if _plot.dispatch(type(result)) is _plot.dispatch(object):
        raise TypeError(f"there is no plot of {type(result).__name__}: result.table() has its figures")
    if ax is None:
        import matplotlib.pyplot as plt

        _, ax = plt.subplots()
    _plot(result, ax)
    return ax


@functools.singledispatch
def _plot(result: object, ax: Axes) -> None:
    raise TypeError(type(result).__name__)


@_plot.register(results.Degrees)
def _(result: results.Degrees, ax: Axes) -> None:
    """Draw the shares of pages with at least some degree, with the fitted law."""
    for name, law in (("in", result.in_), ("out", result.out)):
        degrees = result.vectors.get(f"{name}degree")
        if degrees is None or not len(degrees):
            continue
        values, counts = np.unique(np.asarray(degrees), return_counts=True)
        at_least = counts[::-1].cumsum()[::-1] / counts.sum()
        shown = values > 0
        (line,) = ax.plot(values[shown], at_least[shown], ".", markersize=3, label=f"{name}-degree")
        if law.fit is not None and law.fit.xmin > 0 and (values >= law.fit.xmin).any():
            x = np.array([law.fit.xmin, values.max()], float)
            share = at_least[values >= law.fit.xmin][0]
            ax.plot(
                x,
                share * (x / law.fit.xmin) ** (1 - law.fit.exponent),
                color=line.get_color(),
                label=f"fit: exponent {law.fit.exponent:.2f} from {law.fit.xmin} on",
            )
    ax.set(xscale="log", yscale="log", xlabel="degree k", ylabel="share of pages with at least k")
    ax.legend()


@_plot.register(results.Components)
def _(result: results.Components, ax: Axes) -> None:
    """Draw the parts of the bow tie."""
    b = result.bowtie
    parts = {
        "SCC": b.scc,
        "IN": b.in_,
        "OUT": b.out,
        "tendrils of IN": b.tendrils_in,
        "tendrils of OUT": b.tendrils_out,
        "tubes": b.tubes,
        "other": b.other,
        "disconnected": b.disconnected,
    }
    ax.barh(list(parts), list(parts.values()))
    ax.invert_yaxis()
    ax.set(xlabel="pages")


@_plot.register(results.Rank)
def _(result: results.Rank, ax: Axes) -> None:
    """Draw the best pages."""
    best = (result.top or result.authorities)[::-1]
    ax.barh([p.url or str(p.page) for p in best], [p.score for p in best])
    ax.set(xlabel=f"score by {result.name}")


@_plot.register(results.Fidelity)
def _(result: results.Fidelity, ax: Axes) -> None:
    """Draw how many pages have which γ."""
    edges = np.linspace(0, 1, len(result.gamma_bins) + 1)
    ax.bar(edges[:-1], result.gamma_bins, width=np.diff(edges), align="edge")
    ax.axvline(result.gamma, linestyle="--", color="black", label=f"γ = {result.gamma:.3f}")
    ax.set(xlabel="share of the links of a page that lead to crawled pages", ylabel="pages")
    ax.legend()


@_plot.register(results.Missing)
def _(result: results.Missing, ax: Axes) -> None:
    """Draw the classes of missing pages."""
    classes = result.classes[::-1]
    ax.barh([c.name for c in classes], [c.urls for c in classes])
    ax.set(xlabel="URLs")


@_plot.register(results.Inequality)
def _(result: results.Inequality, ax: Axes) -> None:
    """Draw the Lorenz curves."""
    for q in result.spreads:
        ax.plot([p.units for p in q.lorenz], [p.part for p in q.lorenz], label=f"{q.title}, Gini {q.gini:.2f}")
    ax.plot([0, 1], [0, 1], ":", color="gray")
    ax.set(xlabel="share of pages, from the smallest", ylabel="share of the sum")
    ax.legend()
