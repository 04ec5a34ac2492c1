// main.js starts the parts of a page. Every page works without it.
import { start } from "./lib.js";

start(document);
