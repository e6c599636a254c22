/** Decides which picture addresses a goal may have. Pure. */

/** The name of a public host, then perhaps a path: no sign-in, no port, no bare IP number. */
const PICTURE_ADDRESS =
  /^https:\/\/(?<host>(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9])(?:[/?#][\x21-\x7e]*)?$/i;
const LOCAL_HOST = /\.(?:local|localhost|internal|onion|test|invalid)$/i;

/** A public https address without any character that could end an attribute of a page. */
export function isPictureAddress(text: string): boolean {
  const host = PICTURE_ADDRESS.exec(text)?.groups?.host;
  return host !== undefined && !LOCAL_HOST.test(host) && !/["'<>\\`]/.test(text);
}
