/** All that the page says in German: its own texts and the server's sentences. */
import type { Catalogue } from './catalogue.ts';
import { messages } from './de.po';
import { SAID } from './said-de.ts';

export const catalogue: Catalogue = { messages, said: SAID };
