/** The wallet as stored. The standard form contains its key. */
import type { Output } from '#contract/endpoint.ts';
import { vault } from '#features/money/vault/contract.ts';
import { query } from '#web/query.ts';

/** Dropped as soon as no screen uses it: the wallet may be encrypted by then. */
export const configurationQuery = () => ({ ...query(vault.configuration, {}), gcTime: 0 });

export type Configuration = Output<typeof vault.configuration>;
