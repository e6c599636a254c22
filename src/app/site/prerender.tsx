/** Renders the home page to text, for the build. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { THEME_BOOT } from '#web/ui/theme-boot.ts';
import { Landing } from './landing.tsx';
import { LANDING_BOOT } from './landing-boot.ts';
import type { Prerendered } from './prerendered.ts';

export function prerenderLanding(): Prerendered {
  return {
    body: renderToStaticMarkup(
      <MessagesProvider>
        <Landing />
      </MessagesProvider>,
    ),
    title: 'Satling: pocket money that teaches Bitcoin',
    description:
      'A savings book for every child. Families keep their own keys, decide together, and pay ' +
      'pocket money in sats from their own wallet. Free, run on donations.',
    scripts: [THEME_BOOT, LANDING_BOOT],
  };
}
