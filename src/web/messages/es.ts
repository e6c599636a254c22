/** The Spanish catalog: the page's texts and the server's sentences. */

import { messages } from '../../../locales/es.po';
import type { Catalogue } from './catalogue.ts';
import { REASONS } from './reasons-es.ts';
import { SAID } from './said-es.ts';

export const catalogue: Catalogue = { messages, reasons: REASONS, said: SAID };
