/** Everybody in the play family, a newcomer, a visitor and the operator, each signed in. */
import { makePlayFamily, PLAY_EMAILS } from '#tools/play-family.ts';
import { SEAL_KEY, type TestApp, type Visitor } from './app.ts';
import { joinAsChild } from './family.ts';

/** The app must be started with this operator. */
export const OPERATOR = 'operator@example.com';

/** @returns people by role; a child by its name: Mia is 8, Leo 12, Ida 16, one of each age band. */
export async function playPeople(app: TestApp): Promise<Map<string, Visitor>> {
  await makePlayFamily(app.app, app.services, app.clock, SEAL_KEY);
  const anna = await app.signIn(PLAY_EMAILS.parent);
  const people = new Map([
    ['visitor', app.visitor()],
    ['parent', anna],
    ['spouse', await app.signIn(PLAY_EMAILS.spouse)],
    ['newcomer', await app.signIn('new@example.com')],
    ['operator', await app.signIn(OPERATOR)],
  ]);
  const { children } = (await anna.get('/api/dashboard')).body as {
    children: { id: string; name: string }[];
  };
  for (const { id, name } of children)
    people.set(name, await joinAsChild(app, anna, id, `${name.toLowerCase()}@example.com`));
  return people;
}
