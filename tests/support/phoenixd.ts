/** A phoenixd for tests of checks: it reports what it is and its balance, and pays nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A phoenixd with this balance, whose answers can be held back. */
export async function startPhoenixd(balanceSat: number) {
  let heldSat = balanceSat;
  let mayAnswer = Promise.resolve();
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    await mayAnswer;
    const answers: Record<string, unknown> = {
      '/getinfo': { nodeId: '02', chain: 'regtest' },
      '/getbalance': { balanceSat: heldSat },
    };
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' });
    response.end(answer ? JSON.stringify(answer) : 'Missing');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => server.close(),
    holds: (sats: number) => {
      heldSat = sats;
    },
    asked: () => asked,
    /** @returns releases its answers */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      mayAnswer = promise;
      return resolve;
    },
  };
}
