/** Rows of the calls about the family's Lightning wallet. No wallet is connected in this world. */
import {
  adults,
  adultsAndTheChildItself,
  adultsOfThisFamily,
  everyone,
  mapAll,
  mia,
  nothing,
  onAdults,
  type Row,
  signedIn,
} from './authorisation-rows.ts';
import type { ActorsWorld } from './world.ts';

const NO_PAYMENT = { id: '01a1fca1-0000-7000-8000-000000000000' };
const noPayment = { ...adults, ...onAdults(404) };
/** Permitted callers learn that no wallet is connected. */
const notConnected: Row['expect'] = {
  ...adultsAndTheChildItself,
  ...{ parent: 409, spouse: 409, child: 409 },
};
/** Makes no call: the input is no connection, and there are no trials. */
const NO_TRIAL = NO_PAYMENT.id;
const ofMia = ({ mia: childId }: ActorsWorld) => ({ childId });

export const lightningRows: Record<string, Row> = {
  'transferPayments.get': { input: () => NO_PAYMENT, expect: noPayment },
  'transferPayments.pay': {
    input: () => ({
      ...{ ...NO_PAYMENT, seenAmount: 5_000, seenFeeLimit: 50 },
      seenReceiver: 'anna@example.com',
    }),
    expect: noPayment,
  },
  'lightning.config': { input: nothing, expect: adults },
  'lightning.connect': {
    input: () => ({ type: 'nwc', token: 'nostr+walletconnect://' }),
    expect: { ...adults, ...onAdults(409) },
  },
  'lightning.testConnection': { input: nothing, expect: { ...adults, ...onAdults(409) } },
  'lightning.removeConfig': { input: nothing, expect: adults },
  'spendingCoverage.get': { input: nothing, expect: adults },
  'lightning.balance': { input: nothing, expect: adults },
  'lightning.nodes': { input: nothing, expect: adults },
  'lightning.saveAddresses': {
    input: (w) => ({
      parentAddress: 'anna@example.com',
      childAddresses: { [w.mia]: 'mia@example.com' },
    }),
    expect: adultsOfThisFamily,
  },
  'lightning.setUpAddresses': {
    input: () => ({ addresses: { parent: 'anna@example.com' } }),
    expect: adults,
  },
  'lightning.savePreferences': {
    input: () => ({ syncFrequency: 'weekly', emailReminders: false, spendingAlerts: true }),
    expect: adults,
  },
  'lightning.setPayLimit': {
    input: (w) => ({ ...mia(w), limit: 1_000 }),
    expect: adultsOfThisFamily,
  },
  'ceiling.get': { input: nothing, expect: adults },
  'ceiling.save': { input: () => ({ limit: 20_000 }), expect: adults },
  'lightning.ofChild': { input: mia, expect: adultsAndTheChildItself },
  'lightning.transferToSpending': {
    input: (w) => ({ ...ofMia(w), amount: '0.00000001' }),
    expect: adultsAndTheChildItself,
  },
  'subWallets.list': { input: nothing, expect: adults },
  // Nothing listens there.
  'subWallets.make': {
    input: (w) => ({
      ...{ childId: w.mia, url: 'http://127.0.0.1:9', token: 'a.b.c', monthlyBudget: 1 },
    }),
    expect: { ...adultsOfThisFamily, ...{ parent: 409, spouse: 409 } },
  },
  'subWallets.connection': {
    input: ({ mia: childId }) => ({ childId }),
    expect: { ...adults, ...onAdults(404) },
  },
  'subWallets.remove': {
    input: ({ mia: childId }) => ({ childId }),
    expect: { ...adults, ...onAdults(404) },
  },
  'payouts.list': { input: nothing, expect: signedIn },
  'payouts.plan': { input: mia, expect: adultsOfThisFamily },
  'payouts.setPlan': { input: (w) => ({ ...mia(w), plan: 'vault' }), expect: adultsOfThisFamily },
  'payouts.pay': {
    input: () => ({
      payouts: [{ ...NO_PAYMENT, seenAmount: 1, seenFeeLimit: 10, seenReceiver: 'a@example.com' }],
    }),
    expect: noPayment,
  },
  'payouts.begin': {
    input: () => ({
      ...NO_PAYMENT,
      seenAmount: 1,
      seenFeeLimit: 10,
      seenReceiver: 'a@example.com',
    }),
    expect: noPayment,
  },
  'payouts.settle': { input: () => ({ ...NO_PAYMENT, how: 'paid' }), expect: noPayment },
  'gifts.list': { input: nothing, expect: adults },
  'gifts.answer': { input: () => ({ ...NO_PAYMENT, purpose: 'savings' }), expect: noPayment },
  'gifts.address': { input: mia, expect: adultsAndTheChildItself },
  'gifts.turnOn': { input: mia, expect: { ...adultsOfThisFamily, parent: 409, spouse: 409 } },
  'gifts.turnOff': { input: mia, expect: adultsOfThisFamily },
  'receiving.create': { input: (w) => ({ ...ofMia(w), amount: 100 }), expect: notConnected },
  'receiving.list': { input: ofMia, expect: adultsAndTheChildItself },
  'bringing.keep': {
    input: (w) => ({ ...ofMia(w), amount: 100, invoice: 'lntb1' }),
    expect: { ...adultsOfThisFamily, parent: 409, spouse: 409 },
  },
  'bringing.tell': {
    input: () => ({ paymentHash: '0'.repeat(64), outcome: 'paid' }),
    expect: noPayment,
  },
  'paying.decode': {
    input: () => ({ paymentRequest: 'lntb1' }),
    expect: { ...mapAll(400), anonymous: 401, removed: 401 },
  },
  'paying.invoiceFor': {
    input: (w) => ({ ...ofMia(w), receiver: 'a@example.com', amount: 21 }),
    expect: notConnected,
  },
  'paying.pay': {
    input: (w) => ({ ...ofMia(w), paymentRequest: 'lntb1' }),
    expect: notConnected,
  },
  'paying.list': { input: nothing, expect: signedIn },
  'paying.get': { input: () => NO_PAYMENT, expect: noPayment },
  'paying.approve': {
    input: () => ({ ...NO_PAYMENT, seenAmount: 1, seenFeeLimit: 10 }),
    expect: noPayment,
  },
  'paying.decline': {
    input: () => NO_PAYMENT,
    expect: { ...mapAll(404), anonymous: 401, removed: 401 },
  },
  'billing.pricing': { input: nothing, expect: adults },
  'billing.subscription': { input: nothing, expect: adults },
  // Nothing is sold in this world.
  'billing.createInvoice': {
    input: () => ({ subscriptionMonths: 1 }),
    expect: { ...adults, ...onAdults(409) },
  },
  'billing.makeReferralCode': { input: nothing, expect: adults },
  'billing.checkPayment': { input: () => ({ paymentHash: '0'.repeat(64) }), expect: noPayment },
  'trying.connect': {
    input: () => ({ connectionString: 'nostr+walletconnect://' }),
    expect: everyone,
  },
  'trying.createInvoice': { input: () => ({ amount: 21 }), expect: mapAll(404) },
  'trying.payInvoice': {
    input: () => ({ invoice: 'lntb1', connectionId: NO_TRIAL }),
    expect: mapAll(404),
  },
  'trying.balance': { input: () => ({ connectionId: NO_TRIAL }), expect: mapAll(404) },
  'handing.take': { input: () => ({ ...NO_PAYMENT, version: 1 }), expect: noPayment },
  'handing.tell': { input: () => ({ ...NO_PAYMENT, outcome: 'unknown' }), expect: noPayment },
  'paying.say': { input: () => ({ ...NO_PAYMENT, paid: true }), expect: noPayment },
};
