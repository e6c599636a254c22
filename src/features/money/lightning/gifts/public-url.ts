/** Checks that payers' wallets can reach this server. */
import { allowedUrl } from '#server/outbound/reach.ts';

/** Requires a public name over https on the default port: payers' wallets call nothing else. */
export const isPublic = (publicUrl: string): boolean => {
  const url = allowedUrl(publicUrl, {});
  return url?.protocol === 'https:' && url.port === '';
};
