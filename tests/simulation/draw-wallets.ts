/** Draws watching, paying and encrypting. */
import type { WalletAct } from './act.ts';
import { chance, type Drawing, type Draws, NOTHING, notStranger, oneOf } from './chance.ts';
import { ready, walletsOf } from './model-wallets.ts';

const family = ({ by }: Drawing) => ({ by: notStranger(by) });

/** Mostly current. */
const version = ({ random, by, model: { version: newest } }: Drawing) => ({
  ...{ by: notStranger(by), version: chance(random, 0.85) ? newest : newest + 1 },
});
const encrypting = (drawing: Drawing) => {
  const { watched } = walletsOf(drawing.model);
  const walletOf = oneOf(drawing.random, [watched, watched, watched, NOTHING, undefined]);
  return { ...version(drawing), walletOf: walletOf || undefined };
};

export const WALLET_DRAWS: Draws<WalletAct['call']> = {
  watch: ({ random, by }) => ({ by: notStranger(by), saysWhich: chance(random, 0.6) }),
  ...{ unwatch: family, connect: family, disconnect: family, removeLocks: family },
  confirmFirst: ({ random, model, by }) => ({
    ...{ by: notStranger(by), watched: walletsOf(model).watched || NOTHING },
    isRight: chance(random, 0.8),
  }),
  preferEncryption: (drawing) => {
    const { random, model } = drawing;
    const { payload, watched } = walletsOf(model);
    const prefers = chance(random, payload ? 0.2 : 0.6);
    // Opens the encrypted wallet, or another one.
    const key = watched && chance(random, 0.7) ? watched : NOTHING;
    const opens = !prefers && chance(random, payload ? 0.8 : 0.1);
    return { ...version(drawing), prefers, key: opens ? key : undefined };
  },
  ...{ encryptExisting: encrypting, saveVaultWithLightning: encrypting },
  saveVault: (drawing) => ({
    ...{ ...version(drawing), isRenewed: chance(drawing.random, 0.3) },
    spending: oneOf(drawing.random, ['new', 'none', undefined, undefined] as const),
  }),
  forgetVault: version,
  addPrepared: (drawing) => {
    const { random, model } = drawing;
    const { watched, receive } = walletsOf(model);
    const isSame = watched !== '' && chance(random, 0.8);
    const from = isSame ? oneOf(random, [0, receive, receive, receive + 1]) : 0;
    const count = oneOf(random, [0, 1, 2, 20, ready(model), 41]);
    return {
      ...version(drawing),
      key: isSame ? watched : NOTHING,
      from,
      count,
      hasToken: chance(random, 0.4),
    };
  },
  forgetPrepared: (drawing) => {
    const { watched } = walletsOf(drawing.model);
    const isSame = watched !== '' && chance(drawing.random, 0.8);
    return { ...version(drawing), key: isSame ? watched : NOTHING };
  },
  saveLock: (drawing) => {
    const { by, version: seen } = version(drawing);
    const own = by === 'spouse' ? 'spouse' : 'parent';
    const others = own === 'parent' ? 'spouse' : 'parent';
    return { by, version: Math.max(1, seen), passkey: chance(drawing.random, 0.85) ? own : others };
  },
};
