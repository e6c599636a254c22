/** The token of a sign-in link, removed from the address bar before anything else can see it. */

let taken: string | undefined;
let guest: string | undefined;

/** Reads the token from the address once; later calls return the same one. */
export function takeToken(): string | undefined {
  const found = new URLSearchParams(location.search).get('token');
  if (found !== null) {
    taken = found === '' ? undefined : found;
    guest = new URLSearchParams(location.hash.slice(1)).get('guest') ?? undefined;
    history.replaceState(history.state, '', location.pathname);
  }
  return taken;
}

/** The recipient of an invitation's link; undefined for any other link. */
export const guestAddress = (): string | undefined => guest;

/** Drops the token after use, or when its page is left. */
export function dropToken(): void {
  taken = undefined;
  guest = undefined;
}
