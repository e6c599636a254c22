/** The stamps of each goal that this reader has already seen: each is celebrated only once. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { auth } from '#features/people/auth/contract.ts';
import { goals } from '#features/pocket/goals/contract.ts';
import { callApi, newKey } from '#web/api.ts';
import { query, senderOf } from '#web/query.ts';
import type { ViewGoal } from '../view-goal.ts';

const KEY = 'satling_stamps_seen';

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/**
 * The number seen before this visit; stores the current one for the next. The server remembers for
 * each person, on any device, that a card is full, so its last stamp lands once. The browser
 * remembers the earlier stamps, also per person, since several may share one. Stores nothing for
 * sample data.
 */
export function useSeenStamps(view: ViewGoal): number {
  const { id, goal, stamps, complete, bought } = view;
  const isSample = senderOf(useQueryClient()) !== undefined;
  const user = useQuery({ ...query(auth.user, {}), enabled: !isSample }).data;
  const key = user && !isSample ? `${user.childId ?? user.id} ${id}` : undefined;
  const [before, setBefore] = useState<number>();
  const isNews = complete && !bought && !goal.fullSeen;
  if (key && before === undefined) {
    const known = complete ? undefined : read()[key];
    setBefore(known ?? (isNews ? stamps - 1 : stamps));
  }
  useEffect(() => {
    if (!key) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [key]: stamps }));
    } catch {
      // If storage is forbidden, the stamps appear without animation.
    }
  }, [key, stamps]);
  useTellSeen(id, isNews && before !== undefined);
  return before ?? stamps;
}

function useTellSeen(id: string, isShown: boolean) {
  const queries = useQueryClient();
  const isSent = useRef(false);
  useEffect(() => {
    if (!isShown || isSent.current) return;
    isSent.current = true;
    callApi(goals.seen, { id }, newKey()).then(
      () => queries.invalidateQueries(),
      () => undefined, // it is shown once more on the next visit
    );
  }, [id, isShown, queries]);
}
