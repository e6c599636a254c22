/** Loads the fonts after a public page's first paint, which they must not delay. */
import fonts from '#web/styles/fonts.css?url';

export function loadFontsLate(): void {
  const painted = new PerformanceObserver(() => {
    painted.disconnect();
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = fonts;
    document.head.append(sheet);
  });
  painted.observe({ type: 'paint', buffered: true });
}
