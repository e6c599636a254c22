/** This browser's support for encryption; undefined until tested. */
import { useQuery } from '@tanstack/react-query';
import { type BrowserCapability, browserCapability } from '#web/vault/capability.ts';

export const useCapability = (): BrowserCapability | undefined =>
  useQuery({
    queryKey: ['browser-capability'],
    queryFn: browserCapability,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  }).data;
