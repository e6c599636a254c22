/** How many stamps of each goal this reader has seen, so that each is celebrated only once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { auth } from '#features/auth/contract.ts';
import { query, senderOf } from '#web/query.ts';
import type { ViewGoal } from './view-goal.ts';

const KEY = 'satling_stamps_seen';

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/**
 * The number seen before this visit; the current one is stored for the next. Several people may
 * read in one browser, so it is kept for each of them. Who sees a full card for the first time sees
 * its last stamp land. Nothing is stored for sample data.
 */
export function useSeenStamps({ id, stamps, complete, bought }: ViewGoal): number {
  const isSample = senderOf(useQueryClient()) !== undefined;
  const user = useQuery({ ...query(auth.user, {}), enabled: !isSample }).data;
  const key = user && !isSample ? `${user.childId ?? user.id} ${id}` : undefined;
  const [before, setBefore] = useState<number>();
  if (key && before === undefined)
    setBefore(read()[key] ?? (complete && !bought ? stamps - 1 : stamps));
  useEffect(() => {
    if (!key) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [key]: stamps }));
    } catch {
      // Where storage is forbidden the stamps appear without animation.
    }
  }, [key, stamps]);
  return before ?? stamps;
}
