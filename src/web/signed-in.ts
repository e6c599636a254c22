/** The readable cookie next to the session: whether to ask the server who is signed in. */
export const isSignedIn = (): boolean => document.cookie.split('; ').includes('signed_in=1');
