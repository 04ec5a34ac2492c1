// address.js writes the place of the camera into the address of the page, and reads it: x, y and the factor of the whole map.
const places = /^(\d{1,4}(?:\.\d{1,6})?),(\d{1,4}(?:\.\d{1,6})?),(\d{1,3}(?:\.\d{1,6})?)$/;

// readPlace returns the place of a text, or null.
export function readPlace(text) {
  const found = places.exec(text ?? "");
  return found && { x: Number(found[1]), y: Number(found[2]), zoom: Number(found[3]) };
}

// writePlace is the place of a camera as text; empty for the whole map.
export function writePlace({ x, y, zoom }) {
  if (Math.abs(x - 500) < 0.01 && Math.abs(y - 320) < 0.01 && Math.abs(zoom - 1) < 0.001) return "";
  return `${x.toFixed(2)},${y.toFixed(2)},${zoom.toFixed(3)}`;
}

// address is the address of the page with other values. An empty value is left out.
export function address(values) {
  const url = new URL(location.href);
  url.hash = "";
  for (const [name, value] of Object.entries(values)) {
    if (value === "" || value == null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url;
}

export const valueOf = (name) => new URL(location.href).searchParams.get(name) ?? "";
