/** All that the page says in Spanish: its own texts and the server's sentences. */

import { dictionaryOf } from './dictionary.ts';
import { messages } from './es.po';
import { SAID } from './said-es.ts';

export const catalogue = { messages, said: dictionaryOf(SAID) };
