// pages.js finds pages while their reader types: it asks the server for the table, and puts it in the place of the old one. The
// address follows, so that the history of the browser goes back to earlier selections.
import { fetchPage, replace, say } from "./lib.js";

const pause = 80; // milliseconds without a key before the server is asked
const settled = 1500; // milliseconds after which the next change is another entry of the history

// complain shows the page of an error in the place of the table: a field may be half typed.
function complain(other) {
  const content = other.querySelector("main");
  document.getElementById("found")?.replaceChildren(...(content ? document.adoptNode(content).childNodes : []));
}

export function start(form) {
  const page = new AbortController(); // ends when the form is replaced
  let asked = new AbortController();
  let timer = 0;
  let changed = 0;

  const address = () => {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== "" && !(name === "sort" && value === "url")) values.append(name, value);
    const query = values.toString();
    return form.getAttribute("action") + (query && `?${query}`);
  };

  const show = async (where, selector) => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const other = await fetchPage(where, signal);
      if (signal.aborted || !form.isConnected) return;
      if (replace(other, selector).length === 0) complain(other);
      say(document.querySelector("#found strong, #found p")?.textContent ?? "");
    } catch (reason) {
      if (!signal.aborted) location.assign(where); // the server shows what is wrong
    }
  };

  const ask = () => {
    if (!form.isConnected) return page.abort();
    const where = address();
    if (new URL(where, location.href).href === location.href) return;
    const now = Date.now();
    history[now - changed > settled ? "pushState" : "replaceState"](null, "", where);
    changed = now;
    show(where, "#found");
  };

  const soon = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(ask, wait);
  };

  form.addEventListener("input", (event) => soon(event.target.type === "text" || event.target.type === "search" ? pause : 0), page);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    soon(0);
  }, page);
  form.dataset.ready = "true"; // from now on the table follows
  addEventListener("popstate", () => {
    if (!form.isConnected) return page.abort();
    clearTimeout(timer);
    page.abort();
    show(location.href, "main");
  }, page);
}
