/** A family's children: each book's owner, allowance and limits. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import {
  btc,
  btcText,
  date,
  done,
  email,
  id,
  line,
  moment,
  nothing,
  weekday,
  whole,
} from '#contract/fields.ts';
import { COVERS } from '#core/covers.ts';
import { FACES } from '#core/faces.ts';

export const GENDERS = ['boy', 'girl'] as const;
export const AGE_INVALID = check('INVALID_AGE');
export const NAME_REQUIRED = check('NAME_REQUIRED');

export const DEFAULT_THRESHOLD_SATS = 100_000n;
export const MAX_CHILDREN = 30;
/** How long any adult can restore a closed book. */
export const RESTORE_HOURS = 72;

export const Child = v.object({
  id,
  name: v.string(),
  age: v.number(),
  /** `2017-04`; determines the age. */
  birthMonth: v.string(),
  gender: v.picklist(GENDERS),
  /** The chosen picture, or the default for the gender. */
  face: v.picklist(FACES),
  /** The color of the book: evergreen until one is chosen. */
  cover: v.picklist(COVERS),
  /** The child's position among all books the family ever had, from 0: its color on all screens. */
  slot: v.number(),
  /** The amount that would be booked now. */
  weeklyAllowance: btcText,
  /** Agreed in a currency: the weekly amount in its smallest unit, and the current price. */
  agreedAllowance: v.nullable(
    v.object({
      currency: v.string(),
      minor: v.number(),
      most: btcText,
      minorPerBtc: v.number(),
      /** The source's price is more than 48 hours old: due weeks wait for approval. */
      isPriceOld: v.boolean(),
    }),
  ),
  allowanceDay: weekday,
  spendingThreshold: btcText,
  savingsBalance: btcText,
  /** Savings minus the holds of open requests. */
  availableSavings: btcText,
  spendingBalance: btcText,
  /** Spending money minus the holds of open requests. */
  availableSpending: btcText,
  /** The part of the available spending money above the limit. */
  aboveLimit: btcText,
  /** The child's own money in goals. */
  goalsBalance: btcText,
  /** The next day with an allowance to book; null if there is none. */
  nextAllowanceDate: v.nullable(date),
  daysUntilAllowance: v.nullable(v.number()),
  /** The current pause or the next one, both dates included; null if none is set. */
  pause: v.nullable(v.object({ from: date, to: date })),
  parentId: v.nullable(id),
  email: v.nullable(v.string()),
  /** The address of an open invitation to sign in for this child; adults only. */
  invitedEmail: v.nullable(v.string()),
  userId: v.nullable(id),
  addressLabel: v.nullable(v.string()),
  lightningAddress: v.nullable(v.string()),
  netWorthShare: v.nullable(v.number()),
  profileImageUrl: v.nullable(v.string()),
  createdAt: moment,
  updatedAt: moment,
});
export type Child = v.InferOutput<typeof Child>;

/** A closed book that can still be restored. */
export const ClosedBook = v.object({
  id,
  name: v.string(),
  /** First name or address of the person who closed it; null if they have left. */
  closedBy: v.nullable(v.string()),
  closedAt: moment,
  /** When it will be erased for good. */
  restorableUntil: moment,
});
export type ClosedBook = v.InferOutput<typeof ClosedBook>;

const name = line(1, 60, NAME_REQUIRED);
const age = whole(1, 18, AGE_INVALID);
const gender = v.picklist(GENDERS, check('EXPECTED_GENDER'));
const face = v.picklist(FACES, check('EXPECTED_FACE'));
const cover = v.picklist(COVERS, check('EXPECTED_COVER'));

export const NewChild = v.strictObject({
  name,
  age,
  weeklyAllowance: v.optional(btc(), '0'),
  allowanceDay: v.optional(weekday, 0),
  gender: v.optional(gender, 'boy'),
  /** If omitted, the default for the gender. */
  face: v.optional(face),
});

export const children = {
  list: endpoint({
    method: 'GET',
    path: '/api/children',
    access: 'adult',
    etag: true,
    input: nothing,
    output: v.array(Child),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/children/{id}',
    access: 'ownChild',
    input: v.strictObject({ id }),
    output: Child,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/children',
    access: 'adult',
    money: 'none',
    input: NewChild,
    output: Child,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/children/{id}',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      id,
      name: v.optional(name),
      age: v.optional(age),
      gender: v.optional(gender),
    }),
    output: Child,
  }),
  chooseFace: endpoint({
    method: 'PUT',
    path: '/api/children/{id}/face',
    access: 'ownChild',
    money: 'none',
    input: v.strictObject({ id, face: v.optional(face), cover: v.optional(cover) }),
    output: Child,
  }),
  setThreshold: endpoint({
    method: 'PATCH',
    path: '/api/children/{id}/spending-threshold',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id, threshold: btc() }),
    output: Child,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/children/{id}',
    access: 'adult',
    money: 'destroys',
    input: v.strictObject({ id }),
    output: done,
  }),
  closed: endpoint({
    method: 'GET',
    path: '/api/children/closed',
    access: 'adult',
    input: nothing,
    output: v.array(ClosedBook),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/children/{id}/restore',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
  inviteToSignIn: endpoint({
    method: 'POST',
    path: '/api/children/{id}/sign-in',
    access: 'adult',
    money: 'none',
    fresh: true,
    input: v.strictObject({ id, email: email() }),
    output: done,
  }),
  endSignIn: endpoint({
    method: 'DELETE',
    path: '/api/children/{id}/sign-in',
    access: 'adult',
    money: 'none',
    fresh: true,
    input: v.strictObject({ id }),
    output: done,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const childrenSummaries: Summaries<typeof children> = {
  list: 'The children of the family',
  get: 'One child',
  create: 'Add a child',
  edit: 'Change name, age or gender',
  chooseFace: 'Choose the picture of a child, or the color of its book; a child chooses its own',
  setThreshold: 'Change the Lightning spending limit',
  remove: 'Close a child’s book; it is erased after 72 hours',
  closed: 'Closed books that can still be restored',
  restore: 'Restore a closed book whole, within 72 hours',
  inviteToSignIn: 'Let a child sign in with an e-mail address of its own',
  endSignIn: 'Take a child’s own sign-in away; its sessions end at once',
};
