/**
 * The home page's only script. Drops cached answers, finds out whether someone is signed in (only
 * if the cookie hints at it), and announces clicks on the primary button as events of the page;
 * nothing leaves the browser.
 */
const CACHE_PREFIX = 'satling_cache';
const PATIENCE_MS = 8000;

/** Starts the page; `page` is the document it works on. */
export async function startLanding(page: Document = document): Promise<void> {
  clearCaches();
  for (const link of ctas(page)) link.addEventListener('click', () => announce(link));
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void settle(page);
  });
  await settle(page);
}

/** Only two states: signed in or not. Every failure means not. */
async function settle(page: Document): Promise<void> {
  if (page.cookie.split('; ').includes('signed_in=1')) {
    page.documentElement.dataset.auth = 'loading';
    if (await isMember()) for (const link of ctas(page)) welcome(link);
  }
  delete page.documentElement.dataset.auth;
}

async function isMember(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return (await fetch('/api/auth/user', { signal })).ok;
  } catch {
    return false;
  }
}

function welcome(link: HTMLAnchorElement) {
  link.href = link.dataset.memberHref ?? link.href;
  link.textContent = link.dataset.memberText ?? link.textContent;
  link.dataset.member = '';
}

function announce(link: HTMLAnchorElement) {
  const member = 'member' in link.dataset;
  const detail = member ? { name: 'cta_dashboard_access' } : { name: 'cta_get_started', step: 1 };
  window.dispatchEvent(new CustomEvent('satling:event', { detail }));
}

function ctas(page: Document): HTMLAnchorElement[] {
  return [...page.querySelectorAll<HTMLAnchorElement>('a[data-cta]')];
}

function clearCaches() {
  try {
    for (const store of [sessionStorage, localStorage]) {
      for (const key of Object.keys(store)) if (key.startsWith(CACHE_PREFIX)) store.removeItem(key);
    }
  } catch {
    // Storage is forbidden here, so nothing was cached either.
  }
}
