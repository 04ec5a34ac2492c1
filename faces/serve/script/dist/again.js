import{fetchPage,replace}from"./lib.js";var longest=30;function start(element){let seconds=Number(element.dataset.seconds)||
2;wait(seconds,seconds,element)}function wait(seconds,usual,element){setTimeout(async()=>{if(element.isConnected){if(document.
hidden)return wait(usual,usual,element);try{if(!replace(await fetchPage(location.href),element.dataset.target??"main").length)
throw new Error("its page has another form")}catch(reason){element.textContent=`The server does not answer: ${reason.message}\
. This page tries again.`,wait(Math.min(2*seconds,longest),usual,element)}}},seconds*1e3)}export{start};
