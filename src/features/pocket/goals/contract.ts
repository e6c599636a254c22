/** Goals: a family's or child's savings targets, contributions to them, and their pictures. */

import * as v from 'valibot';
import { check } from '#contract/checks.ts';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import {
  blankOrId,
  btcAboveZero,
  btcText,
  date,
  done,
  enteredDate,
  id,
  line,
  moment,
  nothing,
} from '#contract/fields.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import { isPictureAddress } from '#core/picture-address.ts';

export const CATEGORIES = [
  'vacation',
  'education',
  'toy',
  'bike',
  'car',
  'home',
  'electronics',
  'sports',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const CONTRIBUTION_TYPES = ['allowance', 'bonus', 'savings', 'chores', 'gift'] as const;
export type ContributionType = (typeof CONTRIBUTION_TYPES)[number];

export const TITLE_REQUIRED = check('TITLE_REQUIRED');
export const TITLE_TOO_LONG = check('TITLE_TOO_LONG');
export const DESCRIPTION_REQUIRED = check('DEFINITION_REQUIRED');
export const TARGET_REQUIRED = check('TARGET_REQUIRED');
export const CATEGORY_REQUIRED = check('CATEGORY_REQUIRED');
export const AMOUNT_REQUIRED = check('AMOUNT_REQUIRED');
export const TYPE_REQUIRED = check('CONTRIBUTION_TYPE_REQUIRED');
export const DATE_PAST = check('DATE_PAST');
export const PICTURE_ADDRESS = check('EXPECTED_HTTPS');
export const PICTURE_WRONG = check('PICTURE_WRONG');

export const TITLE_MAX = 100;
export const DESCRIPTION_MAX = 500;
export const MAX_GOALS = 50;
/** For one child's own goals: open at a time, and created per day. */
export const MAX_OWN_GOALS = 10;
export const MOST_OWN_GOALS_A_DAY = 20;
/** A stored picture's longest side in pixels, and its size in bytes. */
export const PICTURE_SIDE = 640;
export const PICTURE_BYTES = 160 * 1024;
const PICTURE_TEXT = Math.ceil(PICTURE_BYTES / 3) * 4;

/** The server checks the names, to keep them out of the first load. */
export const drawingName = v.pipe(v.string(), v.maxLength(20)) as v.GenericSchema<GoalDrawing>;

export const Goal = v.object({
  id,
  /** The creator; a child sees it only for its own goals. */
  createdBy: v.nullable(id),
  creatorType: v.picklist(['parent', 'child']),
  /** The owner of a personal goal; null for the family's. */
  ownerChildId: v.nullable(id),
  title: v.string(),
  /** Empty for a child unless the goal is its own. */
  description: v.string(),
  category: v.picklist(CATEGORIES),
  /** The chosen one, otherwise the category's. */
  drawing: drawingName,
  targetAmount: btcText,
  currentAmount: btcText,
  targetDate: v.nullable(date),
  /** A picture stored here, or an https address, which no page loads. */
  imageUrl: v.nullable(v.string()),
  state: v.picklist(['open', 'bought']),
  /** True if the reader has seen that it is full. */
  fullSeen: v.boolean(),
  /** Whether the reading child has asked for it to be bought; for adults, whether any child has. */
  buyAsked: v.boolean(),
  /** The reading child's contribution; null for adults, and once those entries were pruned. */
  ownAmount: v.nullable(btcText),
  /** The parents' contribution; null for a child. */
  parentsAmount: v.nullable(btcText),
  /** The expected date of completion at the current allowances. */
  forecastDate: v.nullable(date),
  createdAt: moment,
  updatedAt: moment,
});
export type Goal = v.InferOutput<typeof Goal>;

export const Contribution = v.object({
  /** The entry's id; the account's for an amount brought forward. */
  id,
  childId: v.nullable(id),
  childName: v.string(),
  /** Negative if it was taken back. */
  amount: btcText,
  /** Null if brought forward: the sum of older entries that were pruned, up to `createdAt`. */
  contributionType: v.nullable(v.picklist(CONTRIBUTION_TYPES)),
  description: v.string(),
  createdAt: moment,
  /** True if it can still be reversed by its own call. */
  canTakeBack: v.boolean(),
});
export type Contribution = v.InferOutput<typeof Contribution>;

const title = v.pipe(
  v.string(TITLE_REQUIRED),
  v.maxLength(TITLE_MAX * 4, TITLE_TOO_LONG),
  line(1, TITLE_MAX * 4, TITLE_REQUIRED),
  v.maxLength(TITLE_MAX, TITLE_TOO_LONG),
);
const description = line(1, DESCRIPTION_MAX, DESCRIPTION_REQUIRED);
const category = v.picklist(CATEGORIES, CATEGORY_REQUIRED);
const imageUrl = v.pipe(
  v.string(PICTURE_ADDRESS),
  v.maxLength(500, PICTURE_ADDRESS),
  v.check(isPictureAddress, PICTURE_ADDRESS),
);

export const goals = {
  list: endpoint({
    method: 'GET',
    path: '/api/family-goals',
    access: 'member',
    etag: true,
    input: nothing,
    output: v.array(Goal),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/family-goals',
    access: 'member',
    money: 'none',
    input: v.strictObject({
      title,
      description,
      targetAmount: btcAboveZero(TARGET_REQUIRED),
      category: v.optional(category, 'other'),
      drawing: v.optional(drawingName),
      targetDate: v.optional(enteredDate),
      imageUrl: v.optional(imageUrl),
    }),
    output: Goal,
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/family-goals/{id}',
    access: 'member',
    money: 'none',
    input: v.strictObject({
      id,
      title: v.optional(title),
      description: v.optional(description),
      targetAmount: v.optional(btcAboveZero(TARGET_REQUIRED)),
      category: v.optional(category),
      drawing: v.optional(v.nullable(drawingName)),
      targetDate: v.optional(v.nullable(enteredDate)),
      imageUrl: v.optional(v.nullable(imageUrl)),
    }),
    output: Goal,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/family-goals/{id}',
    access: 'member',
    money: 'moves',
    input: v.strictObject({ id }),
    output: done,
  }),
  buy: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/bought',
    access: 'adult',
    money: 'none',
    input: v.strictObject({ id }),
    output: Goal,
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/seen',
    access: 'member',
    money: 'none',
    input: v.strictObject({ id }),
    output: done,
  }),
  contributions: endpoint({
    method: 'GET',
    path: '/api/family-goals/{id}/contributions',
    access: 'member',
    input: v.strictObject({ id }),
    output: v.array(Contribution),
  }),
  contribute: endpoint({
    method: 'POST',
    path: '/api/family-goals/{id}/contributions',
    access: 'adult',
    money: 'none',
    input: v.strictObject({
      id,
      amount: btcAboveZero(AMOUNT_REQUIRED),
      contributionType: v.picklist(CONTRIBUTION_TYPES, TYPE_REQUIRED),
      childId: v.optional(blankOrId),
      description: v.optional(line(0, 200)),
    }),
    output: Goal,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/goal-contributions/{id}/undo',
    access: 'adult',
    money: 'moves',
    input: v.strictObject({ id }),
    output: done,
  }),
  setPicture: endpoint({
    method: 'PUT',
    path: '/api/family-goals/{id}/picture',
    access: 'member',
    money: 'none',
    input: v.strictObject({
      id,
      picture: v.pipe(
        v.string(PICTURE_WRONG),
        v.maxLength(PICTURE_TEXT, PICTURE_WRONG),
        v.regex(/^[A-Za-z0-9+/]+={0,2}$/, PICTURE_WRONG),
      ),
    }),
    output: Goal,
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const goalSummaries: Summaries<typeof goals> = {
  list: 'The goals; a child gets the family’s and its own, without others’ parts',
  create: 'Create a goal of the family; what a child creates is its personal goal',
  edit: 'Change a goal; null takes date, picture or chosen drawing away; a child: its own',
  remove: 'Delete a goal: parts of children go back to their savings; a child: its own',
  buy: 'A complete goal was bought: every part leaves the book, the goal stays to look at',
  seen: 'The caller was shown that the goal is full: it is celebrated once for each person',
  contributions: 'What went into a goal, the newest first, up to 500; a child gets its own',
  contribute: 'Put something into a goal, from the parents or for a child',
  takeBack: 'Take a contribution back within 24 hours',
  setPicture: 'Store a picture (base64), already resized; a child for its own goal only',
};

/** Mounted separately, because the reply is the picture. */
export const goalPictures = {
  show: endpoint({
    method: 'GET',
    path: '/api/goal-pictures/{id}',
    access: 'member',
    input: v.strictObject({ id }),
    output: v.string(),
  }),
};

/** For the API documentation; a separate object to keep it out of the browser bundle. */
export const goalPictureSummaries: Summaries<typeof goalPictures> = {
  show: 'A picture that was stored for a goal',
};
