/** Sign-in's access to children's books. */
import type { ChildBooks, ChildOfSession } from '#features/people/auth/store.ts';

export const childBooks: ChildBooks = {
  async find(tx, familyId, childId) {
    const [row] = await tx<ChildOfSession[]>`
      SELECT name, amount_unit FROM child
      WHERE family_id = ${familyId} AND child_id = ${childId} AND removed_at IS NULL`;
    return row ?? null;
  },

  setAmountUnit: (tx, familyId, childId, unit) => tx`
    UPDATE child SET amount_unit = ${unit}
    WHERE family_id = ${familyId} AND child_id = ${childId}`,

  async isClosed(tx, { userId, familyId, childId }) {
    await tx`SELECT FROM users WHERE user_id = ${userId} FOR SHARE`;
    await tx`SELECT set_config('app.family_id', ${familyId}, true)`;
    const [row] = await tx`
      SELECT FROM child
      WHERE family_id = ${familyId} AND child_id = ${childId} AND removed_at IS NOT NULL`;
    return row !== undefined;
  },
};
