/** A Lightning address server (LUD-06, 12, 16, 21) over a wallet of the lab: `name@host:port`. */
import { HttpError } from '../chain/esplora-json.ts';
import { type HttpQuestion, type HttpService, startHttpService } from '../http-service.ts';
import type { LabWallet } from './lab-wallet.ts';

const MIN_MSAT = 1_000;
const MAX_MSAT = 100_000_000_000;
const COMMENT_CHARS = 200;

/** How a dishonest or careless server alters its replies. */
export interface LnurlTricks {
  /** The invoice has a different amount than requested. */
  amountMsat?: (asked: number) => number;
  /** The invoice's description hash belongs to other metadata. */
  metadata?: (real: string) => string;
  /** The callback leads to this address. */
  callback?: string;
}

export interface LnurlServer extends HttpService {
  addressOf: (name: string) => string;
  tricks: LnurlTricks;
}

const refuse = (reason: string) => ({ status: 'ERROR', reason });

export async function startLnurlServer(wallet: LabWallet, port = 0): Promise<LnurlServer> {
  const tricks: LnurlTricks = {};
  const metadataOf = (name: string, host: string): string =>
    JSON.stringify([
      ['text/plain', `Pay ${name}`],
      ['text/identifier', `${name}@${host}`],
    ]);

  const callback = ({ url, headers }: HttpQuestion, name: string): object => {
    const asked = Number(url.searchParams.get('amount'));
    if (!Number.isInteger(asked) || asked < MIN_MSAT || asked > MAX_MSAT) {
      return refuse(`amount: expected ${MIN_MSAT} to ${MAX_MSAT} msat`);
    }
    const metadata = metadataOf(name, headers.host ?? '');
    const amount = tricks.amountMsat?.(asked) ?? asked;
    const invoice = wallet.invoiceFor(amount, tricks.metadata?.(metadata) ?? metadata);
    const verify = `http://${headers.host}/verify/${invoice.hash}`;
    return { pr: invoice.bolt11, routes: [], verify };
  };

  const verify = (hash: string): object => {
    const found = wallet.find({ hash });
    if (!found) return refuse('Not found');
    const settled = found.settledAt !== undefined;
    return { status: 'OK', settled, preimage: found.preimage ?? null, pr: found.bolt11 };
  };

  const service = await startHttpService(async (question) => {
    const { pathname } = question.url;
    const [room, name = '', part = ''] = pathname.slice(1).split('/');
    const host = question.headers.host ?? '';
    if (room === '.well-known' && name === 'lnurlp' && part !== '') {
      return {
        tag: 'payRequest',
        callback: tricks.callback ?? `http://${host}/pay/${part}`,
        minSendable: MIN_MSAT,
        maxSendable: MAX_MSAT,
        metadata: metadataOf(part, host),
        commentAllowed: COMMENT_CHARS,
      };
    }
    if (room === 'pay') return callback(question, name);
    if (room === 'verify') return verify(name);
    throw new HttpError(404, 'Not found');
  }, port);
  return { ...service, tricks, addressOf: (name) => `${name}@${new URL(service.url).host}` };
}
