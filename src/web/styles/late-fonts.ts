/**
 * Loads the fonts of fonts.css after the app's first paint, because its script and its call are
 * more urgent; until then local faces of the same size are used.
 */
import body from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import display from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';

const FACES = [
  ['Atkinson Hyperlegible Next Variable', body],
  ['Bricolage Grotesque Variable', display],
] as const;

export function loadFontsLate(): void {
  const painted = new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length === 0) return;
    painted.disconnect();
    // Without them, the local faces stay.
    for (const [family, file] of FACES) load(family, file).catch(() => undefined);
  });
  painted.observe({ type: 'paint', buffered: true });
}

async function load(family: string, file: string): Promise<void> {
  const answer = await fetch(file);
  if (!answer.ok) return;
  const face = new FontFace(family, await answer.arrayBuffer(), { weight: '200 800' });
  document.fonts.add(await face.load());
}
