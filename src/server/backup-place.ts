/** The off-site storage for backups, as set in BACKUP_PLACE. */
import { BadSetting, type Given } from './setting-values.ts';

/** A bucket on an S3-compatible server, addressed by path. */
export type BackupPlace = {
  /** `https://host:port` */
  origin: string;
  bucket: string;
  /** Prepended to each object's name; empty, or ends in a slash. */
  prefix: string;
  region: string;
  keyId: string;
  secret: string;
};

const FORM = 's3://KEY-ID:SECRET@host/bucket, with s3+http:// for a server without https';

export const isPlaceSet = ({ BACKUP_PLACE: place }: Given): boolean => Boolean(place);

/** @throws BadSetting, without repeating the address: it contains a secret */
export function backupPlace({ BACKUP_PLACE: text }: Given): BackupPlace | undefined {
  if (!text) return undefined;
  // URLs of non-special schemes keep the host as written.
  const found =
    /^s3(\+http)?:\/\/([^:/@]+):([^/@]+)@([\w.[\]:-]+)\/([a-z0-9.-]{3,63})(\/[\w./-]*)?(?:\?region=([a-z0-9-]+))?$/.exec(
      text,
    );
  if (!found) throw new BadSetting('BACKUP_PLACE', FORM, '…');
  const [, plain, keyId = '', secret = '', host = '', bucket = '', path = '', region] = found;
  const prefix = path.replace(/^\//, '').replace(/(?<=[^/])$/, '/');
  return {
    origin: `${plain ? 'http' : 'https'}://${host}`,
    ...{ bucket, prefix: prefix === '/' ? '' : prefix, region: region ?? 'us-east-1' },
    keyId: decodeURIComponent(keyId),
    secret: decodeURIComponent(secret),
  };
}
