/** The token of a sign-in link: out of the address bar before anything else can see it there. */

let taken: string | undefined;

/** Reads the token once; asked again, it answers the same without the address. */
export function takeToken(): string | undefined {
  const found = new URLSearchParams(location.search).get('token');
  if (found !== null) {
    taken = found === '' ? undefined : found;
    history.replaceState(history.state, '', location.pathname);
  }
  return taken;
}

/** The token was spent, or its page is over. */
export function dropToken(): void {
  taken = undefined;
}
