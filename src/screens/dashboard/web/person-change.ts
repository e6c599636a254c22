/** Notices on the next call that the tablet was handed over, or back, in another tab. */

import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { auth, type User } from '#features/people/auth/contract.ts';
import { ownerOf } from '#features/people/auth/rules.ts';
import { startAfresh } from '#features/people/handover/web/start-afresh.ts';
import { statusOf } from '#web/errors.ts';
import { keyOf } from '#web/query.ts';

/**
 * After a refused call, asks who is signed in; clears the page if it was drawn for another person.
 */
export function usePersonChange(user: User | undefined, begin = startAfresh): void {
  const queries = useQueryClient();
  useEffect(() => onDenied(queries, () => void askWhoIsHere(queries)), [queries]);
  const drawnFor = useRef<string | undefined>(undefined);
  const person = ownerOf(user);
  useEffect(() => {
    if (person === undefined) return;
    if (drawnFor.current !== undefined && drawnFor.current !== person) begin(queries);
    drawnFor.current = person;
  }, [person, queries, begin]);
}

const askWhoIsHere = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: keyOf(auth.user, {}), exact: true });

function onDenied(queries: QueryClient, then: () => void): () => void {
  const own = keyOf(auth.user, {}).join('/');
  const ends = [
    queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (event.query.queryKey.join('/') !== own && isDenied(event.action.error)) then();
    }),
    queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (isDenied(event.action.error)) then();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

const isDenied = (error: unknown) => statusOf(error) === 403;
