/** Rows of the calls about the family's Bitcoin wallet. */
import { adults, nothing, onAdults, type Row } from './authorisation-rows.ts';
import { newWallet } from './wallets.ts';

const { vpub } = newWallet();

export const walletRows: Record<string, Row> = {
  'wallet.configure': { input: () => ({ walletXpub: vpub }), expect: adults },
  'wallet.remove': { input: nothing, expect: adults },
  // Nothing is to be confirmed: the key says its script type, or there is none.
  'wallet.confirmAddress': {
    input: () => ({ address: 'tb1q' }),
    expect: { ...adults, ...onAdults(409) },
  },
  'wallet.familyInfo': { input: nothing, expect: adults },
  'wallet.chooseSource': { input: () => ({ kind: 'none' }), expect: adults },
  // Without a source there is nobody to ask.
  'wallet.scanBalance': { input: nothing, expect: { ...adults, ...onAdults(409) } },
  'wallet.scan': { input: nothing, expect: adults },
  'wallet.cancelScan': { input: nothing, expect: adults },
};
