// colours.js reads the colours of the nodes. They are properties of the style sheet, so they follow light and dark.
const categories = 8;

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
    this.other = value("--map-other");
    this.named = {};
    for (const key of ["m0", "m1", "m2", "m3", "failed", "unknown"]) this.named[key] = value(`--${key}`);
    for (let i = 0; i < categories; i++) this.named[`cat${i}`] = value(`--cat${i}`);
  }

  // prepare takes the colours of a map from its legend: the colour of a node is an index into the palette.
  prepare(model) {
    this.of = model.colour;
    this.palette = model.legend.map(({ key }) => this.named[key] ?? this.other);
    this.legend = model.legend.map(({ label, count }, i) => ({ colour: this.palette[i], label, count })).filter(({ count }) => count > 0);
    this.words = this.palette.map(word);
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
