/** Dispatches an event for each press on a public page's `data-event` elements. */

export function startEvents(page: Document = document): void {
  page.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest('[data-event]') : null;
    const name = pressed?.getAttribute('data-event');
    if (name) window.dispatchEvent(new CustomEvent('satling:event', { detail: { name } }));
  });
}
