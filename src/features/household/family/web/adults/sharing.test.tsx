/** Shares of each other's money, sharing with the other parent, and the rights of two adults. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SpouseRecord } from '#features/household/family/contract.ts';
import type { User } from '#features/people/auth/contract.ts';
import { aUser, id } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { unitChoice } from '#web/ui/unit-choice.ts';
import type { Overview } from '../../contract.ts';
import { SharingCard } from '../sharing-card.tsx';
import { FamilyShares } from './family-shares.tsx';
import { SpouseCard } from './spouse-card.tsx';

const SHARE = 'POST /api/family-net-worth/settings';
const ADJUST = 'PATCH /api/family/net-worth-sharing';
const PROMOTE = 'POST /api/family/spouse/full-parent';
const UNDO = 'DELETE /api/family/spouse/full-parent';
const LEAVE = 'POST /api/family/leave';
const DONE: Reply = [200, { success: true }];

const me = aUser({ id: id(1) });
const ben: SpouseRecord = {
  firstName: 'Ben',
  lastName: null,
  email: 'ben@example.org',
  netWorthShare: 40,
  state: 'accepted',
  isFullParent: false,
  fullParentAt: null,
  invitedAt: null,
};
const overview: Overview = {
  totalMembers: 4,
  parentNetWorthShare: 6,
  spouseNetWorthShare: 2,
  childrenShares: [
    { childId: id(2), childName: 'Mia', sharePercentage: 70, balanceAmount: '0.00000700' },
    { childId: id(3), childName: 'Leo', sharePercentage: 20, balanceAmount: '0.00000200' },
  ],
  notShared: 2,
  parentsAmount: '0.00000100',
  totalAmount: '0.00001000',
  adults: [
    {
      firstName: 'Anna',
      email: 'anna@example.org',
      role: 'parent',
      state: 'accepted',
      isYou: true,
      share: 60,
      invitedAt: null,
    },
    {
      firstName: 'Ben',
      email: 'ben@example.org',
      role: 'spouse',
      state: 'accepted',
      isYou: false,
      share: 40,
      invitedAt: null,
    },
  ],
};

beforeEach(() => unitChoice.set(undefined));
afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const lastToast = () => toastState().recent[0];
const confirmed = (name: string) =>
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
/** The text for a term. */
const behind = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

describe('the shares (FAM-20 FAM-21 FAM-22)', () => {
  test('children by their books, the parents together, then split; it is one image and a list', () => {
    show(<FamilyShares books={[]} overview={overview} />);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
      'Family shares: Mia 70 percent, Leo 20 percent, Parents 10 percent',
    );
    const lines = within(screen.getByRole('list', { name: 'Family shares' })).getAllByRole(
      'listitem',
    );
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Mia70%700 sats',
      'Leo20%200 sats',
      'Parents10%100 sats',
    ]);
    expect([behind('You'), behind('Ben'), behind('Not shared with you')]).toEqual([
      '6%',
      '2%',
      '2%',
    ]);
    press('Show as table');
    expect(screen.getByRole('table', { name: 'Family shares' })).toBeTruthy();
  });

  test('without a gift of the parents there is no split; without money no image', () => {
    show(
      <FamilyShares
        books={[]}
        overview={{ ...overview, childrenShares: [], parentsAmount: '0.00000000', notShared: 0 }}
      />,
    );
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByText("The parents' part")).toBeNull();
    expect(screen.getByText(/All books are at zero/)).toBeTruthy();
  });
});

