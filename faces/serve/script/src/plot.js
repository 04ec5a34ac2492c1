// plot.js lets a plot answer the mouse and the arrow keys: the nearest point is marked, and its values and rows stand below.
import { make } from "./lib.js";

const svg = "http://www.w3.org/2000/svg";

export function start(figure) {
  const picture = figure.querySelector("svg");
  const points = [...picture.querySelectorAll(".point")];
  const rows = [...figure.querySelectorAll("tbody tr")];
  const readout = figure.querySelector(".readout");
  const unit = figure.querySelector("thead th").textContent;
  if (points.length === 0 || points.length !== rows.length) return;
  const title = figure.querySelector("h3").textContent;
  picture.setAttribute("tabindex", "0");
  picture.setAttribute("role", "application");
  picture.setAttribute("aria-label", `${title}. Arrow keys move from value to value, Enter shows the pages.`);
  const cross = document.createElementNS(svg, "line");
  cross.setAttribute("class", "cross");
  picture.insertBefore(cross, points[0]);
  const xs = points.map((p) => p.cx.baseVal.value);
  let here = -1;

  const show = (i) => {
    if (i === here || i < 0 || i >= points.length) return;
    points[here]?.classList.remove("here");
    here = i;
    points[i].classList.add("here");
    for (const [name, value] of [["x1", xs[i]], ["x2", xs[i]], ["y1", points[i].cy.baseVal.value], ["y2", 184]]) cross.setAttribute(name, value);
    const [value, pages, share] = [...rows[i].cells].map((cell) => cell.textContent);
    const link = rows[i].querySelector("a");
    const text = `${pages} pages (${share}) have ${value} ${unit}.`;
    readout.replaceChildren(text, ...(link ? [" ", make("a", { href: link.getAttribute("href") }, "Show them")] : []));
  };
  const nearest = (event) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * picture.viewBox.baseVal.width;
    let best = 0;
    for (let i = 1; i < xs.length; i++) if (Math.abs(xs[i] - x) < Math.abs(xs[best] - x)) best = i;
    return best;
  };
  picture.addEventListener("pointermove", (event) => show(nearest(event)));
  picture.addEventListener("click", (event) => (show(nearest(event)), picture.focus()));
  picture.addEventListener("focus", () => here < 0 && show(points.length - 1));
  picture.addEventListener("keydown", (event) => {
    // Points come with the greatest value first, which is on the right.
    const next = { ArrowRight: here - 1, ArrowLeft: here + 1, Home: points.length - 1, End: 0 }[event.key];
    if (next !== undefined) show(Math.min(points.length - 1, Math.max(0, next)));
    else if (event.key === "Enter") readout.querySelector("a")?.click();
    else return;
    event.preventDefault();
  });
}
