/** Shows whether this browser can encrypt, and lists what is missing if it can't. */
import { t } from '@lingui/core/macro';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { HttpsWays } from '#web/ui/https-ways.tsx';
import { TickIcon } from '#web/ui/icons.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { type BrowserCapability, isPlainHttp } from '#web/vault/capability.ts';
import { useCapability } from './use-capability.ts';

/** Only a browser that can encrypt can continue. */
export function CompatibilityStep({ onDone }: { onDone: () => void }) {
  const capability = useCapability();
  if (!capability) return <Loading label={t`Checking this browser`} height="14rem" />;
  return (
    <div className="grid gap-4">
      <p>{t`Your wallet is encrypted on this device, before anything is sent.`}</p>
      {capability.supported ? (
        <>
          <p className="flex items-center gap-2">
            <TickIcon size={20} className="text-green" />
            {t`Your browser can do this.`}
          </p>
          <div className="form-actions">
            <Button onClick={onDone}>{t`Continue`}</Button>
          </div>
        </>
      ) : (
        <CannotEncrypt capability={capability} />
      )}
    </div>
  );
}

export function CannotEncrypt({ capability }: { capability: BrowserCapability }) {
  const missing = partsOf(capability)
    .filter(({ isThere }) => !isThere)
    .map(({ name }) => name)
    .join(', ');
  return (
    <Banner tone="warn" title={t`This browser cannot encrypt here`}>
      <p>{t`It lacks: ${missing}.`}</p>
      {isPlainHttp() ? (
        <>
          <p>{t`This page was loaded over plain HTTP from another machine. Browsers encrypt only over HTTPS or on the machine itself. Ask the person who runs Satling for an HTTPS address, or open it on that machine as http://localhost. Your children’s books work as usual.`}</p>
          <HttpsWays />
        </>
      ) : (
        <p>{t`Update it, or use another one: Firefox, Chrome, Edge and Safari can do it. Your children’s books work as they are.`}</p>
      )}
    </Banner>
  );
}

/** The specified names are the same in every language. */
const partsOf = ({ webCrypto, pbkdf2, aesGcm, randomValues }: BrowserCapability) => [
  { name: 'Web Crypto API', isThere: webCrypto },
  { name: 'PBKDF2', isThere: pbkdf2 },
  { name: 'AES-GCM', isThere: aesGcm },
  { name: t`secure random numbers`, isThere: randomValues },
];
