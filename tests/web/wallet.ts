/** For tests of screens: the server's replies about a family's wallet. */

import type { ChildWallet, Deposit } from '#features/money/wallet/children/contract.ts';
import type { Coverage } from '#features/money/wallet/coverage/contract.ts';
import type { PreparedAddresses } from '#features/money/wallet/prepared/contract.ts';
import type { Send } from '#features/money/wallet/sending/contract.ts';
import type { SavedWallet, Source, WalletInfo } from '#features/money/wallet/watched/contract.ts';

export const id = (n: number) => `0190c6e4-1a2b-7c3d-8e4f-${String(n).padStart(12, '0')}`;
export const MIA = id(1);
const NOW = new Date().toISOString();

/** BIP39's first test vector on the test network, as its wallets export it. */
export const VPUB =
  'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc';
export const TPUB =
  'tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M';
export const DESCRIPTOR = `wpkh(${TPUB}/<0;1>/*)#y088k4s2`;
export const FIRST = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';
export const SIXTH = 'tb1qr7scvm07ta0ldzlrmk7rnmc9lk356yar6zfu45';
export const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

export const aSource = (over: Partial<Source> = {}): Source => ({
  network: 'testnet',
  chosen: 'operator',
  server: { protocol: 'electrum', host: 'electrum.example' },
  operator: { protocol: 'electrum', host: 'electrum.example' },
  ...over,
});

export const anInfo = (over: Partial<WalletInfo> = {}): WalletInfo => ({
  address: null,
  xpub: DESCRIPTOR,
  isConfigured: true,
  kind: 'key',
  balance: '0.00177011',
  addressCount: 7,
  pendingBalance: '0.00000000',
  network: 'testnet',
  state: 'connected',
  scriptType: 'p2wpkh',
  firstAddresses: [],
  checkedAt: NOW,
  scan: null,
  source: aSource(),
  earlier: null,
  ...over,
});

/** The reply to saving it: without the key. */
export const aSaved = (over: Partial<SavedWallet> = {}): SavedWallet => {
  const { xpub: _, ...saved } = anInfo(over);
  return saved;
};

export const noWallet = (): WalletInfo =>
  anInfo({
    xpub: null,
    isConfigured: false,
    kind: null,
    balance: '0.00000000',
    addressCount: 0,
    state: 'not_configured',
    scriptType: null,
    checkedAt: null,
  });

export const aCoverage = (over: Partial<Coverage> = {}): Coverage => ({
  state: 'covered',
  promised: '0.00150000',
  held: '0.00177011',
  waiting: '0.00000000',
  shortBy: '0.00000000',
  checkedAt: NOW,
  children: [
    {
      ...{ childId: MIA, childName: 'Mia', savings: '0.00140000', goals: '0.00010000' },
      inVault: '0.00000000',
    },
  ],
  history: [],
  ...over,
});

export const aDeposit = (over: Partial<Deposit> = {}): Deposit => ({
  id: id(50),
  state: 'asked',
  amount: '0.00012000',
  address: FIRST,
  txid: 'a'.repeat(64),
  childId: MIA,
  childName: 'Mia',
  seenAt: NOW,
  confirmedAt: NOW,
  answeredAt: null,
  answeredBy: null,
  entryId: null,
  isEarlier: false,
  ...over,
});

export const aChildWallet = (over: Partial<ChildWallet> = {}): ChildWallet => ({
  bitcoinAddress: FIRST,
  derivationPath: "m/84'/1'/0'/0/0",
  network: 'testnet',
  shared: false,
  ...over,
});

export const aSend = (over: Partial<Send> = {}): Send => ({
  id: id(70),
  childId: MIA,
  childName: 'Mia',
  toAddress: SIXTH,
  amount: '0.00005000',
  state: 'waiting',
  notice: null,
  transactionId: '',
  uri: `bitcoin:${SIXTH}?amount=0.00005000`,
  createdAt: NOW,
  seenAt: null,
  confirmedAt: null,
  entryId: null,
  ...over,
});

/** How many of an encrypted wallet's addresses the server has: by default as many as it needs. */
export const knows = (over: Partial<PreparedAddresses> = {}): [number, PreparedAddresses] => [
  200,
  {
    ...{ scriptType: 'p2wpkh', firstAddress: FIRST, isRefillable: false },
    missing: { receive: { first: 20, count: 0 }, change: { first: 20, count: 0 } },
    ...over,
  },
];
export const knowsNothing = knows({
  ...{ scriptType: null, firstAddress: null },
  missing: { receive: { first: 0, count: 20 }, change: { first: 0, count: 20 } },
});
