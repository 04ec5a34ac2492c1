import{fetchJSON,fetchPage,make,replace,say}from"./lib.js";var places=/^(\d{1,4}(?:\.\d{1,6})?),(\d{1,4}(?:\.\d{1,6})?),(\d{1,3}(?:\.\d{1,6})?)$/;function readPlace(text){let found=places.
exec(text??"");return found&&{x:Number(found[1]),y:Number(found[2]),zoom:Number(found[3])}}function writePlace({x,y,zoom}){
return Math.abs(x-500)<.01&&Math.abs(y-320)<.01&&Math.abs(zoom-1)<.001?"":`${x.toFixed(2)},${y.toFixed(2)},${zoom.toFixed(
3)}`}function address(values){let url=new URL(location.href);url.hash="";for(let[name,value]of Object.entries(values))value===
""||value==null?url.searchParams.delete(name):url.searchParams.set(name,value);return url}var valueOf=name=>new URL(location.
href).searchParams.get(name)??"";var Camera=class{constructor(){this.x=1e3/2,this.y=640/2,this.zoom=1,this.resize(1,1)}put({x,y,zoom}){this.x=clamp(x,0,1e3),
this.y=clamp(y,0,640),this.zoom=clamp(zoom,.5,400)}resize(w,h){this.w=w,this.h=h,this.base=Math.min(w/1e3,h/640)}get scale(){
return this.base*this.zoom}screenX(x){return(x-this.x)*this.scale+this.w/2}screenY(y){return(y-this.y)*this.scale+this.h/
2}worldX(x){return(x-this.w/2)/this.scale+this.x}worldY(y){return(y-this.h/2)/this.scale+this.y}move(dx,dy){this.x=clamp(
this.x-dx/this.scale,0,1e3),this.y=clamp(this.y-dy/this.scale,0,640)}zoomAt(factor,x=this.w/2,y=this.h/2){let[wx,wy]=[this.
worldX(x),this.worldY(y)];this.zoom=clamp(this.zoom*factor,.5,400),this.x=clamp(wx-(x-this.w/2)/this.scale,0,1e3),this.y=
clamp(wy-(y-this.h/2)/this.scale,0,640)}toward(x,y,zoom){let from={x:this.x,y:this.y,zoom:this.zoom},far=Math.hypot(x-from.
x,y-from.y)/(1e3/Math.max(from.zoom,zoom)),dip=far>1?Math.log(far):0;return t=>{let s=t*t*(3-2*t);this.x=from.x+(x-from.
x)*s,this.y=from.y+(y-from.y)*s;let logs=Math.log(from.zoom)*(1-s)+Math.log(zoom)*s-dip*4*s*(1-s);this.zoom=clamp(Math.exp(
logs),.5,400)}}},clamp=(v,low,high)=>Math.min(high,Math.max(low,v));var Colours=class{constructor(element){this.element=element,this.read()}read(){let style=getComputedStyle(this.element),
value=name=>style.getPropertyValue(name).trim();this.paper=value("--card"),this.ink=value("--ink"),this.muted=value("--m\
uted"),this.line=value("--map-line"),this.out=value("--data"),this.in=value("--fit"),this.other=value("--map-other"),this.
named={};for(let key of["m0","m1","m2","m3","failed","unknown"])this.named[key]=value(`--${key}`);for(let i=0;i<8;i++)this.
named[`cat${i}`]=value(`--cat${i}`)}prepare(model){this.of=model.colour,this.palette=model.legend.map(({key})=>this.named[key]??
this.other),this.legend=model.legend.map(({label,count},i)=>({colour:this.palette[i],label,count})).filter(({count})=>count>
0),this.words=this.palette.map(word)}};function word(colour){let[r,g,b]=channels(colour);return(255<<24|b<<16|g<<8|r)>>>
0}function channels(colour){let hex=/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);return hex?hex.slice(1).map(
v=>parseInt(v,16)):[128,128,128]}var figures=["x","y","r"],Model=class{constructor(address2,fetchJSON2){this.address=address2,this.fetchJSON=fetchJSON2,this.
total=this.count=0,this.names=[],this.lines=[],this.title="",this.legend=[],this.order=new Uint32Array(0)}async load(arrived){
do{let part=await this.fetchJSON(`${this.address}&from=${this.count}`);if(this.count===0&&this.begin(part),part.names.length===
0)break;this.add(part),arrived()}while(this.count<this.total)}begin(part){let n=this.total=part.total;for(let name of figures)
this[name]=new Float32Array(n);this.colour=new Uint8Array(n),this.lines=part.lines??[]}add(part){this.set(part),this.names.
push(...part.names),this.count+=part.names.length,this.sort()}set(part){for(let name of figures)this[name].set(part[name]??
[],part.from);this.colour.set(part.colour??[],part.from),this.title=part.title,this.legend=part.legend}async look(address2){
let part=await this.fetchJSON(`${address2}&names=0`);if(part.total!==this.total)throw new Error("the map has changed: lo\
ad the page again");this.set(part),this.sort()}sort(){this.order=Uint32Array.from({length:this.count},(_,i)=>i);for(let i=1;i<
this.count;i++)if(this.r[i]>this.r[i-1]){this.order.sort((a,b)=>this.r[b]-this.r[a]||a-b);break}}at(x,y,reach){let found=-1,
nearest=1/0;for(let i=0;i<this.count;i++){let dx=this.x[i]-x,dy=this.y[i]-y,d=Math.max(0,Math.sqrt(dx*dx+dy*dy)-this.r[i]);
d<=reach&&d<nearest&&([found,nearest]=[i,d])}return found}};var font="12px system-ui, sans-serif",mostCovered=600,longest=40,shortest=16,half=8,step=8,Labels=class{constructor(painter,{
model,camera,colours},shapes){Object.assign(this,{painter,model,camera,colours}),this.context=painter.context,this.context.
font=font,this.context.textBaseline="middle",this.context.lineJoin="round",this.taken=[],this.written=[],this.all=[],this.
discs=shapes.slice(-mostCovered).map(i=>[...this.disc(i),i])}disc(i){return[this.camera.screenX(this.model.x[i]),this.camera.
screenY(this.model.y[i]),this.model.r[i]*this.camera.scale]}place(i,text,left,y){let wide=this.painter.width(text);return{
i,text,left,y,box:[left-2,y-half,left+wide+2,y+half]}}free({i,box},clear){let{w,h}=this.camera;return box[0]<0||box[1]<0||
box[2]>w||box[3]>h?!1:!this.taken.some(t=>box[0]<t[2]&&t[0]<box[2]&&box[1]<t[3]&&t[1]<box[3])&&(!clear||!this.discs.some(
disc=>disc[3]!==i&&covers(box,disc)))}around(i,text){let[x,y,r]=this.disc(i),wide=this.painter.width(text),far=Math.max(
3,r),at=(left,top)=>this.place(i,text,left,top);return r>wide/2?[at(x-wide/2,y)]:[at(x+far+4,y),at(x-far-4-wide,y),at(x-
wide/2,y+far+10),at(x-wide/2,y-far-10)]}put(i,clear){if(this.written.includes(i))return!0;let found=this.around(i,clip(this.
model.names[i],longest)).find(label=>this.free(label,clear));return found?this.take(found):!1}away(i){let[x,y]=this.disc(
i);for(let most of[longest,shortest]){let text=clip(this.model.names[i],most),wide=this.painter.width(text),places2=[];for(let top=half;top<=
this.camera.h-half;top+=step)for(let left=2;left+wide+2<=this.camera.w;left+=2*step){let dx=clamp(x,left,left+wide)-x;places2.
push([dx*dx+(top-y)*(top-y),left,top])}places2.sort((a,b)=>a[0]-b[0]);for(let[,left,top]of places2){let label=this.place(
i,text,left,top);if(this.free(label,!1))return this.take({...label,line:[x,y,clamp(x,left,left+wide),top]})}}return!1}always(i){
if(this.written.includes(i))return;let label=this.around(i,clip(this.model.names[i],shortest))[0],wide=label.box[2]-label.
box[0];this.take(this.place(i,label.text,clamp(label.left,2,Math.max(2,this.camera.w-wide)),clamp(label.y,half,Math.max(
half,this.camera.h-half))))}take(label){return this.taken.push(label.box),this.written.push(label.i),this.all.push(label),
!0}draw(){let c=this.context,lines=new Path2D;for(let{line}of this.all)line&&(lines.moveTo(line[0],line[1]),lines.lineTo(
line[2],line[3]));this.painter.stroke(lines,this.colours.ink,.8,[]),c.strokeStyle=this.colours.paper,c.fillStyle=this.colours.
ink,c.lineWidth=3.5;for(let{text,left,y}of this.all)c.strokeText(text,left,y),c.fillText(text,left,y)}};function covers([
x0,y0,x1,y1],[x,y,r]){if(x+r<=x0||x-r>=x1||y+r<=y0||y-r>=y1)return!1;let[dx,dy]=[x-clamp(x,x0,x1),y-clamp(y,y0,y1)];return dx*
dx+dy*dy<r*r}var clip=(text,most)=>text.length>most?`${text.slice(0,most-1)}…`:text;var smallest=2.2,mostShapes=2500,mostLabels=45,fewLabels=12,surelyNamed=10,mostTried=200,restingLines=2500,Painter=class{constructor(canvas){
this.canvas=canvas,this.context=canvas.getContext("2d",{alpha:!1}),this.dots=document.createElement("canvas"),this.layer=
this.dots.getContext("2d"),this.mostLines=1500,this.widths=new Map}resize(w,h,ratio){this.ratio=ratio;for(let c of[this.
canvas,this.dots])c.width=Math.max(1,Math.round(w*ratio)),c.height=Math.max(1,Math.round(h*ratio));this.image=this.layer.
createImageData(this.dots.width,this.dots.height),this.pixels=new Uint32Array(this.image.data.buffer)}draw(scene,moving){
let began=performance.now(),{context:c,ratio}=this;c.setTransform(ratio,0,0,ratio,0,0),c.fillStyle=scene.colours.paper,c.
fillRect(0,0,scene.camera.w,scene.camera.h),this.lines(scene,moving?this.mostLines:restingLines);let shapes=this.discs(scene);
this.lit(scene),this.labels(scene,shapes);let took=performance.now()-began;return moving&&(this.mostLines=clamp(this.mostLines*
(took>14?.85:took<9?1.1:1),150,6e3)),took}lines({model,camera,colours},most){let c=this.context,all=model.lines,strongest=Math.
log1p(all[2]??1),paths=[new Path2D,new Path2D,new Path2D];for(let k=0,drawn=0;k<all.length&&drawn<most;k+=3){let[a,b]=[all[k],
all[k+1]];if(a>=model.count||b>=model.count)continue;let[x,y,u,v]=[camera.screenX(model.x[a]),camera.screenY(model.y[a]),
camera.screenX(model.x[b]),camera.screenY(model.y[b])];if(Math.max(x,u)<0||Math.min(x,u)>camera.w||Math.max(y,v)<0||Math.
min(y,v)>camera.h)continue;let path=paths[Math.min(2,Math.floor(3*Math.log1p(all[k+2])/(strongest+1e-9)))];path.moveTo(x,
y),path.lineTo(u,v),drawn++}c.strokeStyle=colours.line,c.globalAlpha=scaled(all.length/3),paths.forEach((path,i)=>{c.lineWidth=
.5+.5*i,c.stroke(path)}),c.globalAlpha=1}discs({model,camera,colours}){let{pixels,ratio}=this,[w,h]=[this.dots.width,this.
dots.height];pixels.fill(0);let scale=camera.scale,shapes=[];for(let k=model.count-1;k>=0;k--){let i=model.order[k],x=camera.
screenX(model.x[i]),y=camera.screenY(model.y[i]),r=model.r[i]*scale;x+r<0||y+r<0||x-r>camera.w||y-r>camera.h||(r>=smallest?
shapes.push(i):dot(pixels,w,h,x*ratio,y*ratio,Math.max(.5,r*ratio),colours.words[colours.of[i]]))}if(shapes.length>mostShapes)
for(let i of shapes.splice(0,shapes.length-mostShapes))dot(pixels,w,h,camera.screenX(model.x[i])*ratio,camera.screenY(model.
y[i])*ratio,model.r[i]*scale*ratio,colours.words[colours.of[i]]);this.layer.putImageData(this.image,0,0);let c=this.context;
return c.setTransform(1,0,0,1,0,0),c.drawImage(this.dots,0,0),c.setTransform(ratio,0,0,ratio,0,0),this.shapes(shapes,model,
camera,colours),shapes}shapes(shapes,model,camera,colours){let c=this.context,paths=colours.palette.map(()=>new Path2D);
for(let i of shapes){let[x,y,r]=[camera.screenX(model.x[i]),camera.screenY(model.y[i]),model.r[i]*camera.scale],path=paths[colours.
of[i]];path.moveTo(x+r,y),path.arc(x,y,r,0,2*Math.PI)}paths.forEach((path,i)=>{c.fillStyle=colours.palette[i],c.fill(path)})}lit({
model,camera,colours,chosen,links,way,hovered}){let at=i=>[camera.screenX(model.x[i]),camera.screenY(model.y[i])],rays=(nodes,colour,dashes)=>{
let path=new Path2D;for(let i of nodes)i>=model.count||(path.moveTo(...at(chosen)),path.lineTo(...at(i)));this.stroke(path,
colour,1.2,dashes)};if(chosen>=0&&chosen<model.count&&links&&(rays(links.in.slice(0,mostShapes),colours.in,[5,4]),rays(links.
out.slice(0,mostShapes),colours.out,[]),this.rings(links.out.concat(links.in).slice(0,mostShapes),model,camera,colours.muted)),
way){let path=new Path2D;way.forEach((i,k)=>k===0?path.moveTo(...at(i)):path.lineTo(...at(i))),this.stroke(path,colours.
paper,7,[]),this.stroke(path,colours.ink,3,[]),this.rings(way,model,camera,colours.ink,2)}this.rings([chosen,hovered],model,
camera,colours.ink,2.5)}stroke(path,colour,width,dashes){let c=this.context;c.strokeStyle=colour,c.lineWidth=width,c.setLineDash(
dashes),c.stroke(path),c.setLineDash([])}rings(nodes,model,camera,colour,width=1){let path=new Path2D;for(let i of nodes){
if(!(i>=0)||i>=model.count)continue;let r=Math.max(3,model.r[i]*camera.scale+1),[x,y]=[camera.screenX(model.x[i]),camera.
screenY(model.y[i])];path.moveTo(x+r,y),path.arc(x,y,r,0,2*Math.PI)}this.stroke(path,colour,width,[])}labels(scene,shapes){
let{model,chosen,hovered,way,links}=scene,writer=new Labels(this,scene,shapes),exists=i=>i>=0&&i<model.count;for(let i of[
hovered,chosen])exists(i)&&(writer.put(i,!0)||writer.put(i,!1)||writer.always(i));this.named=largest(scene);for(let i of this.
named)writer.put(i,!0)||writer.put(i,!1)||writer.away(i)||writer.always(i);let lit=[...way??[],...links?links.out.slice(
0,8).concat(links.in.slice(0,8)):[]];for(let i of lit)exists(i)&&(writer.put(i,!0)||writer.put(i,!1));let best=shapes.slice(
-mostTried).reverse();for(let clear of[!0,!1])for(let i of best){if(writer.taken.length>=(clear?mostLabels:fewLabels))break;
writer.put(i,clear)}writer.draw(),this.written=writer.written,this.labelled=writer.written.length}width(text){let w=this.
widths.get(text);return w===void 0&&(w=this.context.measureText(text).width,this.widths.size>5e3&&this.widths.clear(),this.
widths.set(text,w)),w}},scaled=lines=>clamp(600/(lines+1),.3,.9);function largest({model,camera}){let found=[];for(let k=0;k<
model.count&&found.length<surelyNamed;k++){let i=model.order[k],[x,y,r]=[camera.screenX(model.x[i]),camera.screenY(model.
y[i]),model.r[i]*camera.scale];x+r>0&&y+r>0&&x-r<camera.w&&y-r<camera.h&&found.push(i)}return found}function dot(pixels,w,h,x,y,r,word2){
let x0=Math.max(0,Math.round(x-r)),x1=Math.min(w,Math.max(x0+1,Math.round(x+r))),y0=Math.max(0,Math.round(y-r)),y1=Math.
min(h,Math.max(y0+1,Math.round(y+r))),square=r*r+.25,small=r<1.5;for(let py=y0;py<y1;py++)for(let px=x0;px<x1;px++){let[
dx,dy]=[px+.5-x,py+.5-y];(small||dx*dx+dy*dy<=square)&&(pixels[py*w+px]=word2)}}var flight=700,near=6;function start(element){new Atlas(element).begin()}var Atlas=class{constructor(element){this.element=
element,this.things=element.dataset.things,this.sheet=element.querySelector(".sheet"),this.canvas=make("canvas",{tabindex:"\
0",role:"application","aria-label":`Map of ${this.things}`,"aria-describedby":"map-keys"}),this.camera=new Camera,this.model=
new Model(element.dataset.map,fetchJSON),this.colours=new Colours(element),this.painter=new Painter(this.canvas),this.chosen=
-1,this.hovered=-1,this.links=this.way=null}begin(){this.status=make("p",{class:"note",role:"status"},"The map is being \
loaded."),this.legend=make("ul",{class:"legend"});let place=readPlace(valueOf("at"));place&&this.camera.put(place);let keys=make(
"p",{class:"note",id:"map-keys"},`Drag to move, scroll or + and − to zoom, click a disc to see its links. With the keybo\
ard: arrow keys move, Enter chooses what is in the middle, 0 shows everything. The search and the list reach all ${this.
things}.`);this.sheet.replaceChildren(this.controls(),this.canvas,this.legend,keys,this.status),new ResizeObserver(()=>this.
resize()).observe(this.canvas),matchMedia("(prefers-color-scheme: dark)").addEventListener("change",()=>(this.colours.read(),
this.recolour())),this.listen(),this.resize(),this.canvas.atlas=this,this.ready=this.load()}controls(){let button=(text,label,act)=>{
let b=make("button",{type:"button","aria-label":label,title:label},text);return b.addEventListener("click",act),b};return make(
"div",{class:"tools"},button("+","Zoom in",()=>this.zoom(1.6)),button("−","Zoom out",()=>this.zoom(1/1.6)),button("Who\
le map","Show the whole map",()=>this.fly(500,320,1)))}async load(){try{await this.model.load(()=>this.arrived()),this.status.
textContent=""}catch(reason){this.status.textContent=`The map cannot be loaded: ${reason.message}.`}let chosen=Number(this.
element.dataset.node??-1);chosen>=0&&await this.choose(chosen,{fetching:!1,flying:!valueOf("at")})}arrived(){this.model.
count<this.model.total&&(this.status.textContent=`${this.model.count.toLocaleString("en")} of ${this.model.total.toLocaleString(
"en")} ${this.things} are loaded.`),this.recolour()}recolour(){this.colours.prepare(this.model),this.legend.setAttribute(
"aria-label",`Colours: ${this.model.title}`),this.legend.replaceChildren(make("li",{},make("strong",{},this.model.title)),
...this.colours.legend.map(({colour,label,count})=>{let mark=make("span",{class:"swatch","aria-hidden":"true"});return mark.
style.setProperty("background",colour),make("li",{},mark,make("bdi",{},label),` (${count.toLocaleString("en")})`)})),this.
show()}resize(){let{clientWidth:w,clientHeight:h}=this.canvas;this.camera.resize(w,h),this.painter.resize(w,h,Math.min(2,
devicePixelRatio||1)),this.colours.of&&this.painter.draw(this,!1)}remember(){clearTimeout(this.remembering),this.remembering=
setTimeout(()=>this.keepPlace(),250)}keepPlace(){if(clearTimeout(this.remembering),this.flying)return this.remember();history.
replaceState(null,"",address({at:writePlace(this.camera)}))}async pick(){let form=document.getElementById("look").elements,
moved=form.layout.value!==this.layout;this.stop(),this.keepPlace();let start2=form.layout.value==="distance"?valueOf("st\
art"):"",to=address({size:form.size.value,colour:form.colour.value,layout:form.layout.value,start:start2,...moved?{at:""}:
{}});history.pushState(null,"",to),await this.arriveAt(to)}async arriveAt(to){this.stop(),clearTimeout(this.remembering);
let turn=this.turn={};try{await this.ready;let page=await fetchPage(to.href),now=page.querySelector("[data-part=map]");if(turn!==
this.turn)return;if(!now||now.dataset.things!==this.things||shown(now)!==shown(this.element))return location.reload();if(now.
dataset.map!==this.element.dataset.map&&(this.status.textContent="The map is being drawn.",await this.model.look(now.dataset.
map),this.status.textContent=""),turn!==this.turn)return;this.element.dataset.map=now.dataset.map,this.model.address=now.
dataset.map,replace(page,"#look","#meaning","#beside","#list","#files"),this.layout=document.getElementById("layout").value,
this.camera.put(readPlace(to.searchParams.get("at"))??{x:500,y:320,zoom:1}),this.chosen=Number(now.dataset.node??-1),this.
links=this.way=null,this.recolour(),say(`${this.model.title}. ${document.getElementById("meaning").lastElementChild.textContent}`),
this.chosen>=0&&await this.choose(this.chosen,{fetching:!1,flying:!1})}catch(reason){this.status.textContent=`The map ca\
nnot be drawn: ${reason.message}.`}}show(moving=!1){this.moving=moving,!this.asked&&(this.asked=requestAnimationFrame(()=>{
this.asked=0,this.colours.of&&(this.painter.draw(this,this.moving),clearTimeout(this.resting),this.moving&&(this.resting=
setTimeout(()=>(this.show(!1),this.remember()),160)))}))}zoom(factor,x,y){this.stop(),this.camera.zoomAt(factor,x,y),this.
show(!0)}fly(x,y,zoom){this.stop();let go=this.camera.toward(x,y,zoom);if(matchMedia("(prefers-reduced-motion: reduce)").
matches){go(1),this.show(),this.remember();return}let began=performance.now(),step2=now=>{let t=Math.min(1,Math.max(0,(now-
began)/flight));go(t),this.painter.draw(this,t<1),this.flying=t<1?requestAnimationFrame(step2):0,this.flying||this.remember()};
this.flying=requestAnimationFrame(step2)}stop(){this.flying&&cancelAnimationFrame(this.flying),this.flying=0}flyTo(i){this.
fly(this.model.x[i],this.model.y[i],Math.max(this.camera.zoom,Math.min(60,14/(this.model.r[i]*this.camera.base))))}async choose(i,{
fetching=!0,flying=!0,to=""}={}){this.chosen=i,this.links=this.way=null,this.show();let query=`${this.element.dataset.map.
replace(/^[^?]*/,"")}&n=${i}`,turn=this.turn={};try{let ends=to||valueOf("to"),way=fetching&&!to?"":`&to=${encodeURIComponent(
ends)}`,links=await fetchJSON(`map-links.json${query}${way}`);if(turn!==this.turn||(this.links={out:links.out??[],in:links.
in??[]},this.way=links.way??null,this.show(),fetching&&this.keepPlace(),flying&&this.way?this.fit(this.way):flying&&this.
flyTo(i),!fetching)||!await this.beside(`map${query}${way}`,["#chosen"],turn,to))return;say(`${this.model.names[i]}: lin\
ks to ${this.links.out.length}, linked from ${this.links.in.length} ${this.things}`)}catch(reason){this.status.textContent=
`The links cannot be loaded: ${reason.message}.`}}async beside(from,selectors,turn,to){let page=await fetchPage(from);if(turn!==
this.turn)return!1;replace(page,...selectors);let of=new URLSearchParams(document.querySelector("#chosen dl.facts")?.dataset.
query??"");return history.pushState(null,"",address({node:of.get("node"),n:of.get("n"),to})),!0}fit(nodes){let xs=nodes.
map(i=>this.model.x[i]),ys=nodes.map(i=>this.model.y[i]),[x0,x1,y0,y1]=[Math.min(...xs),Math.max(...xs),Math.min(...ys),
Math.max(...ys)],{w,h,base}=this.camera;this.fly((x0+x1)/2,(y0+y1)/2,Math.max(1,Math.min(40,.7*w/(base*(x1-x0+1)),.7*h/(base*
(y1-y0+1)))))}listen(){let c=this.canvas,pointers=new Map,far=0,place=e=>{let box=c.getBoundingClientRect();return[e.clientX-
box.left,e.clientY-box.top]};c.addEventListener("wheel",e=>(e.preventDefault(),this.zoom(Math.exp(-e.deltaY*(e.deltaMode?
.05:.0015)),...place(e))),{passive:!1}),c.addEventListener("pointerdown",e=>{c.setPointerCapture(e.pointerId),pointers.set(
e.pointerId,place(e)),far=0,this.stop()}),c.addEventListener("pointermove",e=>{let before=pointers.get(e.pointerId),now=place(
e);if(!before)return this.hover(...now);far+=Math.hypot(now[0]-before[0],now[1]-before[1]);let other=[...pointers].find(
([id])=>id!==e.pointerId)?.[1];other?this.camera.zoomAt(apart(now,other)/Math.max(1,apart(before,other)),(now[0]+other[0])/
2,(now[1]+other[1])/2):this.camera.move(now[0]-before[0],now[1]-before[1]),pointers.set(e.pointerId,now),this.show(!0)});
let end=e=>{let was=pointers.get(e.pointerId);pointers.delete(e.pointerId),was&&e.type==="pointerup"&&far<4&&this.meet(...place(
e))};c.addEventListener("pointerup",end),c.addEventListener("pointercancel",end),c.addEventListener("pointerleave",()=>this.
hover(-1e6,-1e6)),c.addEventListener("keydown",e=>this.key(e)),this.element.addEventListener("submit",e=>this.submit(e)),
this.element.addEventListener("input",e=>e.target.id==="q"&&this.find(e.target.value,120)),document.addEventListener("cl\
ick",e=>this.click(e)),document.addEventListener("change",e=>["size","colour","layout"].includes(e.target.id)&&e.target.
form?.id==="look"&&this.pick()),addEventListener("popstate",()=>this.arriveAt(new URL(location.href))),this.layout=document.
getElementById("layout").value}hover(x,y){let i=this.model.at(this.camera.worldX(x),this.camera.worldY(y),near/this.camera.
scale);i!==this.hovered&&(this.hovered=i,this.canvas.classList.toggle("over",i>=0),this.show())}meet(x,y){let i=this.model.
at(this.camera.worldX(x),this.camera.worldY(y),near/this.camera.scale);i>=0&&this.choose(i)}key(e){if(e.ctrlKey||e.altKey||
e.metaKey)return;let step2=60,moves={ArrowLeft:[step2,0],ArrowRight:[-step2,0],ArrowUp:[0,step2],ArrowDown:[0,-step2]};if(moves[e.
key])this.stop(),this.camera.move(...moves[e.key]),this.show(!0);else if(e.key==="+"||e.key==="=")this.zoom(1.3);else if(e.
key==="-")this.zoom(1/1.3);else if(e.key==="0")this.fly(500,320,1);else if(e.key==="Enter")this.middle();else return;e.preventDefault()}middle(){
let i=this.model.at(this.camera.x,this.camera.y,1/0);i>=0&&this.choose(i)}click(e){let link=e.target.closest?.("a[data-a\
t]");if(!link||e.button!==0||e.ctrlKey||e.metaKey||e.shiftKey||e.altKey)return;let i=Number(link.dataset.at);i<this.model.
count&&(e.preventDefault(),this.choose(i),this.sheet.scrollIntoView({block:"nearest"}))}submit(e){e.target.classList.contains(
"way")?(e.preventDefault(),this.choose(this.chosen,{to:e.target.elements.to.value.trim()})):e.target.querySelector("#q")&&
(e.preventDefault(),this.find(e.target.elements.q.value,0))}find(text,wait){clearTimeout(this.typing),this.typing=setTimeout(
async()=>{this.seeking?.abort();let seeking=this.seeking=new AbortController;try{let page=await fetchPage(`map${this.element.
dataset.map.replace(/^[^?]*/,"")}&q=${encodeURIComponent(text)}`,seeking.signal);replace(page,"#found"),history.replaceState(
null,"",address({q:text}))}catch(reason){reason.name!=="AbortError"&&(this.status.textContent=`The search failed: ${reason.
message}.`)}},wait)}async measure(time){await this.ready,this.stop();let began=performance.now(),frames=0,drawing=0,longest2=0,
last=began;for(let now=began;now-began<time;){now=await new Promise(done=>requestAnimationFrame(()=>done(performance.now()))),
longest2=Math.max(longest2,now-last),last=now;let t=(now-began)/time;this.camera.zoom=Math.exp(3*Math.sin(Math.PI*t)),this.
camera.x=500+200*Math.sin(12*t),this.camera.y=320+120*Math.cos(9*t),drawing+=this.painter.draw(this,!0),frames++}let seconds=(performance.
now()-began)/1e3;return{perSecond:frames/seconds,drawing:drawing/frames,longest:longest2}}},shown=element=>{let values=new URLSearchParams(
element.dataset.map.replace(/^[^?]*/,""));return`${values.get("by")} ${values.get("top")}`},apart=(a,b)=>Math.hypot(a[0]-
b[0],a[1]-b[1]);export{start};
