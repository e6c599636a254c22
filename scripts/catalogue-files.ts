/**
 * Build step: German and Spanish as data files, /assets/de-….json and es-….json, fetched only by
 * readers of that language. Each contains only the app's texts, found by the short names in its
 * code; texts that only the prerendered pages use stay with them.
 */
import { createHash } from 'node:crypto';
import { createCompiledCatalog } from '@lingui/cli/api';
import type { Plugin } from 'vite';
import type { Catalogue, Other } from '../src/web/messages/catalogue.ts';
import { REASONS as GERMAN_REASONS } from '../src/web/messages/reasons-de.ts';
import { REASONS as SPANISH_REASONS } from '../src/web/messages/reasons-es.ts';
import { SAID as GERMAN } from '../src/web/messages/said-de.ts';
import { SAID as SPANISH } from '../src/web/messages/said-es.ts';
import { nameOf, textsIn } from './catalogue-texts.ts';

const SAID = { de: GERMAN, es: SPANISH };
const REASONS = { de: GERMAN_REASONS, es: SPANISH_REASONS };
/** In src/web/messages/speak.ts. */
const PLACE = '__CATALOGUES__';

/** @param names of all texts met by the build, complete when its files are written */
export function catalogueFiles(names: ReadonlySet<string>): Plugin {
  return {
    name: 'catalogue-files',
    apply: 'build',
    renderChunk(code) {
      if (!code.includes(PLACE)) return null;
      const addresses = (Object.keys(SAID) as Other[]).map((language) => {
        const source = JSON.stringify(catalogueOf(language, names));
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        const fileName = `assets/${language}-${hash}.json`;
        this.emitFile({ type: 'asset', fileName, source });
        return [language, `/${fileName}`];
      });
      return code.replaceAll(PLACE, JSON.stringify(Object.fromEntries(addresses)));
    },
  };
}

function catalogueOf(language: Other, names: ReadonlySet<string>): Catalogue {
  const texts = textsIn(language)
    .map(({ english, translation }) => [nameOf(english), translation] as const)
    .filter(([name, translation]) => translation && names.has(name));
  const { source, errors } = createCompiledCatalog(language, Object.fromEntries(texts), {
    namespace: 'json',
  });
  if (errors[0]) throw errors[0].error;
  const { messages } = JSON.parse(source) as Pick<Catalogue, 'messages'>;
  return { messages, reasons: REASONS[language], said: SAID[language] };
}
