/** For what stays on the screen once it has appeared. */
import { useState } from 'react';

/** Stays true once it has been. */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
