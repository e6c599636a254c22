/**
 * Sends one queued push: only to a device that still belongs to its reader, encrypted for it (RFC
 * 8291), with only the kind of event in fixed words. For a change that can be undone it includes
 * the id, which isn't displayed.
 */
import webPush from 'web-push';
import { mailTime } from '#core/quiet-hours.ts';
import type { Pool } from '#server/db/sql.ts';
import { sessionLimits } from '#server/http/actor.ts';
import type { OutboundRules } from '#server/outbound/reach.ts';
import { sendOut } from '#server/outbound/request.ts';
import type { Push, PushResult } from '#server/queue.ts';
import type { PushKind } from './contract.ts';
import type { VapidKeys } from './keys.ts';
import { secondsToLive } from './rules.ts';
import { findTarget, type Target, unsubscribe } from './store.ts';
import { WORDS } from './words.ts';

export type PushSender = {
  owner: Pool;
  keys: VapidKeys;
  /** Contact for the push service: this program's address. */
  contact: string;
  rules: OutboundRules;
  clock: () => Date;
};

const GONE = [404, 410];

/** @throws Error if it should be retried */
export async function deliverPush(sender: PushSender, push: Push): Promise<PushResult> {
  const { owner, rules, clock } = sender;
  const now = clock();
  const target = await findTarget(owner, push, sessionLimits(now));
  if (!target) return 'nobody';
  const notBefore = mailTime(target.role, now, target.zone);
  if (notBefore > now) return { notBefore };
  const { status } = await sendOut(target.endpoint, request(sender, target, push, now), rules);
  if (GONE.includes(status)) {
    await unsubscribe(owner, push.familyId, push.sessionId);
    return 'gone';
  }
  if (status < 200 || status > 299) throw new Error(`A push was not taken: ${status}`);
  return 'sent';
}

function request({ keys, contact }: PushSender, target: Target, { kind, copyId }: Push, now: Date) {
  const { endpoint, p256dh, auth, role, zone, language } = target;
  // If the person's language is unknown, the device uses its own texts.
  const text = language && WORDS[language][kind as PushKind];
  return webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ kind, ...(text && { text }), ...(copyId && { copyId }) }),
    {
      vapidDetails: { subject: contact, ...keys },
      TTL: secondsToLive(role, now, zone),
      topic: kind,
      contentEncoding: 'aes128gcm',
    },
  ) as { method: string; headers: Record<string, string | number>; body: Uint8Array };
}
