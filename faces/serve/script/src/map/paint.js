// paint.js draws the map by levels. Small discs are written as pixels, which takes a millisecond for 100,000. Large discs and
// lines are drawn as shapes, the best first, and only so many of them that a frame stays short. While the map moves there are
// fewer lines; when it rests, all come.
import { clamp } from "./camera.js";
import { Labels } from "./label.js";

const smallest = 2.2; // radius from which a disc is a shape, in pixels
const mostShapes = 2500;
const mostLabels = 45;
const fewLabels = 12; // labels that may cover discs, so that a crowded map has names
const surelyNamed = 10; // largest discs in sight that have a label in any case
const mostTried = 200; // nodes that a frame tries to label
const restingLines = 2500;

export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.dots = document.createElement("canvas"); // a layer of pixels
    this.layer = this.dots.getContext("2d");
    this.mostLines = 1500; // while the map moves; it adapts to the machine
    this.widths = new Map(); // of labels
  }

  resize(w, h, ratio) {
    this.ratio = ratio;
    for (const c of [this.canvas, this.dots]) {
      c.width = Math.max(1, Math.round(w * ratio));
      c.height = Math.max(1, Math.round(h * ratio));
    }
    this.image = this.layer.createImageData(this.dots.width, this.dots.height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  // draw draws a frame. scene has the model, the camera, the colours, and what is lit.
  draw(scene, moving) {
    const began = performance.now();
    const { context: c, ratio } = this;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = scene.colours.paper;
    c.fillRect(0, 0, scene.camera.w, scene.camera.h);
    this.lines(scene, moving ? this.mostLines : restingLines);
    const shapes = this.discs(scene);
    this.lit(scene);
    this.labels(scene, shapes);
    const took = performance.now() - began;
    if (moving) this.mostLines = clamp(this.mostLines * (took > 14 ? 0.85 : took < 9 ? 1.1 : 1), 150, 6000);
    return took;
  }

  // lines draws the strongest lines that touch the screen, in three widths.
  lines({ model, camera, colours }, most) {
    const c = this.context;
    const all = model.lines;
    const strongest = Math.log1p(all[2] ?? 1);
    const paths = [new Path2D(), new Path2D(), new Path2D()];
    for (let k = 0, drawn = 0; k < all.length && drawn < most; k += 3) {
      const [a, b] = [all[k], all[k + 1]];
      if (a >= model.count || b >= model.count) continue;
      const [x, y, u, v] = [camera.screenX(model.x[a]), camera.screenY(model.y[a]), camera.screenX(model.x[b]), camera.screenY(model.y[b])];
      if (Math.max(x, u) < 0 || Math.min(x, u) > camera.w || Math.max(y, v) < 0 || Math.min(y, v) > camera.h) continue;
      const path = paths[Math.min(2, Math.floor((3 * Math.log1p(all[k + 2])) / (strongest + 1e-9)))];
      path.moveTo(x, y);
      path.lineTo(u, v);
      drawn++;
    }
    c.strokeStyle = colours.line;
    c.globalAlpha = scaled(all.length / 3);
    paths.forEach((path, i) => {
      c.lineWidth = 0.5 + 0.5 * i;
      c.stroke(path);
    });
    c.globalAlpha = 1;
  }

  // discs draws all discs, and returns the numbers of those that are shapes.
  discs({ model, camera, colours }) {
    const { pixels, ratio } = this;
    const [w, h] = [this.dots.width, this.dots.height];
    pixels.fill(0);
    const scale = camera.scale;
    const shapes = [];
    for (let k = model.count - 1; k >= 0; k--) {
      const i = model.order[k];
      const x = camera.screenX(model.x[i]);
      const y = camera.screenY(model.y[i]);
      const r = model.r[i] * scale;
      if (x + r < 0 || y + r < 0 || x - r > camera.w || y - r > camera.h) continue;
      if (r >= smallest) shapes.push(i);
      else dot(pixels, w, h, x * ratio, y * ratio, Math.max(0.5, r * ratio), colours.words[colours.of[i]]);
    }
    if (shapes.length > mostShapes)
      for (const i of shapes.splice(0, shapes.length - mostShapes))
        dot(pixels, w, h, camera.screenX(model.x[i]) * ratio, camera.screenY(model.y[i]) * ratio, model.r[i] * scale * ratio, colours.words[colours.of[i]]);
    this.layer.putImageData(this.image, 0, 0);
    const c = this.context;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.drawImage(this.dots, 0, 0);
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.shapes(shapes, model, camera, colours);
    return shapes;
  }

  // shapes draws discs, those of a colour together.
  shapes(shapes, model, camera, colours) {
    const c = this.context;
    const paths = colours.palette.map(() => new Path2D());
    for (const i of shapes) {
      const [x, y, r] = [camera.screenX(model.x[i]), camera.screenY(model.y[i]), model.r[i] * camera.scale];
      const path = paths[colours.of[i]];
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, 2 * Math.PI);
    }
    paths.forEach((path, i) => {
      c.fillStyle = colours.palette[i];
      c.fill(path);
    });
  }

  // lit draws the links of the chosen node, the way to another, and a ring around both.
  lit({ model, camera, colours, chosen, links, way, hovered }) {
    const at = (i) => [camera.screenX(model.x[i]), camera.screenY(model.y[i])];
    const rays = (nodes, colour, dashes) => {
      const path = new Path2D();
      for (const i of nodes) {
        if (i >= model.count) continue;
        path.moveTo(...at(chosen));
        path.lineTo(...at(i));
      }
      this.stroke(path, colour, 1.2, dashes);
    };
    if (chosen >= 0 && chosen < model.count && links) {
      rays(links.in.slice(0, mostShapes), colours.in, [5, 4]);
      rays(links.out.slice(0, mostShapes), colours.out, []);
      this.rings(links.out.concat(links.in).slice(0, mostShapes), model, camera, colours.muted);
    }
    if (way) {
      const path = new Path2D();
      way.forEach((i, k) => (k === 0 ? path.moveTo(...at(i)) : path.lineTo(...at(i))));
      this.stroke(path, colours.paper, 7, []);
      this.stroke(path, colours.ink, 3, []);
      this.rings(way, model, camera, colours.ink, 2);
    }
    this.rings([chosen, hovered], model, camera, colours.ink, 2.5);
  }

  stroke(path, colour, width, dashes) {
    const c = this.context;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.setLineDash(dashes);
    c.stroke(path);
    c.setLineDash([]);
  }

  rings(nodes, model, camera, colour, width = 1) {
    const path = new Path2D();
    for (const i of nodes) {
      if (!(i >= 0) || i >= model.count) continue;
      const r = Math.max(3, model.r[i] * camera.scale + 1);
      const [x, y] = [camera.screenX(model.x[i]), camera.screenY(model.y[i])];
      path.moveTo(x + r, y);
      path.arc(x, y, r, 0, 2 * Math.PI);
    }
    this.stroke(path, colour, width, []);
  }

  // labels writes names: of the node under the pointer and the chosen one, of the largest discs in sight in any case, then of the
  // way, of linked nodes and of the best that have room.
  labels(scene, shapes) {
    const { model, chosen, hovered, way, links } = scene;
    const writer = new Labels(this, scene, shapes);
    const exists = (i) => i >= 0 && i < model.count;
    for (const i of [hovered, chosen]) if (exists(i)) writer.put(i, true) || writer.put(i, false) || writer.always(i);
    this.named = largest(scene);
    for (const i of this.named) writer.put(i, true) || writer.put(i, false) || writer.away(i) || writer.always(i);
    const lit = [...(way ?? []), ...(links ? links.out.slice(0, 8).concat(links.in.slice(0, 8)) : [])];
    for (const i of lit) if (exists(i)) writer.put(i, true) || writer.put(i, false);
    const best = shapes.slice(-mostTried).reverse();
    for (const clear of [true, false])
      for (const i of best) {
        if (writer.taken.length >= (clear ? mostLabels : fewLabels)) break;
        writer.put(i, clear);
      }
    writer.draw();
    this.written = writer.written; // for tests
    this.labelled = writer.written.length;
  }

  width(text) {
    let w = this.widths.get(text);
    if (w === undefined) {
      w = this.context.measureText(text).width;
      if (this.widths.size > 5000) this.widths.clear();
      this.widths.set(text, w);
    }
    return w;
  }
}

