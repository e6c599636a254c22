/**
 * Runs before the first paint of an English public page that exists in other languages: redirects
 * to the reader's chosen language, otherwise the browser's. `#en` is the link for English.
 */
export const LANGUAGE_BOOT = `try{var l=localStorage.getItem('satling_language')}catch(e){}
l=l||navigator.languages.map(function(t){return t.slice(0,2)}).find(function(t){return/^(en|de|es)$/.test(t)});
if(/^(de|es)$/.test(l)&&location.hash!=='#en')
location.replace('/'+l+(location.pathname==='/'?'':location.pathname)+location.search)`;
