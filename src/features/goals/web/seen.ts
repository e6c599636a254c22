/** How many stamps of each goal this reader has seen, so that each is celebrated only once. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { senderOf } from '#web/query.ts';

const KEY = 'satling_stamps_seen';

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/**
 * The number seen before this visit; the current one is stored for the next. Nothing is stored for
 * sample data.
 */
export function useSeenStamps(goalId: string, stamps: number): number {
  const isSample = senderOf(useQueryClient()) !== undefined;
  const [before] = useState(() => (isSample ? stamps : (read()[goalId] ?? stamps)));
  useEffect(() => {
    if (isSample) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [goalId]: stamps }));
    } catch {
      // Where storage is forbidden the stamps appear without animation.
    }
  }, [goalId, stamps, isSample]);
  return before;
}
