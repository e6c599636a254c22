/** A public ticker that replies as a test wants. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PriceSourceName } from '#core/price.ts';
import type { PriceSource } from '#server/adapters/price/source.ts';

export type TickerReply = { status?: number; body: unknown };
export type Asking = { method: string; path: string; headers: IncomingHttpHeaders };

export type PriceServer = {
  source: PriceSource;
  /** A price for every currency; a whole reply; or 'nothing', which hangs up. */
  says: (what: string | TickerReply) => void;
  asked: Asking[];
  close: () => Promise<void>;
};

const WORDS: Readonly<Record<PriceSourceName, (path: string, price: string) => unknown>> = {
  coinbase: (path, amount) => ({
    data: { amount, base: 'BTC', currency: path.split('-')[1]?.slice(0, 3) },
  }),
  kraken: (path, price) => ({
    error: [],
    result: { [`XXBTZ${path.slice(-3)}`]: { a: ['1', '1', '1'], c: [price, '0.001'] } },
  }),
};

export async function startPriceServer(name: PriceSourceName = 'coinbase'): Promise<PriceServer> {
  let said: string | TickerReply = '61000';
  const asked: Asking[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, headers });
    if (said === 'nothing') return void response.destroy();
    const { status = 200, body } = typeof said === 'string' ? spoken(path, said) : said;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  const spoken = (path: string, price: string): TickerReply => ({ body: WORDS[name](path, price) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    source: { name, origin: `http://${host}`, rules: { trusted: [host] } },
    says: (what) => {
      said = what;
    },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
