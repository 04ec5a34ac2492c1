"""The graph of a crawl as a SciPy matrix, and for other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse

if TYPE_CHECKING:
    from typing_extensions import Self

    from ._crawl import Crawl


class Graph(scipy.sparse.csr_array):  # type: ignore[misc]
    """The arcs of a crawl: a SciPy array in CSR form, with a 1 in row u and column v if u links to v. Columns of a row ascend."""

    _crawl: Crawl | None = None

    @classmethod
    def of(cls, indptr: Any, indices: Any, dtype: Any, crawl: Crawl | None) -> Self:
        n = len(indptr) - 1
        g = cls((np.ones(len(indices), dtype), indices, indptr), shape=(n, n), copy=False)
        g.has_canonical_format = True
        g._crawl = crawl
        return g

    def __getstate__(self) -> dict[str, Any]:
        """Leave the crawl out: copies for other processes have no URLs."""
        return {name: value for name, value in self.__dict__.items() if name != "_crawl"}

    def _urls(self) -> list[str] | None:
        if self._crawl is None or not self._crawl.info.names:
            return None
        import polars as pl

        urls: list[str] = self._crawl.pages.select(pl.col("url")).collect()["url"].to_list()
        return urls if len(urls) == self.shape[0] else None

    def _pairs(self) -> Any:
        """Return source and target of each arc as a matrix of two columns."""
        sources = np.repeat(np.arange(self.shape[0], dtype=self.indices.dtype), np.diff(self.indptr))
        return np.column_stack((sources, self.indices))

    def to_networkx(self) -> Any:
        """Return a ``networkx.DiGraph`` with a node for each number, and its ``url``. networkx takes some hundred bytes for each arc."""
        import networkx as nx

        g = nx.DiGraph()
        if urls := self._urls():
            g.add_nodes_from((u, {"url": url}) for u, url in enumerate(urls))
        else:
            g.add_nodes_from(range(self.shape[0]))
        g.add_edges_from(self._pairs().tolist())
        return g

    def to_igraph(self) -> Any:
        """Return a directed ``igraph.Graph`` whose vertices have the attribute ``url``."""
        import igraph

        g = igraph.Graph(n=self.shape[0], edges=self._pairs(), directed=True)
        if urls := self._urls():
            g.vs["url"] = urls
        return g

    def to_networkit(self) -> Any:
        """Return a directed ``networkit.Graph``."""
        import networkit

        pairs = self._pairs().astype(np.uint64)
        return networkit.graph.GraphFromCoo((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), n=self.shape[0], directed=True, weighted=False)
