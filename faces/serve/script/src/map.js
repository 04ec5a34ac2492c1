// map.js draws the map of a crawl, and lets a reader walk on it. What is chosen stands beside it, as the server writes it.
import { fetchJSON, fetchPage, make, replace, say } from "./lib.js";
import { address, readPlace, valueOf, writePlace } from "./map/address.js";
import { Camera } from "./map/camera.js";
import { Colours } from "./map/colours.js";
import { Model } from "./map/model.js";
import { Painter } from "./map/paint.js";

const flight = 700; // of the camera, in milliseconds
const near = 6; // pixels within which a click meets a node

export function start(element) {
  new Atlas(element).begin();
}

class Atlas {
  constructor(element) {
    this.element = element;
    this.things = element.dataset.things;
    this.sheet = element.querySelector(".sheet");
    this.canvas = make("canvas", { tabindex: "0", role: "application", "aria-label": `Map of ${this.things}`, "aria-describedby": "map-keys" });
    this.camera = new Camera();
    this.model = new Model(element.dataset.map, fetchJSON);
    this.colours = new Colours(element);
    this.painter = new Painter(this.canvas);
    this.chosen = -1;
    this.hovered = -1;
    this.links = this.way = null;
  }

  begin() {
    this.status = make("p", { class: "note", role: "status" }, "The map is being loaded.");
    this.legend = make("ul", { class: "legend" });
    const place = readPlace(valueOf("at"));
    if (place) this.camera.put(place);
    const keys = make("p", { class: "note", id: "map-keys" }, `Drag to move, scroll or + and − to zoom, click a disc to see its links. With the keyboard: arrow keys move, Enter chooses what is in the middle, 0 shows everything. The search and the list reach all ${this.things}.`);
    this.sheet.replaceChildren(this.controls(), this.canvas, this.legend, keys, this.status);
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (this.colours.read(), this.recolour()));
    this.listen();
    this.resize();
    this.canvas.atlas = this; // for tests
    this.ready = this.load();
  }

  controls() {
    const button = (text, label, act) => {
      const b = make("button", { type: "button", "aria-label": label, title: label }, text);
      b.addEventListener("click", act);
      return b;
    };
    return make(
      "div",
      { class: "tools" },
      button("+", "Zoom in", () => this.zoom(1.6)),
      button("−", "Zoom out", () => this.zoom(1 / 1.6)),
      button("Whole map", "Show the whole map", () => this.fly(500, 320, 1)),
    );
  }

  async load() {
    try {
      await this.model.load(() => this.arrived());
      this.status.textContent = "";
    } catch (reason) {
      this.status.textContent = `The map cannot be loaded: ${reason.message}.`;
    }
    const chosen = Number(this.element.dataset.node ?? -1);
    if (chosen >= 0) await this.choose(chosen, { fetching: false, flying: !valueOf("at") });
  }

  arrived() {
    if (this.model.count < this.model.total) this.status.textContent = `${this.model.count.toLocaleString("en")} of ${this.model.total.toLocaleString("en")} ${this.things} are loaded.`;
    this.recolour();
  }

  recolour() {
    this.colours.prepare(this.model);
    this.legend.setAttribute("aria-label", `Colours: ${this.model.title}`);
    this.legend.replaceChildren(
      make("li", {}, make("strong", {}, this.model.title)),
      ...this.colours.legend.map(({ colour, label, count }) => {
        const mark = make("span", { class: "swatch", "aria-hidden": "true" });
        mark.style.setProperty("background", colour);
        return make("li", {}, mark, make("bdi", {}, label), ` (${count.toLocaleString("en")})`);
      }),
    );
    this.show();
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.camera.resize(w, h);
    this.painter.resize(w, h, Math.min(2, devicePixelRatio || 1));
    if (this.colours.of) this.painter.draw(this, false);
  }

  // remember writes the place of the camera into the address when the map rests.
  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => this.keepPlace(), 250);
  }

  keepPlace() {
    clearTimeout(this.remembering);
    if (this.flying) return this.remember();
    history.replaceState(null, "", address({ at: writePlace(this.camera) }));
  }

  // pick draws the map with other choices of the form.
  async pick() {
    const form = document.getElementById("look").elements;
    const moved = form.layout.value !== this.layout;
    this.stop();
    this.keepPlace();
    const start = form.layout.value === "distance" ? valueOf("start") : "";
    const to = address({ size: form.size.value, colour: form.colour.value, layout: form.layout.value, start, ...(moved ? { at: "" } : {}) });
    history.pushState(null, "", to);
    await this.arriveAt(to);
  }

  // arriveAt shows what an address names: the reader has chosen it, or has gone back or forward to it.
  async arriveAt(to) {
    this.stop();
    clearTimeout(this.remembering);
    const turn = (this.turn = {});
    try {
      await this.ready;
      const page = await fetchPage(to.href);
      const now = page.querySelector("[data-part=map]");
      if (turn !== this.turn) return;
      if (!now || now.dataset.things !== this.things || shown(now) !== shown(this.element)) return location.reload();
      if (now.dataset.map !== this.element.dataset.map) {
        this.status.textContent = "The map is being drawn.";
        await this.model.look(now.dataset.map);
        this.status.textContent = "";
      }
      if (turn !== this.turn) return;
      this.element.dataset.map = now.dataset.map;
      this.model.address = now.dataset.map;
      replace(page, "#look", "#meaning", "#beside", "#list", "#files");
      this.layout = document.getElementById("layout").value;
      this.camera.put(readPlace(to.searchParams.get("at")) ?? { x: 500, y: 320, zoom: 1 });
      this.chosen = Number(now.dataset.node ?? -1);
      this.links = this.way = null;
      this.recolour();
      say(`${this.model.title}. ${document.getElementById("meaning").lastElementChild.textContent}`);
      if (this.chosen >= 0) await this.choose(this.chosen, { fetching: false, flying: false });
    } catch (reason) {
      this.status.textContent = `The map cannot be drawn: ${reason.message}.`;
    }
  }

  // show draws the next frame, and a complete one when the map rests.
  show(moving = false) {
    this.moving = moving;
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      if (!this.colours.of) return;
      this.painter.draw(this, this.moving);
      clearTimeout(this.resting);
      if (this.moving) this.resting = setTimeout(() => (this.show(false), this.remember()), 160);
    });
  }

  zoom(factor, x, y) {
    this.stop();
    this.camera.zoomAt(factor, x, y);
    this.show(true);
  }

  // fly moves the camera in several frames, or at once for readers who prefer that.
  fly(x, y, zoom) {
    this.stop();
    const go = this.camera.toward(x, y, zoom);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      go(1);
      this.show();
      this.remember();
      return;
    }
    const began = performance.now();
    const step = (now) => {
      const t = Math.min(1, Math.max(0, (now - began) / flight));
      go(t);
      this.painter.draw(this, t < 1);
      this.flying = t < 1 ? requestAnimationFrame(step) : 0;
      if (!this.flying) this.remember();
    };
    this.flying = requestAnimationFrame(step);
  }

  stop() {
    if (this.flying) cancelAnimationFrame(this.flying);
    this.flying = 0;
  }

  flyTo(i) {
    this.fly(this.model.x[i], this.model.y[i], Math.max(this.camera.zoom, Math.min(60, 14 / (this.model.r[i] * this.camera.base))));
  }

  // choose lights a node with its links, and shows beside the map what the server says of it.
  async choose(i, { fetching = true, flying = true, to = "" } = {}) {
    this.chosen = i;
    this.links = this.way = null;
    this.show();
    const query = `${this.element.dataset.map.replace(/^[^?]*/, "")}&n=${i}`;
    const turn = (this.turn = {});
    try {
      const ends = to || valueOf("to");
      const way = fetching && !to ? "" : `&to=${encodeURIComponent(ends)}`;
      const links = await fetchJSON(`map-links.json${query}${way}`);
      if (turn !== this.turn) return;
      this.links = { out: links.out ?? [], in: links.in ?? [] };
      this.way = links.way ?? null;
      this.show();
      if (fetching) this.keepPlace();
      if (flying && this.way) this.fit(this.way);
      else if (flying) this.flyTo(i);
      if (!fetching) return;
      if (!(await this.beside(`map${query}${way}`, ["#chosen"], turn, to))) return;
      say(`${this.model.names[i]}: links to ${this.links.out.length}, linked from ${this.links.in.length} ${this.things}`);
    } catch (reason) {
      this.status.textContent = `The links cannot be loaded: ${reason.message}.`;
    }
  }

  // beside shows parts of another page of the server beside the map, and adds the chosen node to the address of this page. It
  // returns false, and changes nothing, if the reader has chosen something else meanwhile.
  async beside(from, selectors, turn, to) {
    const page = await fetchPage(from);
    if (turn !== this.turn) return false;
    replace(page, ...selectors);
    const of = new URLSearchParams(document.querySelector("#chosen dl.facts")?.dataset.query ?? "");
    history.pushState(null, "", address({ node: of.get("node"), n: of.get("n"), to }));
    return true;
  }

  // fit moves the camera so that all nodes of a way are on the screen.
  fit(nodes) {
    const xs = nodes.map((i) => this.model.x[i]);
    const ys = nodes.map((i) => this.model.y[i]);
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const { w, h, base } = this.camera;
    this.fly((x0 + x1) / 2, (y0 + y1) / 2, Math.max(1, Math.min(40, (0.7 * w) / (base * (x1 - x0 + 1)), (0.7 * h) / (base * (y1 - y0 + 1)))));
  }

  listen() {
    const c = this.canvas;
    const pointers = new Map();
    let far = 0;
    const place = (e) => {
      const box = c.getBoundingClientRect();
      return [e.clientX - box.left, e.clientY - box.top];
    };
    c.addEventListener("wheel", (e) => (e.preventDefault(), this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), ...place(e))), { passive: false });
    c.addEventListener("pointerdown", (e) => {
      c.setPointerCapture(e.pointerId);
      pointers.set(e.pointerId, place(e));
      far = 0;
      this.stop();
    });
    c.addEventListener("pointermove", (e) => {
      const before = pointers.get(e.pointerId);
      const now = place(e);
      if (!before) return this.hover(...now);
      far += Math.hypot(now[0] - before[0], now[1] - before[1]);
      const other = [...pointers].find(([id]) => id !== e.pointerId)?.[1];
      if (other) this.camera.zoomAt(apart(now, other) / Math.max(1, apart(before, other)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      else this.camera.move(now[0] - before[0], now[1] - before[1]);
      pointers.set(e.pointerId, now);
      this.show(true);
    });
    const end = (e) => {
      const was = pointers.get(e.pointerId);
      pointers.delete(e.pointerId);
      if (was && e.type === "pointerup" && far < 4) this.meet(...place(e));
    };
    c.addEventListener("pointerup", end);
    c.addEventListener("pointercancel", end);
    c.addEventListener("pointerleave", () => this.hover(-1e6, -1e6));
    c.addEventListener("keydown", (e) => this.key(e));
    this.element.addEventListener("submit", (e) => this.submit(e));
    this.element.addEventListener("input", (e) => e.target.id === "q" && this.find(e.target.value, 120));
    document.addEventListener("click", (e) => this.click(e));
    document.addEventListener("change", (e) => ["size", "colour", "layout"].includes(e.target.id) && e.target.form?.id === "look" && this.pick());
    addEventListener("popstate", () => this.arriveAt(new URL(location.href)));
    this.layout = document.getElementById("layout").value;
  }

  hover(x, y) {
    const i = this.model.at(this.camera.worldX(x), this.camera.worldY(y), near / this.camera.scale);
    if (i === this.hovered) return;
    this.hovered = i;
    this.canvas.classList.toggle("over", i >= 0);
    this.show();
  }

  meet(x, y) {
    const i = this.model.at(this.camera.worldX(x), this.camera.worldY(y), near / this.camera.scale);
    if (i >= 0) this.choose(i);
  }

  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const step = 60;
    const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    if (moves[e.key]) this.stop(), this.camera.move(...moves[e.key]), this.show(true);
    else if (e.key === "+" || e.key === "=") this.zoom(1.3);
    else if (e.key === "-") this.zoom(1 / 1.3);
    else if (e.key === "0") this.fly(500, 320, 1);
    else if (e.key === "Enter") this.middle();
    else return;
    e.preventDefault();
  }

  // middle chooses the node that is nearest to the middle of the screen.
  middle() {
    const i = this.model.at(this.camera.x, this.camera.y, Infinity);
    if (i >= 0) this.choose(i);
  }

  // click follows links to nodes of the map without leaving the page.
  click(e) {
    const link = e.target.closest?.("a[data-at]");
    if (!link || e.button !== 0 || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
    const i = Number(link.dataset.at);
    if (!(i < this.model.count)) return;
    e.preventDefault();
    this.choose(i);
    this.sheet.scrollIntoView({ block: "nearest" });
  }

  submit(e) {
    if (e.target.classList.contains("way")) {
      e.preventDefault();
      this.choose(this.chosen, { to: e.target.elements.to.value.trim() });
    } else if (e.target.querySelector("#q")) {
      e.preventDefault();
      this.find(e.target.elements.q.value, 0);
    }
  }

  // find shows the nodes whose names have a text, as one types.
  find(text, wait) {
    clearTimeout(this.typing);
    this.typing = setTimeout(async () => {
      this.seeking?.abort();
      const seeking = (this.seeking = new AbortController());
      try {
        const page = await fetchPage(`map${this.element.dataset.map.replace(/^[^?]*/, "")}&q=${encodeURIComponent(text)}`, seeking.signal);
        replace(page, "#found");
        history.replaceState(null, "", address({ q: text }));
      } catch (reason) {
        if (reason.name !== "AbortError") this.status.textContent = `The search failed: ${reason.message}.`;
      }
    }, wait);
  }

  // measure moves the map for a time, and returns frames per second and the longest frame in milliseconds.
  async measure(time) {
    await this.ready;
    this.stop();
    const began = performance.now();
    let frames = 0;
    let drawing = 0;
    let longest = 0;
    let last = began;
    for (let now = began; now - began < time; ) {
      now = await new Promise((done) => requestAnimationFrame(() => done(performance.now())));
      longest = Math.max(longest, now - last);
      last = now;
      const t = (now - began) / time;
      this.camera.zoom = Math.exp(3 * Math.sin(Math.PI * t));
      this.camera.x = 500 + 200 * Math.sin(12 * t);
      this.camera.y = 320 + 120 * Math.cos(9 * t);
      drawing += this.painter.draw(this, true);
      frames++;
    }
    const seconds = (performance.now() - began) / 1000;
    return { perSecond: frames / seconds, drawing: drawing / frames, longest };
  }
}

// shown is what a map shows, without its look.
const shown = (element) => {
  const values = new URLSearchParams(element.dataset.map.replace(/^[^?]*/, ""));
  return `${values.get("by")} ${values.get("top")}`;
};

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
