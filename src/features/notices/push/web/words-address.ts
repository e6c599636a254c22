/** Address of the push texts, stored by a page because the service worker has no language. */
export const WORDS_ADDRESS = '/words-of-push.json';
export const WORDS_CACHE = 'satling_words';
