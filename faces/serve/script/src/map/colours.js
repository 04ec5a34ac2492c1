// colours.js chooses the colour of each node. Colours are properties of the style sheet, so they follow light and dark.
const categories = 8;

// kinds are the ways to colour, with the labels of the choice.
export function kinds(model) {
  const all = [["share", "share fetched"], ["group", "cluster"]];
  if (model.domain) all.push(["domain", "domain"]);
  if (model.site) all.push(["site", "site"]);
  all.push(["score", "PageRank"]);
  return all;
}

export class Colours {
  constructor(element) {
    this.element = element;
    this.read();
  }

  // read reads the colours of the style sheet.
  read() {
    const style = getComputedStyle(this.element);
    const value = (name) => style.getPropertyValue(name).trim();
    this.paper = value("--card");
    this.ink = value("--ink");
    this.muted = value("--muted");
    this.line = value("--map-line");
    this.out = value("--data");
    this.in = value("--fit");
    this.shades = [0, 1, 2, 3].map((i) => value(`--m${i}`));
    this.none = value("--failed");
    this.unknown = value("--unknown");
    this.other = value("--ghost");
    this.categories = Array.from({ length: categories }, (_, i) => value(`--cat${i}`));
  }

  // prepare computes the palette and the colour of each node: an index into the palette.
  prepare(model, kind) {
    const of = new Uint8Array(model.total);
    let palette, labels;
    if (kind === "share") {
      palette = [this.none, ...this.shades, this.unknown];
      labels = ["nothing fetched", "below 25 %", "25 to 50 %", "50 to 75 %", "75 % or more", "unknown"];
      for (let i = 0; i < model.count; i++) {
        const s = model.share[i];
        of[i] = s < 0 ? 5 : s === 0 ? 0 : 1 + Math.min(3, Math.floor(s * 4));
      }
    } else if (kind === "score") {
      palette = this.shades;
      labels = ["below 0.01 %", "to 0.1 %", "to 1 %", "1 % or more"];
      for (let i = 0; i < model.count; i++) {
        const s = model.score[i];
        of[i] = s < 0.0001 ? 0 : s < 0.001 ? 1 : s < 0.01 ? 2 : 3;
      }
    } else {
      palette = [...this.categories, this.other];
      const names = { domain: model.domains, site: model.sites }[kind];
      labels = this.categories.map((_, i) => (names ? names[i] : `cluster ${i}`)).concat("others");
      for (let i = 0; i < model.count; i++) of[i] = Math.min(categories, model[kind][i]);
    }
    this.of = of;
    this.palette = palette;
    const used = new Set(of.subarray(0, model.count));
    this.legend = palette.map((colour, i) => ({ colour, label: labels[i] })).filter((entry, i) => used.has(i) && entry.label);
    this.words = palette.map(word);
  }
}

// word is a colour as a pixel of ImageData.
export function word(colour) {
  const [r, g, b] = channels(colour);
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function channels(colour) {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  return hex ? hex.slice(1).map((v) => parseInt(v, 16)) : [128, 128, 128];
}
