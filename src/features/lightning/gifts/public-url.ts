/** Whether payers' wallets can reach this server. */
import { allowedUrl } from '#server/outbound/reach.ts';

/** A public name over https at the usual port: payers' wallets go nowhere else. */
export const isPublic = (publicUrl: string): boolean => {
  const url = allowedUrl(publicUrl, {});
  return url?.protocol === 'https:' && url.port === '';
};
