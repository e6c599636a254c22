/** Everyday runs see the same random cases everywhere; `npm run test:long` sees new ones. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
