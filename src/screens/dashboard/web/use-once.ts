/** For parts that stay on the screen once they have appeared. */
import { useState } from 'react';

/** Stays true once `now` has been true. */
export function useOnce(now: boolean): boolean {
  const [was, setWas] = useState(now);
  if (now && !was) setWas(true);
  return now || was;
}
