// lib.js holds what the parts share. Texts from a crawl become text nodes here, never markup: the policy of the server refuses
// assignments of strings to innerHTML and the like.

const named = /^[a-z][a-z0-9-]*$/;

// start starts the part that each element with data-part names: the function start of the module with this name. A part that
// fails leaves the page as the server made it.
export function start(root) {
  const own = root.matches?.("[data-part]") ? [root] : [];
  for (const element of [...own, ...root.querySelectorAll("[data-part]")]) {
    const name = element.dataset.part;
    if (!named.test(name) || element.started) continue;
    element.started = true;
    const module = `./${name}.js`; // apart, as the bundler must leave it alone
    import(module).then((part) => part.start(element)).catch((reason) => console.error(name, reason));
  }
}

const policy = globalThis.trustedTypes?.createPolicy("weft", { createHTML: (text) => text });

// fetchPage fetches a page of this server and returns its document. Scripts of such a document do not run.
export async function fetchPage(address, signal) {
  const response = await fetchHere(address, "text/html", signal);
  const text = await response.text();
  return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
}

// fetchJSON fetches a value from this server.
export async function fetchJSON(address, signal) {
  return (await fetchHere(address, "application/json", signal)).json();
}

async function fetchHere(address, type, signal) {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) throw new Error("this address is not of this server");
  const response = await fetch(url, { signal, credentials: "same-origin", redirect: "error", headers: { Accept: type } });
  const got = response.headers.get("Content-Type") ?? "";
  if (!got.startsWith(type)) throw new Error(`the server answered with ${got || "no type"}, not ${type}`);
  if (!response.ok && type !== "text/html") throw new Error(`the server answered with status ${response.status}`);
  return response;
}

// replace puts elements of another document in the places of those with the same selectors. The keyboard focus stays on the
// element with the same id. It returns the new elements, whose parts have been started.
export function replace(other, ...selectors) {
  const focused = document.activeElement?.id;
  const put = [];
  for (const selector of selectors) {
    const old = document.querySelector(selector);
    const now = other.querySelector(selector);
    if (!old || !now) continue;
    const element = document.adoptNode(now);
    old.replaceWith(element);
    start(element);
    put.push(element);
  }
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  return put;
}

// make returns an element with attributes and children; a child that is a string becomes text.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// say reports a change to readers with a screen reader.
export function say(text) {
  let region = document.getElementById("said");
  if (!region) {
    region = make("p", { id: "said", class: "unseen", role: "status" });
    document.body.append(region);
  }
  region.textContent = text;
}
