/** For what stays on the screen once it was there. */
import { useState } from 'react';

/** Stays true once it was. */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
