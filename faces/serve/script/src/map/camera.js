// camera.js turns places of the map into places of the screen. The map is 1000 wide and 640 high.
export const width = 1000;
export const height = 640;
const closest = 400; // factor of the whole map

export class Camera {
  constructor() {
    this.x = width / 2; // place in the middle of the screen
    this.y = height / 2;
    this.zoom = 1; // factor of the whole map
    this.resize(1, 1);
  }

  // put moves the camera to a place.
  put({ x, y, zoom }) {
    this.x = clamp(x, 0, width);
    this.y = clamp(y, 0, height);
    this.zoom = clamp(zoom, 0.5, closest);
  }

  resize(w, h) {
    this.w = w;
    this.h = h;
    this.base = Math.min(w / width, h / height);
  }

  get scale() {
    return this.base * this.zoom;
  }

  screenX(x) {
    return (x - this.x) * this.scale + this.w / 2;
  }

  screenY(y) {
    return (y - this.y) * this.scale + this.h / 2;
  }

  worldX(x) {
    return (x - this.w / 2) / this.scale + this.x;
  }

  worldY(y) {
    return (y - this.h / 2) / this.scale + this.y;
  }

  move(dx, dy) {
    this.x = clamp(this.x - dx / this.scale, 0, width);
    this.y = clamp(this.y - dy / this.scale, 0, height);
  }

  // zoomAt changes the size by a factor. The place at a point of the screen stays there.
  zoomAt(factor, x = this.w / 2, y = this.h / 2) {
    const [wx, wy] = [this.worldX(x), this.worldY(y)];
    this.zoom = clamp(this.zoom * factor, 0.5, closest);
    this.x = clamp(wx - (x - this.w / 2) / this.scale, 0, width);
    this.y = clamp(wy - (y - this.h / 2) / this.scale, 0, height);
  }

  // toward returns a function that moves the camera: t runs from 0 to 1. It zooms out on long ways, and in again.
  toward(x, y, zoom) {
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    const far = Math.hypot(x - from.x, y - from.y) / (width / Math.max(from.zoom, zoom));
    const dip = far > 1 ? Math.log(far) : 0;
    return (t) => {
      const s = t * t * (3 - 2 * t);
      this.x = from.x + (x - from.x) * s;
      this.y = from.y + (y - from.y) * s;
      const logs = Math.log(from.zoom) * (1 - s) + Math.log(zoom) * s - dip * 4 * s * (1 - s);
      this.zoom = clamp(Math.exp(logs), 0.5, closest);
    };
  }
}

export const clamp = (v, low, high) => Math.min(high, Math.max(low, v));
