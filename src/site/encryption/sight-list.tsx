/** The server's view in each mode, drawn from the table that the tests check. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type Seen, SIGHTS, type Sight } from '#core/vault/sight.ts';
import { CloseIcon, KeyIcon, TickIcon } from '#web/ui/icons.tsx';

export function SightList() {
  const names = useNames();
  return (
    <ul className="sights">
      {SIGHTS.map(({ what, standard, encrypted }) => (
        <li key={what} data-sight={what}>
          <strong>{names[what]}</strong>
          <dl>
            <div>
              <dt>
                <Trans>Standard</Trans>
              </dt>
              <Mark sight={standard} />
            </div>
            <div>
              <dt>
                <Trans>Zero-knowledge</Trans>
              </dt>
              <Mark sight={encrypted} />
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Mark({ sight }: { sight: Sight }) {
  const { t } = useLingui();
  const marks = {
    readable: { Icon: TickIcon, text: t`can be read` },
    locked: { Icon: KeyIcon, text: t`only a locked copy` },
    absent: { Icon: CloseIcon, text: t`is never here` },
  };
  const { Icon, text } = marks[sight];
  return (
    <dd className={`sight-${sight}`}>
      <Icon size={20} />
      {text}
    </dd>
  );
}

function useNames(): Record<Seen, string> {
  const { t } = useLingui();
  return {
    BOOK: t`The book: names, lines, goals and requests`,
    PUBLIC_KEY: t`Your Bitcoin wallet’s public key, or the one address that it is, unless you let it be looked up`,
    WALLET_ADDRESSES: t`The key’s addresses that are in use or prepared: what they hold is looked up`,
    PAYING_CONNECTION: t`A Lightning connection that can pay`,
    EARLIER_SUB_WALLET: t`The connection to a child’s own wallet on your Hub, if you made it in standard mode`,
    RECEIVING_CONNECTION: t`A Lightning connection that only receives, if you choose one`,
    PROVIDER: t`Which Lightning wallet it is, and where it is reached`,
    LIGHTNING_ADDRESSES: t`Lightning addresses, which others may know anyway`,
    PASSPHRASE: t`Your passphrase itself; a passkey that unlocks the wallet needs a locked copy of it here`,
    PRIVATE_KEYS: t`Private keys and secret words; nobody asks for them`,
  };
}
