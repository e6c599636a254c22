/** The split of the family total: it adds up, and shows only what is shared. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Counted, sharedSats, splitOf } from './rules.ts';

const sats = fc.bigInt(0n, 2_100_000_000_000_000n);
const percent = fc.integer({ min: 0, max: 100 });
const sharing = fc.record({ sharingEnabled: fc.boolean(), sharePercentage: percent });
const counted: fc.Arbitrary<Counted> = fc.record({
  children: fc.array(sats, { maxLength: 30 }),
  parentsSats: sats,
  spouseShare: fc.option(percent, { nil: undefined }),
  viewer: fc.constantFrom('parent', 'spouse'),
  parent: sharing,
  spouse: fc.option(sharing, { nil: undefined }),
});
const on = { sharingEnabled: true, sharePercentage: 100 };
const sum = (parts: readonly number[]) => parts.reduce((all, one) => all + one, 0);
const all = ({ children, parent, spouse, notShared }: ReturnType<typeof splitOf>) =>
  sum([...children, parent, spouse, notShared]);

const base: Counted = {
  children: [300n, 100n],
  parentsSats: 100n,
  spouseShare: 50,
  viewer: 'parent',
  parent: on,
  spouse: on,
};

describe('the split (FAM-20 FAM-21)', () => {
  test('adds up to 100 whatever there is, or to nothing if there is nothing', () => {
    fc.assert(
      fc.property(counted, (given) => {
        const total = given.children.reduce((whole, one) => whole + one, given.parentsSats);
        const split = splitOf(given);
        expect(all(split)).toBe(total === 0n ? 0 : 100);
        expect(split.children).toHaveLength(given.children.length);
        for (const part of [...split.children, split.parent, split.spouse, split.notShared])
          expect(Number.isInteger(part) && part >= 0).toBe(true);
      }),
    );
  });

  test('both parents see the same data of the children, whatever they share', () => {
    fc.assert(
      fc.property(counted, (given) => {
        const of = (viewer: Counted['viewer']) => splitOf({ ...given, viewer }).children;
        expect(of('parent')).toEqual(of('spouse'));
      }),
    );
  });

  test('the parents’ part is split by the spouse’s share (FAM-01)', () => {
    expect(splitOf(base)).toEqual({ children: [60, 20], parent: 10, spouse: 10, notShared: 0 });
    expect(splitOf({ ...base, spouseShare: 30 })).toMatchObject({ parent: 14, spouse: 6 });
    expect(splitOf({ ...base, spouseShare: undefined })).toMatchObject({ parent: 20, spouse: 0 });
  });

  test('with sharing off, the other’s overview lacks the split, one’s own does not (FAM-03)', () => {
    const off = { sharingEnabled: false, sharePercentage: 100 };
    expect(splitOf({ ...base, spouse: off })).toMatchObject({
      parent: 10,
      spouse: 0,
      notShared: 10,
    });
    expect(splitOf({ ...base, viewer: 'spouse', spouse: off })).toMatchObject({
      parent: 10,
      spouse: 10,
      notShared: 0,
    });
    const half = { sharingEnabled: true, sharePercentage: 50 };
    expect(splitOf({ ...base, viewer: 'spouse', parent: half })).toMatchObject({
      parent: 5,
      spouse: 10,
      notShared: 5,
    });
  });
});

test('the shared amount is never more than the share of the own part (FAM-02)', () => {
  fc.assert(
    fc.property(sats, sharing, (total, one) => {
      const shared = sharedSats(total, one);
      expect(shared * 100n <= total * BigInt(one.sharePercentage)).toBe(true);
      if (!one.sharingEnabled) expect(shared).toBe(0n);
      if (one.sharingEnabled && one.sharePercentage === 100) expect(shared).toBe(total);
    }),
  );
});
