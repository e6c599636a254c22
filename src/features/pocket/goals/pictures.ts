/** Goal pictures: stored, and served from our own address. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Tx } from '#server/db/sql.ts';
import { findActor } from '#server/http/actor.ts';
import { authorise } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { newId } from '#server/ids.ts';
import { goalPictures } from './contract.ts';
import type { Picture } from './rules.ts';
import { visibleTo } from './store.ts';

/** A picture never changes under its id, so browsers may cache it, privately. */
export function mountGoalPictures(app: FastifyInstance, services: Mounted): void {
  app.get(goalPictures.show.path.replace('{id}', ':id'), (request, reply) =>
    services.lanes.run(request, reply, () => show(services, request, reply)),
  );
}

async function show(services: Mounted, request: FastifyRequest, reply: FastifyReply) {
  const e = goalPictures.show;
  const cookie = services.cookies.read(request, 'session');
  const actor = await findActor(services.db.app, cookie, services.admins, services.clock());
  authorise(e.access, actor);
  const input = v.safeParse(e.input, {
    ...(request.query as object),
    ...(request.params as object),
  });
  if (!input.success) throw new Refusal('VALIDATION_ERROR', because('PICTURE_ID_ALONE'));
  const { id } = input.output;
  const found = await services.db.readFamily(actor.familyId, (tx) =>
    findPicture(tx, actor.familyId, id, actor.childId),
  );
  if (!found) throw new Refusal('NOT_FOUND', because('NO_PICTURE'));
  reply.header('cache-control', 'private, max-age=31536000, immutable');
  reply.header('content-disposition', 'inline');
  return reply.type(found.kind).send(found.bytes);
}

export async function savePicture(
  tx: Tx,
  familyId: string,
  goalId: string,
  { kind, bytes }: { kind: Picture['kind']; bytes: Uint8Array },
  now: Date,
): Promise<void> {
  const imageId = newId(now.getTime());
  await tx`DELETE FROM goal_image WHERE family_id = ${familyId} AND goal_id = ${goalId}`;
  await tx`
    INSERT INTO goal_image (family_id, image_id, goal_id, kind, bytes, created_at)
    VALUES (${familyId}, ${imageId}, ${goalId}, ${kind}, ${bytes}, ${now})`;
  await tx`
    UPDATE goal SET image_id = ${imageId}, image_url = NULL, updated_at = ${now}
    WHERE family_id = ${familyId} AND goal_id = ${goalId}`;
}

/** Only for goals that the caller may see. */
async function findPicture(
  tx: Tx,
  familyId: string,
  imageId: string,
  viewer: string | null,
): Promise<{ kind: Picture['kind']; bytes: Uint8Array } | undefined> {
  const [row] = await tx<{ kind: Picture['kind']; bytes: Uint8Array }[]>`
    SELECT i.kind, i.bytes FROM goal_image i
    JOIN goal g ON g.family_id = i.family_id AND g.goal_id = i.goal_id
    WHERE i.family_id = ${familyId} AND i.image_id = ${imageId}
      AND ${visibleTo(tx, tx`${viewer}::uuid`)}`;
  return row;
}
