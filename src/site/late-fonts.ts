/** The fonts come after the first paint of a public page, so that they never delay it. */
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
