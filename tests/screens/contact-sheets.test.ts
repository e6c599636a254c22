/**
 * `npm run screens`: takes a picture of every screen in screens.ts, on the play family's year, for
 * people to look at. Other tests check what must hold on every page.
 */
import { beforeAll, test } from 'vitest';
import type { Visitor } from '../support/app.ts';
import { OPERATOR, playPeople } from '../support/play-people.ts';
import { appAndBrowser } from '../support/with-browser.ts';
import { SCREENS } from './screens.ts';
import { takeSheet } from './take.ts';

const world = await appAndBrowser({ admins: [OPERATOR] });
let people: Map<string, Visitor>;
beforeAll(async () => {
  people = await playPeople(world.app);
}, 300_000);

test.each(SCREENS)('$name', (screen) =>
  takeSheet(world, screen, async () => people.get(screen.who) as Visitor),
);
