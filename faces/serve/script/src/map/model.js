// model.js holds the nodes of a map: arrays of figures, with a place for each node. Nodes come by rank, the best first.
const figures = ["x", "y", "r"];

export class Model {
  constructor(address, fetchJSON) {
    this.address = address;
    this.fetchJSON = fetchJSON;
    this.total = this.count = 0; // nodes of the map, and those that have arrived
    this.names = [];
    this.lines = []; // source, target and arcs of each line, the strongest first
    this.title = "";
    this.legend = []; // colours with their keys, labels and counts
    this.order = new Uint32Array(0); // the nodes, those with the largest discs first
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
    for (const name of figures) this[name] = new Float32Array(n);
    this.colour = new Uint8Array(n);
    this.lines = part.lines ?? [];
  }

  add(part) {
    this.set(part);
    this.names.push(...part.names);
    this.count += part.names.length;
    this.sort();
  }

  set(part) {
    for (const name of figures) this[name].set(part[name] ?? [], part.from);
    this.colour.set(part.colour ?? [], part.from);
    this.title = part.title;
    this.legend = part.legend;
  }

  // look fetches other places, sizes and colours of the same nodes.
  async look(address) {
    const part = await this.fetchJSON(`${address}&names=0`);
    if (part.total !== this.total) throw new Error("the map has changed: load the page again");
    this.set(part);
    this.sort();
  }

  // sort finds the order of the nodes by the size of their discs, the largest first.
  sort() {
    this.order = Uint32Array.from({ length: this.count }, (_, i) => i);
    for (let i = 1; i < this.count; i++)
      if (this.r[i] > this.r[i - 1]) {
        this.order.sort((a, b) => this.r[b] - this.r[a] || a - b);
        break;
      }
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
