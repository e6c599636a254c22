/** Everyday runs use the same random cases everywhere; `npm run test:long` uses new ones. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
