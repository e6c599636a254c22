/**
 * The wallet's calls in the demo: test money on the test network, in a wallet whose seed words are
 * public. Its balance never changes, so a year of pay days leaves it short.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { transfer } from '#core/ledger.ts';
import { formatBtc, type Sats } from '#core/money.ts';
import { DAY } from '#core/time.ts';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { transferPayments } from '#features/money/lightning/transfers/contract.ts';
import { childWallets } from '#features/money/wallet/children/contract.ts';
import { type Coverage, coverage } from '#features/money/wallet/coverage/contract.ts';
import { type Send, sending } from '#features/money/wallet/sending/contract.ts';
import { type Source, type WalletInfo, wallet } from '#features/money/wallet/watched/contract.ts';
import { ADDRESSES, addressOf, answered, depositsOf } from './deposits.ts';
import {
  accountsOf,
  balanceOf,
  type DemoSend,
  type Family,
  goalAccount,
  kidOf,
  newId,
  newMoment,
  nowOf,
  post,
  savingsOf,
  spendingOf,
} from './family.ts';
import { on } from './handler.ts';

const NETWORK = 'testnet' as const;
/** BIP39's first test vector: "abandon … about", account 0 of the test network. */
const KEY =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
const ABOVE_PROMISED = 40_000n;
const DEPOSIT = 12_000n;

const SOURCE: Source = {
  network: NETWORK,
  chosen: 'operator',
  server: { protocol: 'electrum', host: 'demo.example' },
  operator: { protocol: 'electrum', host: 'demo.example' },
};

/** Fills the wallet once the sample book is complete, with a little more than is promised. */
export function fillWallet(family: Family): void {
  const promised = promisedOf(family);
  const heldSats = promised + ABOVE_PROMISED;
  const [kid] = family.kids;
  const past = (promisedTenths: bigint, heldTenths: bigint, at: string) => ({
    at,
    promisedSats: (promised * promisedTenths) / 10n,
    heldSats: (promised * heldTenths) / 10n,
  });
  const now = newMoment(family);
  const daysAgo = (days: number) => new Date(Date.parse(now) - days * DAY).toISOString();
  family.wallet = {
    heldSats,
    deposit: kid && { id: newId(family), childId: kid.id, amountSats: DEPOSIT, seenAt: now },
    sends: [],
    history: [
      past(5n, 6n, daysAgo(80)),
      past(7n, 6n, daysAgo(52)),
      past(8n, 9n, daysAgo(31)),
      { at: now, promisedSats: promised, heldSats },
    ],
  };
}

const goalsOf = (family: Family, childId: string): Sats =>
  family.goals
    .map(({ id }) => balanceOf(family, goalAccount(id, childId)))
    .reduce((sum, sats) => sum + sats, 0n);

const promisedOf = (family: Family): Sats =>
  family.kids
    .map(({ id }) => balanceOf(family, savingsOf(id)) + goalsOf(family, id))
    .reduce((sum, sats) => sum + sats, 0n);

const infoOf = (family: Family): WalletInfo => ({
  address: null,
  xpub: KEY,
  isConfigured: true,
  kind: 'key' as const,
  balance: formatBtc(family.wallet.heldSats),
  addressCount: ADDRESSES.length,
  pendingBalance: formatBtc(0n),
  network: NETWORK,
  state: 'connected',
  scriptType: 'p2wpkh',
  firstAddresses: [],
  checkedAt: nowOf(family),
  scan: null,
  source: SOURCE,
  earlier: null,
});

const scanOf = (family: Family) => ({
  totalBalance: formatBtc(family.wallet.heldSats),
  addresses: [],
  scan: null,
});

function coverageOf(family: Family): Coverage {
  const { heldSats, history } = family.wallet;
  const promised = promisedOf(family);
  const short = promised > heldSats ? promised - heldSats : 0n;
  const at = nowOf(family);
  const points = [...history, { at, promisedSats: promised, heldSats }];
  return {
    state: short > 0n ? 'short' : 'covered',
    promised: formatBtc(promised),
    held: formatBtc(heldSats),
    waiting: formatBtc(0n),
    shortBy: formatBtc(short),
    checkedAt: at,
    children: family.kids.map(({ id, name }) => ({
      childId: id,
      childName: name,
      savings: formatBtc(balanceOf(family, savingsOf(id))),
      goals: formatBtc(goalsOf(family, id)),
      inVault: formatBtc(0n),
    })),
    history: points.map((point) => ({
      at: point.at,
      promised: formatBtc(point.promisedSats),
      held: formatBtc(point.heldSats),
    })),
  };
}

