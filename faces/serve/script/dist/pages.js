import{fetchPage,replace,say}from"./lib.js";var pause=80,settled=1500;function complain(other){let content=other.querySelector(
"main");document.getElementById("found")?.replaceChildren(...content?document.adoptNode(content).childNodes:[])}function start(form){
let page=new AbortController,asked=new AbortController,timer=0,changed=0,address=()=>{let values=new URLSearchParams;for(let[
name,value]of new FormData(form))value!==""&&!(name==="sort"&&value==="url")&&values.append(name,value);let query=values.
toString();return form.getAttribute("action")+(query&&`?${query}`)},show=async(where,selector)=>{asked.abort(),asked=new AbortController;
let{signal}=asked;try{let other=await fetchPage(where,signal);if(signal.aborted||!form.isConnected)return;replace(other,
selector).length===0&&complain(other),say(document.querySelector("#found strong, #found p")?.textContent??"")}catch{signal.
aborted||location.assign(where)}},ask=()=>{if(!form.isConnected)return page.abort();let where=address();if(new URL(where,
location.href).href===location.href)return;let now=Date.now();history[now-changed>settled?"pushState":"replaceState"](null,
"",where),changed=now,show(where,"#found")},soon=wait=>{clearTimeout(timer),timer=setTimeout(ask,wait)};form.addEventListener(
"input",event=>soon(event.target.type==="text"||event.target.type==="search"?pause:0),page),form.addEventListener("submi\
t",event=>{event.preventDefault(),soon(0)},page),form.dataset.ready="true",addEventListener("popstate",()=>{if(!form.isConnected)
return page.abort();clearTimeout(timer),page.abort(),show(location.href,"main")},page)}export{start};
