/** The calls that say where money goes, and those that take such a change back. */
import type { SettingsAct } from './act.ts';
import { CHILDREN } from './model-book.ts';
import { changeName, post, remove, type Sent, type SentBy } from './sending.ts';

const put = (path: string, body: object): Sent => ({ method: 'PUT', path, body });

export const SETTINGS_SENT: SentBy<SettingsAct['call']> = {
  saveAddresses: (act, { children, addressOf }) =>
    post('/api/lightning/addresses', {
      parentAddress: addressOf('parents', act.parents),
      childAddresses: Object.fromEntries(
        CHILDREN.map((no) => [children[no], addressOf(no, act.children[no])]),
      ),
    }),
  setUpAddresses: (act, { addressOf }) => {
    const [Mia, Leo] = CHILDREN.map((no) => addressOf(no, act.children[no]));
    const addresses = { parent: addressOf('parents', act.parents), Mia, Leo };
    return post('/api/lightning-addresses/setup', { addresses });
  },
  setPlan: ({ child, plan, seen }, { children, addressOf }) =>
    put(`/api/children/${children[child]}/payout-plan`, {
      ...{ plan, seenAddress: addressOf(child, seen) },
    }),
  setPayLimit: ({ child, sats }, { children }) =>
    put(`/api/lightning/children/${children[child]}/pay-limit`, { limit: Number(sats) }),
  setCeiling: ({ sats }) => put('/api/family/ceiling', { limit: Number(sats) }),
  connect: (_, { wallet }) =>
    post('/api/lightning/connect', {
      ...{ type: 'phoenixd', purpose: 'spend', url: wallet },
      ...{ token: 'a-full-password', withoutBudget: true },
    }),
  disconnect: () => remove('/api/lightning/config', { purpose: 'spend' }),
  watch: ({ saysWhich }, { keyOf, name }) =>
    post('/api/wallet/configure', { walletXpub: keyOf(name)[saysWhich ? 'vpub' : 'tpub'] }),
  unwatch: () => remove('/api/wallet/configure'),
  confirmFirst: ({ watched, isRight }, { keyOf }) =>
    post('/api/wallet/confirm-address', {
      address: keyOf(isRight ? watched : 'another').address(0),
    }),
  chooseSource: ({ source: kind }) => put('/api/wallet/source', { kind }),
  undoChange: ({ change, anyway }, { idOf }) =>
    post(`/api/money-changes/${idOf(changeName(change))}/undo`, { evenIfChanged: anyway }),
  forgetChange: ({ change }, { idOf }) =>
    post(`/api/money-changes/${idOf(changeName(change))}/forget`),
};
