/**
 * Keeps the language of the link that was pressed in the foot of a public page, for the app too.
 */
export function keepLanguage(page: Document = document): void {
  for (const link of page.querySelectorAll<HTMLElement>('[data-language]'))
    link.addEventListener('click', () => {
      try {
        localStorage.setItem('satling_language', link.dataset.language as string);
      } catch {
        // Storage is full or forbidden: the link leads there all the same.
      }
    });
}
