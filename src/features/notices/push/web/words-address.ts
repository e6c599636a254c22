/**
 * Where the page leaves the words of push messages for the service worker, which has no language.
 */
export const WORDS_ADDRESS = '/words-of-push.json';
export const WORDS_CACHE = 'satling_words';
