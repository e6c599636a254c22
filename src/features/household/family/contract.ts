/** The members of a family, its setup, and how people join and leave. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Output, type Summaries } from '#contract/endpoint.ts';
import { btcText, date, done, email, id, moment, nothing, whole } from '#contract/fields.ts';
import { Child, MAX_CHILDREN, NewChild } from '#features/people/children/contract.ts';

export const DEFAULT_SPOUSE_SHARE = 50;
/** How long a promotion to full parent can be cancelled; its rights start afterwards. */
export const UNDO_HOURS = 72;
export const EMAIL_REQUIRED = check('SPOUSE_EMAIL_REQUIRED');

export const Spouse = v.object({
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  email: v.string(),
  netWorthShare: v.number(),
  /** `invited` until the other person accepts. */
  state: v.picklist(['invited', 'accepted']),
  /** A spouse with all of a parent's rights. */
  isFullParent: v.boolean(),
  /** When these rights start; until then, the parent who gave them can take them back. */
  fullParentAt: v.nullable(moment),
  /** When the open invitation was last sent. */
  invitedAt: v.nullable(moment),
});

/** The access to the family that the spouse has given to others. */
export const SpouseAccess = v.object({
  /** Children with their own sign-in, by the spouse's invitation. */
  signIns: v.array(v.object({ childName: v.string(), email: v.string() })),
  /** Open invitations that the spouse has sent. */
  invitations: v.array(v.object({ childName: v.string(), email: v.string() })),
  /** How many of their devices are handed over to a child. */
  handedOver: v.number(),
});
export type SpouseAccess = v.InferOutput<typeof SpouseAccess>;

/** An adult of the family, joined or invited. */
export const Adult = v.object({
  firstName: v.nullable(v.string()),
  email: v.string(),
  role: v.picklist(['parent', 'spouse']),
  state: v.picklist(['invited', 'accepted']),
  isYou: v.boolean(),
  /** Their part of the parents' money, in percent. */
  share: v.number(),
  /** When the open invitation was last sent. */
  invitedAt: v.nullable(moment),
});
export type Adult = v.InferOutput<typeof Adult>;

/** Percents are whole numbers; with `notShared` they add up to 100, or all are 0. */
export const Overview = v.object({
  /** Adults and children who have joined, not those only invited. */
  totalMembers: v.number(),
  parentNetWorthShare: v.number(),
  spouseNetWorthShare: v.number(),
  childrenShares: v.array(
    v.object({
      childId: id,
      childName: v.string(),
      sharePercentage: v.number(),
      balanceAmount: btcText,
    }),
  ),
  /** The part that the other adult doesn't share with the caller. */
  notShared: v.number(),
  /** The parents' contributions to goals. */
  parentsAmount: btcText,
  totalAmount: btcText,
  /** Starts with the parent who created the book. */
  adults: v.array(Adult),
});
export type Overview = v.InferOutput<typeof Overview>;

const percentage = whole(0, 100, check('EXPECTED_SHARE'));

export const Invitation = v.object({
  id,
  /** The inviter's first name, or email address. */
  invitedBy: v.string(),
  /** Anyone can choose any first name; the address identifies the person. */
  inviterEmail: v.string(),
  role: v.picklist(['spouse', 'child']),
  expiresAt: moment,
});

export const Family = v.object({
  timeZone: v.string(),
  payAutomatically: v.boolean(),
  /** Its own Bitcoin wallet is set up: Home then shows whether it covers the books. */
  hasWallet: v.boolean(),
  /** It is encrypted: only a parent's browser can open it. */
  hasEncryptedWallet: v.boolean(),
  /** A Lightning wallet of either form is connected. */
  hasLightning: v.boolean(),
  /** How many gifts from outside need an answer. */
  giftsWaiting: v.number(),
  /** How many pay days still have to be paid out. */
  payoutsOwed: v.number(),
  /** Payments requested by a child, due in a browser, or unaccounted for by the wallet. */
  paymentsWaiting: v.number(),
  /** How many deposits have no recipient yet. */
  depositsWaiting: v.number(),
  /** How many sends a parent still has to pay. */
  sendsWaiting: v.number(),
  /** The family's date and weekday now. */
  today: date,
  weekday: v.number(),
  createdAt: moment,
});
export type Family = v.InferOutput<typeof Family>;