const sendOf = (family: Family, send: DemoSend): Send => ({
  id: send.id,
  childId: send.childId,
  childName: kidOf(family, send.childId).name,
  toAddress: send.toAddress,
  amount: formatBtc(send.amountSats),
  state: 'waiting',
  notice: null,
  transactionId: '',
  uri: `bitcoin:${send.toAddress}?amount=${formatBtc(send.amountSats)}`,
  createdAt: send.createdAt,
  seenAt: null,
  confirmedAt: null,
  entryId: null,
});

function sendFound(family: Family, id: string): Send {
  const send = family.wallet.sends.find((one) => one.id === id);
  if (!send) throw new Refusal('NOT_FOUND', because('NO_ENTRY'));
  return sendOf(family, send);
}

function cancelled(family: Family, id: string): Send {
  const send = sendFound(family, id);
  family.wallet.sends = family.wallet.sends.filter((one) => one.id !== id);
  return { ...send, state: 'cancelled' };
}

const balancesOf = (family: Family, childId: string) => ({
  // Exact: amounts in BTC have at most 8 decimals, and the sample is small.
  savingsBalance: Number(formatBtc(balanceOf(family, savingsOf(childId)))),
  spendingBalance: Number(formatBtc(balanceOf(family, spendingOf(childId)))),
  pendingBalance: family.wallet.deposit?.childId === childId ? Number(formatBtc(DEPOSIT)) : 0,
  checkedAt: nowOf(family),
});

export const walletHandlers = [
  // The demo has no Lightning wallet, because nothing could be paid with it.
  on(lightning.ofChild, () => ({
    ...{ lightningConfigured: false, canReceive: false, canPay: false },
    receivesInBrowser: false,
    paysInBrowser: false,
    parentAddress: null,
    hasOwnWallet: false,
    leftToday: 0,
  })),
  on(transferPayments.get, () => ({
    ...{
      amount: 0,
      feeLimit: 0,
      receiver: null,
      payer: 'none' as const,
      obstacle: 'no-wallet' as const,
      isChecking: false,
    },
  })),
  on(lightning.transferToSpending, (family, { childId, amount: amountSats }) => {
    kidOf(family, childId);
    const { savings, spending } = accountsOf(childId);
    const postings = transfer(savings, spending, amountSats);
    const type = 'savings_withdrawal' as const;
    const words = 'To spending money';
    post(family, { type, childId, words, amountSats: -amountSats, postings });
    return { success: true as const, state: 'moved' as const };
  }),
  on(wallet.familyInfo, infoOf),
  on(wallet.scanBalance, scanOf),
  on(coverage.get, coverageOf),
  on(coverage.ofChild, (family) =>
    coverageOf(family).state === 'covered'
      ? { sentence: 'holds_enough' as const, checkedAt: nowOf(family) }
      : { sentence: 'parents_keep' as const, checkedAt: null },
  ),
  on(childWallets.create, (family, { childId }) => {
    const { address, index } = addressOf(family, childId);
    return {
      bitcoinAddress: address,
      derivationPath: `m/84'/1'/0'/0/${index}`,
      network: NETWORK,
      shared: false,
    };
  }),
  on(childWallets.balances, (family, { childId }) => balancesOf(family, childId)),
  on(childWallets.sync, (family, { childId }) => ({
    success: true,
    state: 'synced' as const,
    failure: null,
    ...balancesOf(family, childId),
  })),
  on(childWallets.deposits, depositsOf),
  on(childWallets.answerDeposit, answered),
  on(sending.list, (family, { childId }) =>
    family.wallet.sends
      .filter((send) => childId === undefined || send.childId === childId)
      .map((send) => sendOf(family, send)),
  ),
  on(sending.send, (family, { childId, toAddress, amount: amountSats }) => {
    const send = {
      id: newId(family),
      childId,
      toAddress,
      amountSats,
      createdAt: newMoment(family),
    };
    family.wallet.sends.push(send);
    const shown = sendOf(family, send);
    return { success: true, transactionId: '', error: null, state: shown.state, send: shown };
  }),
  on(sending.get, (family, { id }) => sendFound(family, id)),
  // The demo has no source, so nothing reports the usual fees.
  on(sending.makePsbt, () => ({ psbt: null, fee: null, obstacle: 'no_fee_rate' as const })),
  on(sending.cancel, (family, { id }) => cancelled(family, id)),
];
