/** Saves the language of a link pressed in a public page's footer, for the app too. */
export function keepLanguage(page: Document = document): void {
  for (const link of page.querySelectorAll<HTMLElement>('[data-language]'))
    link.addEventListener('click', () => {
      try {
        localStorage.setItem('satling_language', link.dataset.language as string);
      } catch {
        // Storage is full or forbidden: the link works anyway.
      }
    });
}
