/** Lightning addresses, reminders and limits, as set by adults. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { findChild, listChildren } from '#features/people/children/store.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Handlers } from '#server/http/mount.ts';
import { readAddress } from './connecting.ts';
import type { lightning } from './contract.ts';
import { saveChildAddress, saveParentAddress, savePayLimit, savePreferences } from './store.ts';

type Calls = Pick<
  typeof lightning,
  'saveAddresses' | 'setUpAddresses' | 'savePreferences' | 'setPayLimit'
>;

export const addressHandlers: Handlers<Calls> = {
  saveAddresses: async ({ parentAddress, childAddresses }, context) => {
    const { tx, actor, now } = context;
    const known = new Set((await listChildren(tx, actor.familyId, now)).map((c) => c.childId));
    const given = Object.entries(childAddresses);
    if (given.some(([childId]) => !known.has(childId)))
      throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childAddresses');
    if (parentAddress === '' && given.every(([, address]) => address === ''))
      throw new Refusal('VALIDATION_ERROR', because('LIGHTNING_ADDRESS_REQUIRED'));
    const parent = readAddress(parentAddress, 'parentAddress');
    await saveParentAddress(tx, actor.familyId, parent, now);
    for (const childId of known) {
      const address = readAddress(childAddresses[childId] ?? '', 'childAddresses');
      await saveChildAddress(tx, actor.familyId, childId, address);
    }
    return { success: true };
  },

  setUpAddresses: async ({ addresses }, { tx, actor: { familyId }, now }) => {
    const children = await listChildren(tx, familyId, now);
    for (const [name, text] of Object.entries(addresses)) {
      const address = readAddress(text, 'addresses');
      const child = children.find((one) => one.name === name);
      if (name === 'parent') await saveParentAddress(tx, familyId, address, now);
      else if (child) await saveChildAddress(tx, familyId, child.childId, address);
      else throw new Refusal('NOT_FOUND', because('NAME_UNKNOWN', { name }), 'addresses');
    }
    return { success: true };
  },

  savePreferences: async (preferences, { tx, actor, now }) => {
    await savePreferences(tx, actor.familyId, preferences, now);
    return { success: true };
  },

  setPayLimit: async ({ id, limit }, { tx, actor: { familyId }, now }) => {
    await requireChild({ tx, familyId, now }, id);
    await savePayLimit(tx, familyId, id, limit);
    return { success: true };
  },
};

type Reading = { tx: Tx; familyId: string; now: Date };

export async function requireChild(
  { tx, familyId, now }: Reading,
  childId: string,
  field = 'id',
): Promise<void> {
  if (!(await findChild(tx, familyId, childId, now)))
    throw new Refusal('NOT_FOUND', because('NO_CHILD'), field);
}
