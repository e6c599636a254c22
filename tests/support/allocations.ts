/** The calls about allocations that tests make, at both addresses of an answer. */
import type { Allocation } from '../../src/features/allocations/contract.ts';
import type { Visitor } from './app.ts';

export const approve = (who: Visitor, id: string, body: object) =>
  who.send('POST', `/api/allocations/${id}/approve`, body);
export const decide = (who: Visitor, id: string, body: object) =>
  who.send('PATCH', `/api/goal-allocations/${id}/approve`, body);
export const pending = async (who: Visitor): Promise<Allocation[]> =>
  (await who.get('/api/pending-allocations')).body;
export const active = async (who: Visitor, query = ''): Promise<Allocation[]> =>
  (await who.get(`/api/allocations/active${query}`)).body;
