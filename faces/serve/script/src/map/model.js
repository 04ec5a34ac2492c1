// model.js holds the nodes of a map: arrays of figures, with a place for each node. Nodes come by rank, the best first.
export class Model {
  constructor(address, fetchJSON) {
    this.address = address;
    this.fetchJSON = fetchJSON;
    this.total = this.count = 0; // nodes of the map, and those that have arrived
    this.names = [];
    this.lines = []; // source, target and arcs of each line, the strongest first
    this.domains = [];
    this.sites = [];
  }

  // load fetches all parts, and calls arrived after each.
  async load(arrived) {
    do {
      const part = await this.fetchJSON(`${this.address}&from=${this.count}`);
      if (this.count === 0) this.begin(part);
      if (part.names.length === 0) break;
      this.add(part);
      arrived();
    } while (this.count < this.total);
  }

  begin(part) {
    const n = (this.total = part.total);
    for (const name of ["x", "y", "r", "share", "score"]) this[name] = new Float32Array(n);
    this.group = new Int32Array(n);
    this.domain = part.domain ? new Int32Array(n) : null;
    this.site = part.site ? new Int32Array(n) : null;
    this.lines = part.lines ?? [];
    this.domains = part.domains ?? [];
    this.sites = part.sites ?? [];
  }

  add(part) {
    for (const name of ["x", "y", "r", "share", "score", "group", "domain", "site"]) if (this[name]) this[name].set(part[name], part.from);
    this.names.push(...part.names);
    this.count += part.names.length;
  }

  // at returns the node at a place, within a reach; the best of several; -1 for none.
  at(x, y, reach) {
    let found = -1;
    let nearest = Infinity;
    for (let i = 0; i < this.count; i++) {
      const dx = this.x[i] - x;
      const dy = this.y[i] - y;
      const d = Math.max(0, Math.sqrt(dx * dx + dy * dy) - this.r[i]);
      if (d <= reach && d < nearest) [found, nearest] = [i, d];
    }
    return found;
  }
}
