/**
 * The book of one child under random requests, answers and withdrawals, by several people at once,
 * compared with a model that is a few sums. After every step the two agree to the sat.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { books } from '#tests/support/deciders.ts';
import { addChild, joinAsChild, joinAsSpouse, record } from '#tests/support/family.ts';
import type { RequestKind, RequestState } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Kind = Exclude<RequestKind, 'import'>;
type Known = { id: string; kind: Kind; sats: bigint; state: RequestState };
type Model = { savings: bigint; spending: bigint; requests: Known[] };
type Real = { anna: Visitor; ben: Visitor; kid: Visitor; childId: string };
type Command = fc.AsyncCommand<Model, Real>;

const btc = (sats: bigint) => `0.${sats.toString().padStart(8, '0')}`;
const heldIn = (model: Model, kind: Kind) =>
  model.requests
    .filter((one) => one.kind === kind && one.state === 'pending')
    .reduce((sum, one) => sum + one.sats, 0n);

/** The model's effect of approving this amount. */
function move(model: Model, kind: Kind, sats: bigint) {
  if (kind !== 'earned') model.savings += kind === 'withdrawal' ? -sats : sats;
  model.spending += kind === 'savings_transfer' ? -sats : sats;
}

async function agree(model: Model, { childId }: Real) {
  const held = heldIn(model, 'withdrawal') + heldIn(model, 'savings_transfer');
  expect(await books(app, childId)).toMatchObject({
    savings: model.savings,
    spending: model.spending,
    held,
    openHolds: held,
  });
}

class Ask implements Command {
  readonly kind: Kind;
  readonly sats: bigint;
  constructor(kind: Kind, sats: bigint) {
    this.kind = kind;
    this.sats = sats;
  }
  check = (model: Model) => model.requests.filter((one) => one.state === 'pending').length < 20;
  async run(model: Model, real: Real) {
    const { kind, sats } = this;
    const reply =
      kind === 'withdrawal'
        ? await real.kid.send('POST', '/api/withdrawal-requests', {
            childId: real.childId,
            amount: btc(sats),
            reason: 'Model',
          })
        : await record(
            real.kid,
            real.childId,
            kind === 'earned' ? kind : 'savings_deposit',
            btc(sats),
          );
    const from = kind === 'withdrawal' ? model.savings : model.spending;
    const fits = kind === 'earned' || sats <= from - heldIn(model, kind);
    expect(reply.status, reply.text).toBe(fits ? 200 : 409);
    const { id } = reply.body as { id: string };
    if (fits) model.requests.push({ id, kind, sats, state: 'pending' });
    await agree(model, real);
  }
  toString = () => `ask ${this.kind} ${this.sats}`;
}

/** Several people answer a request at once; the first reply decides. */
class AnswerAtOnce implements Command {
  readonly which: number;
  readonly answers: readonly ('yes' | 'no' | 'less' | 'back')[];
  constructor(which: number, answers: readonly ('yes' | 'no' | 'less' | 'back')[]) {
    this.which = which;
    this.answers = answers;
  }
  check = (model: Model) => model.requests.length > 0;
  async run(model: Model, real: Real) {
    const one = model.requests[this.which % model.requests.length] as Known;
    const replies = await Promise.all(
      this.answers.map((answer, i) => {
        const path = `/api/requests/${one.id}`;
        if (answer === 'back') return real.kid.send('DELETE', path);
        const less = answer === 'less' && { amount: btc(one.sats / 2n + 1n) };
        const body = { approved: answer !== 'no', ...less };
        return (i % 2 ? real.anna : real.ben).send('PATCH', path, body);
      }),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(one.state === 'pending' ? 1 : 0);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    if (won[0]) {
      const reply = won[0].body as { state: RequestState; approvedAmount: string | null };
      one.state = reply.state;
      if (reply.approvedAmount !== null)
        move(model, one.kind, BigInt(reply.approvedAmount.replace('.', '')));
    }
    await agree(model, real);
  }
  toString = () => `answer ${this.which} ${this.answers.join()}`;
}

class ApproveAll implements Command {
  check = () => true;
  async run(model: Model, real: Real) {
    const ids = model.requests.map(({ id }) => id);
    if (ids.length === 0) return;
    const both = await Promise.all(
      [real.anna, real.ben].map((who) => who.send('POST', '/api/requests/approve-all', { ids })),
    );
    const yes = both.flatMap(({ body }) => (body as { approved: string[] }).approved);
    const open = model.requests.filter((one) => one.state === 'pending');
    expect(yes.toSorted()).toEqual(open.map(({ id }) => id).toSorted());
    for (const one of open) {
      one.state = 'approved';
      move(model, one.kind, one.sats);
    }
    await agree(model, real);
  }
  toString = () => 'approve all';
}

let runs = 0;
async function setup(): Promise<{ model: Model; real: Real }> {
  const name = `m${++runs}`;
  const anna = await app.signIn(`${name}-anna@example.com`);
  const { id: childId } = await addChild(anna);
  await record(anna, childId, 'bonus', btc(1000n));
  await record(anna, childId, 'earned', btc(500n));
  const ben = await joinAsSpouse(app, anna, `${name}-ben@example.com`);
  const kid = await joinAsChild(app, anna, childId, `${name}-kid@example.com`);
  return {
    model: { savings: 1000n, spending: 500n, requests: [] },
    real: { anna, ben, kid, childId },
  };
}

const answers = fc.array(
  fc.constantFrom('yes' as const, 'no' as const, 'less' as const, 'back' as const),
  {
    minLength: 1,
    maxLength: 6,
  },
);
const commands = fc.commands(
  [
    fc
      .tuple(fc.constantFrom<Kind>('withdrawal', 'savings_transfer', 'earned'), fc.bigInt(1n, 900n))
      .map(([kind, sats]) => new Ask(kind, sats)),
    fc.tuple(fc.nat(30), answers).map(([which, all]) => new AnswerAtOnce(which, all)),
    fc.constant(new ApproveAll()),
  ],
  { maxCommands: 30 },
);

test(
  'random requests and concurrent answers agree with a model of sums (T17 APPR-05 APPR-18 APPR-19)',
  () =>
    fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const prepared = await setup();
        await fc.asyncModelRun(() => prepared, list);
      }),
      { numRuns: 12, endOnFailure: true, seed: 20_261_121 },
    ),
  120_000,
);