// scaled is the opacity of lines: the more there are, the fainter they are.
const scaled = (lines) => clamp(600 / (lines + 1), 0.3, 0.9);

// largest returns the largest discs of which a part is in sight.
function largest({ model, camera }) {
  const found = [];
  for (let k = 0; k < model.count && found.length < surelyNamed; k++) {
    const i = model.order[k];
    const [x, y, r] = [camera.screenX(model.x[i]), camera.screenY(model.y[i]), model.r[i] * camera.scale];
    if (x + r > 0 && y + r > 0 && x - r < camera.w && y - r < camera.h) found.push(i);
  }
  return found;
}

// dot writes a small disc as pixels.
function dot(pixels, w, h, x, y, r, word) {
  const x0 = Math.max(0, Math.round(x - r));
  const x1 = Math.min(w, Math.max(x0 + 1, Math.round(x + r)));
  const y0 = Math.max(0, Math.round(y - r));
  const y1 = Math.min(h, Math.max(y0 + 1, Math.round(y + r)));
  const square = r * r + 0.25;
  const small = r < 1.5;
  for (let py = y0; py < y1; py++)
    for (let px = x0; px < x1; px++) {
      const [dx, dy] = [px + 0.5 - x, py + 0.5 - y];
      if (small || dx * dx + dy * dy <= square) pixels[py * w + px] = word;
    }
}
