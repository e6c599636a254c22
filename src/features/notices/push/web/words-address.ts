/** Where the page stores push texts for the service worker, which doesn't know the language. */
export const WORDS_ADDRESS = '/words-of-push.json';
export const WORDS_CACHE = 'satling_words';
