/** How many stamps this reader has seen of each goal, so that joy comes once and never again. */
import { useEffect, useState } from 'react';

const KEY = 'satling_stamps_seen';

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** What was seen before this visit; the present number is noted for the next one. */
export function useSeenStamps(goalId: string, stamps: number): number {
  const [before] = useState(() => read()[goalId] ?? stamps);
  useEffect(() => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [goalId]: stamps }));
    } catch {
      // Where storage is forbidden the stamps simply are there.
    }
  }, [goalId, stamps]);
  return before;
}
