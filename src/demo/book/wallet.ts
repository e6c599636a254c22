/** What the sample family's own wallets would hold according to its book; Satling holds nothing. */
import { formatBtc, type Sats } from '#core/money.ts';
import { balanceOf, type Family, spendingOf } from './family.ts';

export interface DemoWallet {
  /** On-chain: savings and goals. */
  balance: string;
  totalBalance: string;
  address: string;
  lightningBalance: string;
  /** Moving from spending money to savings. */
  lightningPendingBalance: string;
}

/** An example address from the Bitcoin standards (BIP 173, testnet): it belongs to nobody here. */
const EXAMPLE_ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

const sum = (all: readonly Sats[]): Sats => all.reduce((total, sats) => total + sats, 0n);

export function walletOf(family: Family): DemoWallet {
  // The balance shown on the coverage page.
  const { heldSats } = family.wallet;
  const spending = sum(family.kids.map(({ id }) => balanceOf(family, spendingOf(id))));
  const moving = family.asked
    .filter(({ kind, state }) => kind === 'savings_transfer' && state === 'pending')
    .map(({ amountSats }) => amountSats);
  return {
    balance: formatBtc(heldSats),
    totalBalance: formatBtc(heldSats + spending),
    address: EXAMPLE_ADDRESS,
    lightningBalance: formatBtc(spending),
    lightningPendingBalance: formatBtc(sum(moving)),
  };
}
