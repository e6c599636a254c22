/** How many stamps this reader has seen of each goal, so that joy comes once and never again. */
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
 * What was seen before this visit; the present number is noted for the next one. Of sample data
 * nothing is noted.
 */
export function useSeenStamps(goalId: string, stamps: number): number {
  const isSample = senderOf(useQueryClient()) !== undefined;
  const [before] = useState(() => (isSample ? stamps : (read()[goalId] ?? stamps)));
  useEffect(() => {
    if (isSample) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [goalId]: stamps }));
    } catch {
      // Where storage is forbidden the stamps simply are there.
    }
  }, [goalId, stamps, isSample]);
  return before;
}
