/** The token of a sign-in link, removed from the address bar before anything else can see it. */

let taken: string | undefined;

/** Reads the token from the address once; later calls return the same one. */
export function takeToken(): string | undefined {
  const found = new URLSearchParams(location.search).get('token');
  if (found !== null) {
    taken = found === '' ? undefined : found;
    history.replaceState(history.state, '', location.pathname);
  }
  return taken;
}

/** Forgets the token after use, or when its page is left. */
export function dropToken(): void {
  taken = undefined;
}
