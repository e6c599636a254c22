/** The readable cookie next to the session: whether to fetch the signed-in user. */
export const isSignedIn = (): boolean => document.cookie.split('; ').includes('signed_in=1');
