/**
 * The home page's entry: its style sheet and its script. The build puts both into the page itself;
 * the fonts come after the first paint, so that they never delay it.
 */
import fonts from '#web/styles/fonts.css?url';
import './landing.css';
import { startLanding } from './landing-script.ts';

void startLanding();

const painted = new PerformanceObserver(() => {
  painted.disconnect();
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = fonts;
  document.head.append(sheet);
});
painted.observe({ type: 'paint', buffered: true });
