import{start}from"./lib.js";start(document);
