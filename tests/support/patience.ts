/** How long tests wait for a Lightning wallet: a busy machine is not a silent wallet. */
import type { Patience } from '#core/lightning/wallet.ts';

const EVER_MS = 60_000;

export const PATIENT: Patience = { answerMs: EVER_MS, startMs: EVER_MS, payMs: EVER_MS };

/** For a wallet that never answers. */
export const HASTY: Patience = { answerMs: 500, startMs: 500, payMs: 500 };
