import{make}from"./lib.js";var svg="http://www.w3.org/2000/svg";function start(figure){let picture=figure.querySelector(
"svg"),points=[...picture.querySelectorAll(".point")],rows=[...figure.querySelectorAll("tbody tr")],readout=figure.querySelector(
".readout"),unit=figure.querySelector("thead th").textContent;if(points.length===0||points.length!==rows.length)return;let title=figure.
querySelector("h3").textContent;picture.setAttribute("tabindex","0"),picture.setAttribute("role","application"),picture.
setAttribute("aria-label",`${title}. Arrow keys move from value to value, Enter shows the pages.`);let cross=document.createElementNS(
svg,"line");cross.setAttribute("class","cross"),picture.insertBefore(cross,points[0]);let xs=points.map(p=>p.cx.baseVal.
value),here=-1,show=i=>{if(i===here||i<0||i>=points.length)return;points[here]?.classList.remove("here"),here=i,points[i].
classList.add("here");for(let[name,value2]of[["x1",xs[i]],["x2",xs[i]],["y1",points[i].cy.baseVal.value],["y2",184]])cross.
setAttribute(name,value2);let[value,pages,share]=[...rows[i].cells].map(cell=>cell.textContent),link=rows[i].querySelector(
"a"),text=`${pages} pages (${share}) have ${value} ${unit}.`;readout.replaceChildren(text,...link?[" ",make("a",{href:link.
getAttribute("href")},"Show them")]:[])},nearest=event=>{let box=picture.getBoundingClientRect(),x=(event.clientX-box.left)/
box.width*picture.viewBox.baseVal.width,best=0;for(let i=1;i<xs.length;i++)Math.abs(xs[i]-x)<Math.abs(xs[best]-x)&&(best=
i);return best};picture.addEventListener("pointermove",event=>show(nearest(event))),picture.addEventListener("click",event=>(show(
nearest(event)),picture.focus())),picture.addEventListener("focus",()=>here<0&&show(points.length-1)),picture.addEventListener(
"keydown",event=>{let next={ArrowRight:here-1,ArrowLeft:here+1,Home:points.length-1,End:0}[event.key];if(next!==void 0)show(
Math.min(points.length-1,Math.max(0,next)));else if(event.key==="Enter")readout.querySelector("a")?.click();else return;
event.preventDefault()})}export{start};
