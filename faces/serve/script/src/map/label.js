// label.js finds places for names: on discs, beside them, or at the nearest free place with a line to the disc.
import { clamp } from "./camera.js";

const font = "12px system-ui, sans-serif";
const mostCovered = 600; // discs that labels keep clear of, the largest
const longest = 40; // characters of a label
const shortest = 16; // characters of a label far from its disc
const half = 8; // height of a label, in pixels
const step = 8; // between the places far from a disc that are tried

export class Labels {
  constructor(painter, { model, camera, colours }, shapes) {
    Object.assign(this, { painter, model, camera, colours });
    this.context = painter.context;
    this.context.font = font;
    this.context.textBaseline = "middle";
    this.context.lineJoin = "round";
    this.taken = []; // boxes of labels
    this.written = []; // numbers of their nodes
    this.all = [];
    this.discs = shapes.slice(-mostCovered).map((i) => [...this.disc(i), i]);
  }

  disc(i) {
    return [this.camera.screenX(this.model.x[i]), this.camera.screenY(this.model.y[i]), this.model.r[i] * this.camera.scale];
  }

  // place is a label with its left end and its middle.
  place(i, text, left, y) {
    const wide = this.painter.width(text);
    return { i, text, left, y, box: [left - 2, y - half, left + wide + 2, y + half] };
  }

  // free reports whether a label is in sight and covers no other one, and with clear no disc but its own.
  free({ i, box }, clear) {
    const { w, h } = this.camera;
    if (box[0] < 0 || box[1] < 0 || box[2] > w || box[3] > h) return false;
    return !this.taken.some((t) => box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3]) && (!clear || !this.discs.some((disc) => disc[3] !== i && covers(box, disc)));
  }

  // around are the places on a disc and beside it.
  around(i, text) {
    const [x, y, r] = this.disc(i);
    const wide = this.painter.width(text);
    const far = Math.max(3, r);
    const at = (left, top) => this.place(i, text, left, top);
    if (r > wide / 2) return [at(x - wide / 2, y)];
    return [at(x + far + 4, y), at(x - far - 4 - wide, y), at(x - wide / 2, y + far + 10), at(x - wide / 2, y - far - 10)];
  }

  // put writes a name on its disc or beside it, where it is free, and reports whether the node has a label.
  put(i, clear) {
    if (this.written.includes(i)) return true;
    const found = this.around(i, clip(this.model.names[i], longest)).find((label) => this.free(label, clear));
    return found ? this.take(found) : false;
  }

  // away writes a name at the nearest free place in sight, with a line to the disc.
  away(i) {
    const [x, y] = this.disc(i);
    for (const most of [longest, shortest]) {
      const text = clip(this.model.names[i], most);
      const wide = this.painter.width(text);
      const places = [];
      for (let top = half; top <= this.camera.h - half; top += step)
        for (let left = 2; left + wide + 2 <= this.camera.w; left += 2 * step) {
          const dx = clamp(x, left, left + wide) - x;
          places.push([dx * dx + (top - y) * (top - y), left, top]);
        }
      places.sort((a, b) => a[0] - b[0]);
      for (const [, left, top] of places) {
        const label = this.place(i, text, left, top);
        if (this.free(label, false)) return this.take({ ...label, line: [x, y, clamp(x, left, left + wide), top] });
      }
    }
    return false;
  }

  // always writes a name although it covers others.
  always(i) {
    if (this.written.includes(i)) return;
    const label = this.around(i, clip(this.model.names[i], shortest))[0];
    const wide = label.box[2] - label.box[0];
    this.take(this.place(i, label.text, clamp(label.left, 2, Math.max(2, this.camera.w - wide)), clamp(label.y, half, Math.max(half, this.camera.h - half))));
  }

  take(label) {
    this.taken.push(label.box);
    this.written.push(label.i);
    this.all.push(label);
    return true;
  }

  // draw writes the labels, lines first.
  draw() {
    const c = this.context;
    const lines = new Path2D();
    for (const { line } of this.all) if (line) lines.moveTo(line[0], line[1]), lines.lineTo(line[2], line[3]);
    this.painter.stroke(lines, this.colours.ink, 0.8, []);
    c.strokeStyle = this.colours.paper;
    c.fillStyle = this.colours.ink;
    c.lineWidth = 3.5;
    for (const { text, left, y } of this.all) {
      c.strokeText(text, left, y);
      c.fillText(text, left, y);
    }
  }
}

// covers reports whether a box covers a part of a disc.
function covers([x0, y0, x1, y1], [x, y, r]) {
  if (x + r <= x0 || x - r >= x1 || y + r <= y0 || y - r >= y1) return false;
  const [dx, dy] = [x - clamp(x, x0, x1), y - clamp(y, y0, y1)];
  return dx * dx + dy * dy < r * r;
}

const clip = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
