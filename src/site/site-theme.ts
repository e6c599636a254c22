/** The theme switch in a public page's footer: the same choice as in the app, without React. */
import { THEME_KEY } from '#web/ui/theme-boot.ts';

export function startTheme(page: Document = document): void {
  const box = page.querySelector<HTMLElement>('[data-theme-switch]');
  if (!box) return;
  const root = page.documentElement;
  const choices = [...box.querySelectorAll('input')];
  const now = root.dataset.theme ?? 'system';
  for (const choice of choices) {
    choice.checked = choice.value === now;
    choice.addEventListener('change', () => choose(root, choice.value));
  }
  // Useless without scripts, so it stays hidden until now.
  box.dataset.ready = '';
}

function choose(root: HTMLElement, theme: string) {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is full or forbidden: the choice then lasts as long as the page.
  }
}