export const family = {
  get: endpoint({
    method: 'GET',
    path: '/api/family',
    access: 'adult',
    input: nothing,
    output: Family,
  }),
  setup: endpoint({
    method: 'POST',
    path: '/api/family/setup',
    access: 'parent',
    money: 'none',
    /** Deliberately without `passphrase`: a call that sends one is refused (400). */
    input: v.strictObject({
      children: v.pipe(
        v.array(NewChild),
        v.maxLength(MAX_CHILDREN, check('AT_MOST_CHILDREN', { most: MAX_CHILDREN })),
      ),
      useEncryption: v.optional(v.boolean(), false),
      timeZone: v.optional(v.pipe(v.string(), v.maxLength(60))),
    }),
    output: v.object({ success: v.literal(true), children: v.array(Child) }),
  }),
  spouse: endpoint({
    method: 'GET',
    path: '/api/family/spouse',
    access: 'adult',
    input: nothing,
    output: v.nullable(Spouse),
  }),
  inviteSpouse: endpoint({
    method: 'POST',
    path: '/api/family/invite-spouse',
    access: 'parent',
    money: 'none',
    fresh: true,
    input: v.strictObject({
      email: email(EMAIL_REQUIRED),
      netWorthShare: v.optional(percentage, DEFAULT_SPOUSE_SHARE),
    }),
    output: Spouse,
  }),
  resendSpouse: endpoint({
    method: 'POST',
    path: '/api/family/resend-spouse-invitation',
    access: 'parent',
    money: 'none',
    input: nothing,
    output: Spouse,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/family/overview',
    access: 'adult',
    input: nothing,
    output: Overview,
  }),
  shareNetWorth: endpoint({
    method: 'POST',
    path: '/api/family-net-worth/settings',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      sharingEnabled: v.boolean('Expected true or false'),
      sharePercentage: percentage,
    }),
    output: v.object({ sharingEnabled: v.boolean(), sharePercentage: v.number() }),
  }),
  adjustShare: endpoint({
    method: 'PATCH',
    path: '/api/family/net-worth-sharing',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ spouseShare: percentage }),
    output: Spouse,
  }),
  makeFullParent: endpoint({
    method: 'POST',
    path: '/api/family/spouse/full-parent',
    access: 'parent',
    money: 'none',
    fresh: true,
    input: nothing,
    output: done,
  }),
  undoFullParent: endpoint({
    method: 'DELETE',
    path: '/api/family/spouse/full-parent',
    access: 'parent',
    money: 'none',
    input: nothing,
    output: done,
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/family/leave',
    access: 'member',
    money: 'none',
    fresh: true,
    input: nothing,
    output: done,
  }),
  spouseAccess: endpoint({
    method: 'GET',
    path: '/api/family/spouse/access',
    access: 'parent',
    input: nothing,
    output: SpouseAccess,
  }),
  removeSpouse: endpoint({
    method: 'DELETE',
    path: '/api/family/spouse',
    access: 'parent',
    money: 'none',
    fresh: true,
    input: nothing,
    output: done,
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/api/invitations',
    access: 'user',
    input: nothing,
    output: v.array(Invitation),
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/invitations/{id}/join',
    access: 'user',
    money: 'none',
    fresh: true,
    input: v.strictObject({ id }),
    output: done,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/invitations/{id}/decline',
    access: 'user',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const familySummaries: Summaries<typeof family> = {
  get: 'Time zone, today’s date there, and whether allowances are paid automatically',
  setup: 'Finish the family step of onboarding: add children by name and age; the rest is optional',
  spouse: 'The spouse, invited or accepted; null when there is none',
  inviteSpouse: 'Invite a spouse by e-mail; nothing changes until they join',
  resendSpouse: 'Send the invitation again',
  overview: 'Everybody in the family, and what part of the total is counted as whose',
  shareNetWorth: 'What of one’s own part the other adult sees',
  adjustShare: 'The spouse’s share of what is the parents’; the parent gets the rest',
  makeFullParent: 'Give the spouse every right of a parent, from 72 hours later',
  undoFullParent: 'Take these rights back, within 72 hours',
  leave: 'Leave the family; another parent must stay; a child’s own sign-in ends',
  spouseAccess: 'What ends with the spouse’s access',
  removeSpouse: 'Remove the spouse or take the invitation back; their sessions end at once',
  invitations: 'Open invitations to the address of the signed-in person',
  join: 'Join the inviting family',
  decline: 'No, my own family',
};

/** The other parent, joined or invited. */
export type SpouseRecord = NonNullable<Output<typeof family.spouse>>;
