/** A wallet's key in the wrong field stays in the browser. */
import { afterEach, expect, test, vi } from 'vitest';
import { type Endpoint, nameOf } from '#contract/endpoint.ts';
import { endpoints } from '#tests/web/contracts.ts';
import { fakeApi } from '#tests/web/support.tsx';
import { VPUB, XPRV } from '#tests/web/wallet.ts';
import { callApi } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

/** What leaves the browser, and where a person sees why not. */
async function send(call: Endpoint, input: object) {
  const sent = fakeApi(() => [500, '']);
  const why: unknown = await callApi(call, input as never).catch((error: unknown) => error);
  return { sent: sent.length, field: (why as { field?: string }).field };
}

test('three calls accept a wallet’s key; none of the others sends one, in any field (T09 VAULT-01)', async () => {
  const takers: string[] = [];
  for (const call of endpoints) {
    const { sent, field } = await send(call, { reason: `Pizza ${VPUB}` });
    if (sent > 0) takers.push(nameOf(call));
    else expect(field, nameOf(call)).toBe('reason');
  }
  expect([...new Set(takers)].sort()).toEqual([
    'POST /api/wallet/configure',
    'POST /api/wallet/scan-balance',
    'POST /api/wallet/set-encryption-preference',
  ]);
});

test.each([
  ['a private one', XPRV],
  ['in a descriptor', `wpkh([28645006/84h/1h/0h]${VPUB}/<0;1>/*)`],
  ['over two lines', `${VPUB.slice(0, 50)}\n  ${VPUB.slice(50)}`],
  ['deeper inside', [{ name: VPUB }]],
])('a key is found: %s (T09)', async (_, value) => {
  const [call] = endpoints.filter((one) => nameOf(one) === 'POST /api/children');
  expect(await send(call as Endpoint, { value })).toEqual({ sent: 0, field: 'value' });
  // A mere beginning is an ordinary word.
  expect((await send(call as Endpoint, { value: VPUB.slice(0, 60) })).sent).toBe(1);
});
