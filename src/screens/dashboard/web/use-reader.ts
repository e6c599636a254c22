/** A page's reader, and the books they may read. */

import { useQuery } from '@tanstack/react-query';
import { family as familyCalls } from '#features/household/family/contract.ts';
import type { User } from '#features/people/auth/contract.ts';
import { type Child, children as childrenCalls } from '#features/people/children/contract.ts';
import { query } from '#web/query.ts';
import { useUser } from './calls.ts';

export interface Reader {
  user: User;
  isChild: boolean;
  /** The family's, in its order; empty for a child. */
  children: readonly Child[];
  /** The readable books: all children's, or the reader's own. */
  books: readonly Child[];
  timeZone: string | undefined;
}

export function useReader(): Reader | undefined {
  const user = useUser();
  const isAdult = user !== undefined && user.role !== 'child';
  const children = useQuery({ ...query(childrenCalls.list, {}), enabled: isAdult }).data;
  const family = useQuery({ ...query(familyCalls.get, {}), enabled: isAdult }).data;
  const ownId = user?.role === 'child' ? user.childId : null;
  const own = useQuery({
    ...query(childrenCalls.get, { id: ownId ?? '' }),
    enabled: ownId !== null,
  }).data;
  if (!user) return undefined;
  if (!isAdult) {
    if (ownId && !own) return undefined;
    return { user, isChild: true, children: [], books: own ? [own] : [], timeZone: undefined };
  }
  return children && family
    ? { user, isChild: false, children, books: children, timeZone: family.timeZone }
    : undefined;
}
