/** Turns the dates on cards into ages, as of the reader's today: “2 weeks ago”. */
import { ageOf } from '../rules.ts';

export function showAges(root: HTMLElement, now = new Date()): void {
  const { lang } = root.ownerDocument.documentElement;
  const words = new Intl.RelativeTimeFormat(lang || 'en', { numeric: 'auto' });
  const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(now);
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
    const { value, unit } = ageOf(time.dateTime, today);
    time.title = time.textContent ?? '';
    time.textContent = words.format(-value, unit);
  }
}
