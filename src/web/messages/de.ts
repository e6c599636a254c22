/** The German catalog: the page's texts and the server's sentences. */

import { messages } from '../../../locales/de.po';
import type { Catalogue } from './catalogue.ts';
import { REASONS } from './reasons-de.ts';
import { SAID } from './said-de.ts';

export const catalogue: Catalogue = { messages, reasons: REASONS, said: SAID };