describe('the sharing card (FAM-02 DASH-38)', () => {
  const open = (
    replies: Record<string, Reply | readonly Reply[]> = {},
    user: Partial<User> = {},
  ) => {
    const sent = serve(replies);
    show(<SharingCard me={{ ...me, ...user }} totalSats={9_000_000n} ownPartSats={1_000_001n} />);
    return sent;
  };

  test('on at 100 %: total, shared amount and what it does not hide (FAM-03)', () => {
    open();
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
    expect(behind('Total balance')).toBe('9,000,000 sats');
    expect(behind('Your part')).toBe('1,000,001 sats');
    expect(behind('Shared amount')).toBe('1,000,001 sats');
    expect(screen.getByText(/both parents still see/)).toBeTruthy();
  });

  test('a percentage that is none is refused; a failure says "Update Failed" (FAM-05)', async () => {
    const sent = open({ [SHARE]: refusal(409, 'Not now') });
    type('Share percentage', '101');
    press('Save');
    await noneSent(sent, SHARE);
    expect(screen.getAllByText('Please enter a whole number from 0 to 100')).toHaveLength(2);
    type('Share percentage', '50');
    press('Save');
    expect(await screen.findByText('Not now')).toBeTruthy();
    expect(lastToast()).toMatchObject({ title: 'Update Failed', description: 'Not now' });
  });

  test('the number and the slider are one; the shared amount follows before it is saved (FAM-04)', async () => {
    const sent = open({ [SHARE]: [200, { sharingEnabled: true, sharePercentage: 50 }] });
    fireEvent.change(screen.getByRole('slider'), { target: { value: '50' } });
    expect(screen.getByLabelText<HTMLInputElement>('Share percentage').value).toBe('50');
    expect(behind('Shared amount')).toBe('500,000 sats');
    press('Save');
    await waitFor(() => expect(lastToast()?.title).toBe('Saved'));
    expect(sentTo(sent, SHARE)[0]?.body).toEqual({ sharingEnabled: true, sharePercentage: 50 });
  });

  test('off: nothing is shared, and the percentage is stored (FAM-04)', async () => {
    const sent = open({ [SHARE]: [200, { sharingEnabled: false, sharePercentage: 100 }] });
    fireEvent.click(screen.getByRole('switch'));
    await waitFor(() => expect(lastToast()?.description).toBe('You share nothing.'));
    expect(sentTo(sent, SHARE)[0]?.body).toEqual({ sharingEnabled: false, sharePercentage: 100 });
  });

  test('who shares nothing sees no percentage and zero (FAM-02)', () => {
    open({}, { familyNetWorthSharingEnabled: false });
    expect(screen.queryByLabelText('Share percentage')).toBeNull();
    expect(behind('Shared amount')).toBe('0 sats');
  });
});

describe('the other adult (FAM-07 FAM-08 DASH-39)', () => {
  const open = (
    spouse: SpouseRecord,
    replies: Record<string, Reply | readonly Reply[]> = {},
    user: Partial<User> = {},
  ) => {
    const sent = serve(replies);
    show(<SpouseCard me={{ ...me, ...user }} spouse={spouse} />);
    return sent;
  };

  test('an invitation shows the address, when it was sent, and can be adjusted (FAM-10 FAM-08)', () => {
    open({ ...ben, firstName: null, state: 'invited', invitedAt: '2026-11-20T12:00:00.000Z' });
    expect(screen.getByText('ben@example.org')).toBeTruthy();
    expect(screen.getByText('Last sent on Fri, Nov 20.')).toBeTruthy();
    for (const name of ['Resend Invite', 'Adjust Net Worth', 'Take Back'])
      expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  test('"Adjust Net Worth": a failure is "Update Failed", then it is saved (FAM-17 FAM-16 FAM-08)', async () => {
    const saved: Reply = [200, { ...ben, netWorthShare: 25 }];
    const sent = open(ben, { [ADJUST]: [refusal(409, 'Not now'), saved] });
    press('Adjust Net Worth');
    const dialog = within(screen.getByRole('dialog', { name: 'Adjust Net Worth' }));
    type('Ben’s share', '25');
    expect(dialog.getByText("The other parent's share is then 75%.")).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Not now')).toBeTruthy();
    expect(lastToast()).toMatchObject({ title: 'Update Failed', description: 'Not now' });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(lastToast()?.title).toBe('Saved'));
    expect(sentTo(sent, ADJUST).at(-1)?.body).toEqual({ spouseShare: 25 });
  });

  test('a spouse is made a full parent only after a question that says what it means (T19b)', async () => {
    const sent = open(ben, { [PROMOTE]: DONE });
    press('Make full parent');
    expect(screen.getByText(/In 72 hours Ben can do everything/)).toBeTruthy();
    await noneSent(sent, PROMOTE);
    confirmed('Make full parent');
    await waitFor(() =>
      expect(lastToast()?.description).toBe('Ben will be a full parent in 72 hours.'),
    );
  });

  test('a full parent can be neither removed nor promoted, but may leave (T19b)', () => {
    open({ ...ben, isFullParent: true });
    for (const name of ['Remove', 'Make full parent'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Leave family' })).toBeTruthy();
  });

  test('while the rights wait this can be undone, and the spouse be removed (T19b)', async () => {
    const fullParentAt = new Date(Date.now() + 3_600_000).toISOString();
    const sent = open({ ...ben, isFullParent: true, fullParentAt }, { [UNDO]: DONE });
    expect(screen.getByText(/^A full parent from .* Until then this can be undone/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy();
    press('Undo full parent');
    await noneSent(sent, UNDO);
    confirmed('Undo full parent');
    await waitFor(() => expect(sentTo(sent, UNDO)).toHaveLength(1));
  });

  test('a spouse may leave, after a confirmation; a refusal is shown (T19b)', async () => {
    const sent = open(
      ben,
      { [LEAVE]: refusal(409, 'Not now') },
      { role: 'spouse', email: 'ben@example.org' },
    );
    press('Leave family');
    await noneSent(sent, LEAVE);
    confirmed('Leave family');
    expect(await screen.findByText('Not now')).toBeTruthy();
  });
});
