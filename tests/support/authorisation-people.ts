/** Rows of the calls about people: signing in, the family, invitations, handed-over tablets. */
import {
  adults,
  adultsOfThisFamily,
  everyone,
  mail,
  mapAll,
  mia,
  nothing,
  onAdults,
  parents,
  type Row,
  signedIn,
} from './authorisation-rows.ts';
import type { ActorName, ActorsWorld } from './world.ts';

/** The family already has its second adult. */
const JOINED = { parent: 409 } as const;

export const people: Record<string, Row> = {
  'auth.start': { input: mail, expect: everyone },
  'auth.resend': { input: mail, expect: everyone },
  'auth.magicLink': { input: mail, expect: everyone },
  // Public, but useless without a token or code: everybody gets the same refusal.
  'auth.verify': { input: () => ({ token: 'wrong' }), expect: mapAll(401) },
  'auth.claim': { input: () => ({ code: 'wrong' }), expect: mapAll(401) },
  'auth.verifyCode': { input: () => ({ code: '12345678' }), expect: mapAll(401) },
  'auth.pending': { input: () => ({ token: 'wrong' }), expect: everyone },
  'auth.user': { input: nothing, expect: signedIn },
  'auth.rename': { input: () => ({ firstName: 'Anna' }), expect: signedIn },
  'auth.language': { input: () => ({ language: 'de' }), expect: signedIn },
  'auth.amountUnit': { input: () => ({ unit: 'btc' }), expect: signedIn },
  'auth.logout': { input: nothing, expect: everyone },
  'auth.sessions': { input: nothing, expect: signedIn },
  // Names a session of the parent's, unavailable to others.
  'auth.revokeSession': {
    input: async (world) => ({ id: await ownSession(world) }),
    expect: { ...mapAll(404), anonymous: 401, removed: 401, parent: 'ok' },
  },
  'auth.revokeOtherSessions': { input: nothing, expect: signedIn },
  'stepUp.sendCode': { input: nothing, expect: signedIn },
  // Useless without a code mailed to this session.
  'stepUp.confirm': {
    input: () => ({ code: '12345678' }),
    expect: { ...mapAll(400), anonymous: 401, removed: 401 },
  },
  'passkeys.list': { input: nothing, expect: signedIn },
  'passkeys.startAdding': { input: nothing, expect: signedIn },
  // Useless without a passkey's answer to this session's challenge.
  'passkeys.add': {
    input: () => ({ id: 'AAAA', clientDataJSON: 'AA', attestationObject: 'AA', transports: [] }),
    expect: { ...mapAll(400), anonymous: 401, removed: 401 },
  },
  'passkeys.remove': {
    input: () => ({ id: '01a1fca1-0000-7000-8000-000000000000' }),
    expect: { ...mapAll(404), anonymous: 401, removed: 401 },
  },
  'passkeys.startConfirming': { input: nothing, expect: signedIn },
  'passkeys.startSigningIn': { input: nothing, expect: everyone },
  'passkeys.signIn': {
    input: () => ({ id: 'AAAA', clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }),
    expect: mapAll(401),
  },
  'recovery.state': { input: nothing, expect: adults },
  'recovery.make': { input: nothing, expect: adults },
  'recovery.confirm': {
    input: () => ({ code: 'AAAA-AAAA-AAAA-AAAA' }),
    expect: { ...adults, ...onAdults(400) },
  },
  'recovery.signIn': { input: () => ({ code: 'AAAA-AAAA-AAAA-AAAA' }), expect: mapAll(401) },
  'rates.get': { input: nothing, expect: adults },
  'rates.set': { input: () => ({ currency: 'EUR', minorPerBtc: 6_100_000 }), expect: adults },
  'rates.clear': { input: nothing, expect: adults },
  'rates.source': { input: nothing, expect: adults },
  // This server has no price source.
  'rates.choose': {
    input: () => ({ currency: 'EUR' }),
    expect: { ...adults, ...onAdults(409) },
  },
  'rates.take': {
    input: () => ({ currency: 'EUR', minorPerBtc: 6_100_000 }),
    expect: { ...adults, ...onAdults(409) },
  },
  'help.list': { input: nothing, expect: adults },
  // An unknown address, which only permitted callers learn.
  'help.ask': {
    input: () => ({ email: 'nobody@example.com' }),
    expect: { ...parents, ...onAdults(400), spouse: 403 },
  },
  'help.stop': {
    input: () => ({ id: '01a1fca1-0000-7000-8000-000000000000' }),
    expect: { ...adults, ...onAdults(404) },
  },
  'passkeys.confirm': {
    input: () => ({ id: 'AAAA', clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' }),
    expect: { ...mapAll(400), anonymous: 401, removed: 401 },
  },
  'joining.offer': { input: () => ({ childId: null }), expect: { ...parents, ...JOINED } },
  'joining.look': { input: () => ({ id: 'A00000' }), expect: adults },
  'joining.letIn': {
    input: () => ({ id: 'A00000', match: '10' }),
    expect: { ...adults, ...onAdults(409) },
  },
  'joining.close': { input: () => ({ id: 'A00000' }), expect: adults },
  'joining.ask': { input: () => ({ code: 'A00000000000' }), expect: mapAll(400) },
  'joining.enter': { input: nothing, expect: everyone },
  'emailChange.get': { input: nothing, expect: adults },
  'emailChange.start': { input: mail, expect: adults },
  'emailChange.cancel': { input: nothing, expect: adults },
  // Like a sign-in link: useless without the token from a mail.
  'emailChange.confirm': { input: () => ({ token: 'wrong' }), expect: mapAll(401) },
  'family.get': { input: nothing, expect: adults },
  'family.setup': { input: () => ({ children: [] }), expect: parents },
  'family.spouse': { input: nothing, expect: adults },
  'family.inviteSpouse': { input: withoutSpouse, expect: parents },
  'family.resendSpouse': {
    input: async (world, actor) => {
      const { email } = await withoutSpouse(world, actor);
      if (parents[actor] === 'ok')
        await (await world.as(actor)).send('POST', '/api/family/invite-spouse', { email });
      return {};
    },
    expect: parents,
  },
  'family.spouseAccess': { input: withSpouse, expect: parents },
  'family.removeSpouse': { input: withSpouse, expect: parents },
  'family.overview': { input: nothing, expect: adults },
  'family.shareNetWorth': {
    input: () => ({ sharingEnabled: true, sharePercentage: 100 }),
    expect: adults,
  },
  'family.adjustShare': {
    input: async (world, actor) => {
      await withSpouse(world, actor);
      return { spouseShare: 40 };
    },
    expect: adults,
  },
  'family.makeFullParent': { input: withSpouse, expect: parents },
  'family.undoFullParent': { input: withFullParent, expect: parents },
  'family.leave': {
    input: async (world, actor) => {
      await withSpouse(world, actor);
      if (adults[actor] === 'ok')
        await (await world.as(actor)).send('POST', '/api/family/spouse/full-parent');
      return {};
    },
    expect: { ...signedIn, handedOver: 403 },
  },
  'family.invitations': { input: nothing, expect: signedIn },
  'family.join': {
    input: async (world) => ({ id: await invitationId(world) }),
    expect: { ...mapAll(404), anonymous: 401, removed: 401, invited: 'ok' },
  },
  'family.decline': {
    input: async (world) => ({ id: await invitationId(world) }),
    expect: { ...mapAll(404), anonymous: 401, removed: 401, invited: 'ok' },
  },
  'handover.pin': { input: nothing, expect: adults },
  'handover.setPin': { input: () => ({ pin: '2580' }), expect: adults },
  'handover.start': { input: mia, expect: adultsOfThisFamily },
  'handover.back': {
    input: () => ({ pin: '2580' }),
    expect: { ...mapAll(403), anonymous: 401, removed: 401, handedOver: 'ok' },
  },
};

/** Only a family without a spouse can invite one. */
async function withoutSpouse(world: ActorsWorld, actor: ActorName) {
  if (actor === 'parent') await (await world.as(actor)).send('DELETE', '/api/family/spouse');
  return mail();
}

/** A spouse for each parent: to remove, to make a full parent, to leave the family to. */
async function withSpouse(world: ActorsWorld, actor: ActorName) {
  if (parents[actor] !== 'ok') return {};
  const { body } = await (await world.as(actor)).get('/api/family/spouse');
  if ((body as { state?: string } | null)?.state !== 'accepted') await world.newSpouse(actor);
  return {};
}

/** A full parent whose promotion can still be undone. */
async function withFullParent(world: ActorsWorld, actor: ActorName) {
  await withSpouse(world, actor);
  if (parents[actor] === 'ok')
    await (await world.as(actor)).send('POST', '/api/family/spouse/full-parent');
  return {};
}

/** A session of the parent's that no other test needs. */
async function ownSession(world: ActorsWorld): Promise<string> {
  await world.as('parent');
  const [row] = await world.db.owner<{ sessionId: string }[]>`
    SELECT session_id FROM session WHERE user_id = ${await world.userId('parent')}
    ORDER BY created_at DESC, session_id DESC LIMIT 1`;
  return row?.sessionId as string;
}

/** An open invitation to the invited person. */
async function invitationId(world: ActorsWorld): Promise<string> {
  const open = () => world.db.owner<{ invitationId: string }[]>`
    SELECT invitation_id FROM invitation
    WHERE email = 'invited@example.com' AND answer IS NULL ORDER BY sent_at DESC LIMIT 1`;
  if ((await open()).length === 0) {
    const inviter = await world.as('otherParent');
    await inviter.send('POST', '/api/family/invite-spouse', { email: 'invited@example.com' });
  }
  return (await open())[0]?.invitationId ?? '01a1fca1-0000-7000-8000-000000000000';
}
