/** The operator's settings for the pages, under the public pages' names. */
import type { Values } from './fill.ts';
import { qrCode } from './qr-code.ts';

export type SiteSettings = {
  /** The address of this program's source. */
  readonly sourceUrl?: string | undefined;
  /** The collector of page views. */
  readonly analyticsUrl?: string | undefined;
  /** A Bitcoin address or a payment code. */
  readonly donationAddress?: string | undefined;
  /** name@host */
  readonly donationLightning?: string | undefined;
  /** The rate for showing dollars, if not the default fixed rate. */
  readonly usdPerBtc?: number | undefined;
};

/** @param sells whether this server sells anything */
export function siteValues(publicUrl: string, site: SiteSettings = {}, sells = false): Values {
  const { donationAddress, donationLightning } = site;
  return {
    publicUrl,
    sourceUrl: site.sourceUrl,
    analytics: site.analyticsUrl && 'on',
    sells: sells ? 'on' : undefined,
    donations: donationAddress ?? donationLightning,
    donationAddress,
    donationAddressQr: donationAddress && { html: qrCode(scanned(donationAddress)) },
    donationLightning,
    donationLightningQr: donationLightning && { html: qrCode(donationLightning) },
  };
}

/** Wallets open an address by its scheme (BIP 21); payment codes stay unchanged. */
const scanned = (code: string): string =>
  /^(bc1|tb1|bcrt1|[123mn])/.test(code) ? `bitcoin:${code}` : code;
