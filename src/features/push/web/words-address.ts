/**
 * Where the page leaves the words of a push message for the service worker: it knows no language.
 */
export const WORDS_ADDRESS = '/words-of-push.json';
export const WORDS_CACHE = 'satling_words';
