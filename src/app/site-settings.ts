/** What the operator's settings tell the public pages, by the names that the pages use. */
import type { Values } from './fill.ts';

export type SiteSettings = {
  /** Where the source of this program is. */
  readonly sourceUrl?: string | undefined;
  /** Where page views are reported to. */
  readonly analyticsUrl?: string | undefined;
};

export function siteValues(publicUrl: string, site: SiteSettings = {}): Values {
  return {
    publicUrl,
    sourceUrl: site.sourceUrl,
    analytics: site.analyticsUrl && 'on',
  };
}
