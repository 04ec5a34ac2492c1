var named=/^[a-z][a-z0-9-]*$/;function start(root){let own=root.matches?.("[data-part]")?[root]:[];for(let element of[...own,
...root.querySelectorAll("[data-part]")]){let name=element.dataset.part;if(!named.test(name)||element.started)continue;element.
started=!0,import(`./${name}.js`).then(part=>part.start(element)).catch(reason=>console.error(name,reason))}}var policy=globalThis.
trustedTypes?.createPolicy("weft",{createHTML:text=>text});async function fetchPage(address,signal){let text=await(await fetchHere(
address,"text/html",signal)).text();return new DOMParser().parseFromString(policy?policy.createHTML(text):text,"text/htm\
l")}async function fetchJSON(address,signal){return(await fetchHere(address,"application/json",signal)).json()}async function fetchHere(address,type,signal){
let url=new URL(address,location.href);if(url.origin!==location.origin)throw new Error("this address is not of this serv\
er");let response=await fetch(url,{signal,credentials:"same-origin",redirect:"error",headers:{Accept:type}}),got=response.
headers.get("Content-Type")??"";if(!got.startsWith(type))throw new Error(`the server answered with ${got||"no type"}, no\
t ${type}`);if(!response.ok&&type!=="text/html")throw new Error(`the server answered with status ${response.status}`);return response}
function replace(other,...selectors){let focused=document.activeElement?.id,put=[];for(let selector of selectors){let old=document.
querySelector(selector),now=other.querySelector(selector);if(!old||!now)continue;let element=document.adoptNode(now);old.
replaceWith(element),start(element),put.push(element)}return focused&&document.activeElement?.id!==focused&&document.getElementById(
focused)?.focus({preventScroll:!0}),put}function make(tag,attributes={},...children){let element=document.createElement(
tag);for(let[name,value]of Object.entries(attributes))value===!0?element.setAttribute(name,""):value!==!1&&value!=null&&
element.setAttribute(name,value);return element.append(...children),element}function say(text){let region=document.getElementById(
"said");region||(region=make("p",{id:"said",class:"unseen",role:"status"}),document.body.append(region)),region.textContent=
text}export{fetchJSON,fetchPage,make,replace,say,start};
