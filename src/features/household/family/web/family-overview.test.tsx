/** Family Overview: the spouse, children's sign-in, pay days, the own name and devices. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aChild, aFamily, aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { Devices } from './devices.tsx';
import { FamilyOverview, FamilyPeople, OwnNameCard } from './family-overview.tsx';
import { PayDaySettings } from './pay-day-settings.tsx';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const OTHER = '0190c6e4-1a2b-7c3d-8e4f-0123456789ac';
const SPOUSE = 'GET /api/family/spouse';
const OVERVIEW = 'GET /api/family/overview';
const INVITE = 'POST /api/family/invite-spouse';
const RESEND = 'POST /api/family/resend-spouse-invitation';
const REMOVE = 'DELETE /api/family/spouse';
const SETTINGS = 'PATCH /api/family/settings';
const DONE: Reply = [200, { success: true }];

const ME = aUser({ id: OTHER });
const MIA = aChild({ id: ID });
const FAMILY = aFamily({ today: '2026-11-21', weekday: 6 });
const SEEN = '2026-11-20T10:00:00.000Z';
const SESSIONS = [
  {
    id: ID,
    device: 'Firefox on Mac',
    createdAt: SEEN,
    lastSeenAt: SEEN,
    current: true,
    handedOver: false,
  },
  {
    id: OTHER,
    device: 'Chrome on Android',
    createdAt: SEEN,
    lastSeenAt: SEEN,
    current: false,
    handedOver: true,
  },
];
const ben = (state: string): Reply => [
  200,
  {
    firstName: 'Ben',
    lastName: null,
    email: 'ben@example.org',
    netWorthShare: 40,
    state,
    isFullParent: false,
    fullParentAt: null,
    invitedAt: state === 'invited' ? SEEN : null,
  },
];
const anAdult = (over: object) => ({
  firstName: 'Anna',
  email: 'anna@example.org',
  role: 'parent',
  state: 'accepted',
  isYou: true,
  share: 100,
  invitedAt: null,
  ...over,
});
const ANNA = anAdult({});
const BEN = anAdult({ firstName: 'Ben', email: 'ben@example.org', role: 'spouse', isYou: false });
const anOverview = (over: object = {}): Reply => [
  200,
  {
    totalMembers: 2,
    parentNetWorthShare: 0,
    spouseNetWorthShare: 0,
    childrenShares: [
      { childId: ID, childName: 'Mia', sharePercentage: 100, balanceAmount: '0.00142300' },
    ],
    notShared: 0,
    parentsAmount: '0.00000000',
    totalAmount: '0.00142300',
    adults: [ANNA],
    ...over,
  },
];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const paySwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: /Pay automatically/ });
const lastToast = () => toastState().recent[0];

async function open(replies: Record<string, Reply | readonly Reply[]> = {}) {
  const sent = serve({
    'GET /api/auth/user': [200, ME],
    'GET /api/children': [200, [MIA]],
    'GET /api/family': [200, FAMILY],
    'GET /api/auth/sessions': [200, SESSIONS],
    [SPOUSE]: [200, null],
    [OVERVIEW]: anOverview(),
    ...replies,
  });
  show(
    <>
      <FamilyOverview />
      <FamilyPeople />
      <PayDaySettings />
      <OwnNameCard />
      <Devices />
    </>,
  );
  await screen.findByText('Our family');
  return sent;
}

test('an invitation without an address is refused (FAM-12)', async () => {
  const sent = await open({ [INVITE]: ben('invited') });
  press('Invite Spouse');
  press('Send Invitation');
  expect(lastToast()).toMatchObject({
    title: 'Email Required',
    description: "Please enter your spouse's email address",
  });
  expect(screen.getAllByText("Please enter your spouse's email address")).toHaveLength(2);
  await noneSent(sent, INVITE);
});

test('a failed invitation says why, in the dialog and as a toast (FAM-18)', async () => {
  await open({ [INVITE]: refusal(400, 'This address cannot be invited', 'email') });
  press('Invite Spouse');
  type('Their e-mail address', 'anna@example.org');
  press('Send Invitation');
  expect(await screen.findAllByText('This address cannot be invited')).toHaveLength(2);
  expect(lastToast()).toMatchObject({ title: 'Invitation Failed', destructive: true });
});

test('inviting a spouse, half and half unless said otherwise (FAM-06 FAM-11 FAM-14 FAM-09)', async () => {
  const sent = await open({
    [SPOUSE]: [[200, null], ben('invited')],
    [INVITE]: ben('invited'),
  });
  press('Invite Spouse');
  type('Their e-mail address', 'ben@example.org');
  press('Send Invitation');
  expect(await screen.findByRole('button', { name: 'Resend Invite' })).toBeTruthy();
  expect(sentTo(sent, INVITE)[0]?.body).toEqual({ email: 'ben@example.org', netWorthShare: 50 });
  expect(screen.getByText('Invited')).toBeTruthy();
});

test('a failed resend says why; the next one works (FAM-19 FAM-15)', async () => {
  const sent = await open({
    [SPOUSE]: ben('invited'),
    [RESEND]: [refusal(409, 'There is no open invitation to send again'), ben('invited')],
  });
  press('Resend Invite');
  expect(await screen.findByText('There is no open invitation to send again')).toBeTruthy();
  expect(lastToast()?.title).toBe('Resend Failed');
  press('Resend Invite');
  await waitFor(() => expect(lastToast()?.title).toBe('Invitation Sent'));
  expect(sentTo(sent, RESEND)).toHaveLength(2);
});

test('a removal that failed says "Update Failed" / the message (FAM-17)', async () => {
  await open({ [SPOUSE]: ben('accepted'), [REMOVE]: refusal(409, 'Not now') });
  press('Remove');
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(lastToast()).toMatchObject({ title: 'Update Failed', description: 'Not now' });
});

test('removing a spouse names the consequence and can be called off (FAM-07 FAM-13)', async () => {
  const sent = await open({
    [SPOUSE]: [ben('accepted'), [200, null]],
    [REMOVE]: DONE,
  });
  expect(screen.getByText(/Share of the parents’ part: 40%/)).toBeTruthy();
  press('Remove');
  expect(screen.getByText(/Ben is signed out on every device at once/)).toBeTruthy();
  press('Cancel');
  await noneSent(sent, REMOVE);
  press('Remove');
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Invite Spouse' })).toBeTruthy();
});

test('a spouse sees the family, the inviting parent named, but cannot invite or remove anybody (AUTH-45 FAM-22)', async () => {
  await open({
    'GET /api/auth/user': [
      200,
      { ...ME, role: 'spouse', firstName: 'Ben', email: 'ben@example.org' },
    ],
    [SPOUSE]: ben('accepted'),
    [OVERVIEW]: anOverview({
      totalMembers: 3,
      adults: [
        { ...ANNA, isYou: false },
        { ...BEN, isYou: true },
      ],
    }),
  });
  expect(screen.getByText('3 people in this book')).toBeTruthy();
  expect(screen.getByText('Age 9, 100% of the total')).toBeTruthy();
  expect(screen.getByText('Anna')).toBeTruthy();
  expect(screen.getByText('You, spouse')).toBeTruthy();
  for (const name of ['Invite Spouse', 'Remove', 'Resend Invite', 'Make full parent'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a setting that failed goes back and says why (PLAT-21)', async () => {
  await open({ [SETTINGS]: refusal(409, 'Not now') });
  fireEvent.click(await screen.findByRole('switch', { name: /Pay automatically/ }));
  expect(await screen.findByText('Not now')).toBeTruthy();
  expect(paySwitch().checked).toBe(false);
  expect(lastToast()?.title).toBe('Update Failed');
});

test('paying automatically and the time zone are saved and shown (PLAT-20)', async () => {
  const sent = await open({
    'GET /api/family': [
      [200, FAMILY],
      [200, { ...FAMILY, payAutomatically: true }],
      [200, { ...FAMILY, timeZone: 'America/New_York' }],
    ],
    [SETTINGS]: DONE,
  });
  expect(await screen.findByText(/at 06:00 in your family’s time zone/)).toBeTruthy();
  fireEvent.click(paySwitch());
  await waitFor(() => expect(lastToast()?.title).toBe('Saved'));
  await waitFor(() => expect(paySwitch().checked).toBe(true));
  press('Change time zone');
  type("Family's time zone", 'America/New_York');
  const zones = screen.getByLabelText("Family's time zone").closest('form') as HTMLElement;
  fireEvent.click(within(zones).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('America/New York', { selector: 'p' })).toBeTruthy();
  expect(sentTo(sent, SETTINGS).map(({ body }) => body)).toEqual([
    { payAutomatically: true },
    { timeZone: 'America/New_York' },
  ]);
});

test('a first name is needed; the new one is shown (AUTH-31)', async () => {
  const bea = { ...ME, firstName: 'Bea' };
  const sent = await open({
    'GET /api/auth/user': [
      [200, ME],
      [200, bea],
    ],
    [OVERVIEW]: [anOverview(), anOverview({ adults: [{ ...ANNA, firstName: 'Bea' }] })],
    'PATCH /api/auth/user': [200, bea],
  });
  type('First name', ' ');
  press('Save');
  expect(screen.getAllByText('Please enter your first name')).toHaveLength(2);
  type('First name', 'Bea');
  press('Save');
  expect(await screen.findByText('Bea')).toBeTruthy();
  expect(sentTo(sent, 'PATCH /api/auth/user').map(({ body }) => body)).toEqual([
    { firstName: 'Bea' },
  ]);
});

test('another device is signed out from here; this one by the logout page (AUTH-36)', async () => {
  const revoke = `DELETE /api/auth/sessions/${OTHER}`;
  await open({
    'GET /api/auth/sessions': [
      [200, SESSIONS],
      [200, SESSIONS.slice(0, 1)],
    ],
    [revoke]: [refusal(409, 'Not now'), DONE],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out Chrome on Android' }));
  expect(screen.getAllByText('Handed over')).toHaveLength(1);
  expect(await screen.findByText('Not now')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Chrome on Android' }));
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull());
  const own = screen.getByRole('link', { name: 'Sign out Firefox on Mac' });
  expect(own.getAttribute('href')).toBe('/logout');
});

test('every other device is signed out at once; alone, there is nothing to press (AUTH-36 T11)', async () => {
  const others = 'DELETE /api/auth/sessions';
  const sent = await open({
    'GET /api/auth/sessions': [
      [200, SESSIONS],
      [200, SESSIONS.slice(0, 1)],
    ],
    [others]: [refusal(409, 'Not now'), [200, { ended: 1 }]],
  });
  const button = () => screen.queryByRole('button', { name: 'Sign out on every other device' });
  await vi.waitFor(() => expect(button()).not.toBeNull());
  press('Sign out on every other device');
  expect(await screen.findByText('Not now')).toBeTruthy();
  press('Sign out on every other device');
  await vi.waitFor(() => expect(button()).toBeNull());
  expect(screen.queryByText('Chrome on Android')).toBeNull();
  expect(sentTo(sent, others)).toHaveLength(2);
});
