/** All that the page says in German: its own texts and the server's sentences. */
import { messages } from './de.po';
import { dictionaryOf } from './dictionary.ts';
import { SAID } from './said-de.ts';

export const catalogue = { messages, said: dictionaryOf(SAID) };
