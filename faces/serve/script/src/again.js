// again.js fetches the page again while the server works on it, and shows the new content in the place of the old.
import { fetchPage, replace } from "./lib.js";

const longest = 30; // seconds between two attempts while the server does not answer

export function start(element) {
  const seconds = Number(element.dataset.seconds) || 2;
  wait(seconds, seconds, element);
}

function wait(seconds, usual, element) {
  setTimeout(async () => {
    if (!element.isConnected) return;
    if (document.hidden) return wait(usual, usual, element);
    try {
      const put = replace(await fetchPage(location.href), element.dataset.target ?? "main"); // what waits again starts this part again
      if (!put.length) throw new Error("its page has another form");
    } catch (reason) {
      element.textContent = `The server does not answer: ${reason.message}. This page tries again.`;
      wait(Math.min(2 * seconds, longest), usual, element);
    }
  }, seconds * 1000);
}
