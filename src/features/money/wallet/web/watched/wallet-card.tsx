/** The family's wallet on the parents' screen, in each of its states. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { vault } from '#features/money/vault/contract.ts';
import { childWallets } from '#features/money/wallet/children/contract.ts';
import { type WalletInfo, wallet } from '#features/money/wallet/watched/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { SearchingIcon, TickIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { CoverageChip } from '../coverage/coverage-chip.tsx';
import { DepositsWaiting } from '../deposits-waiting.tsx';
import type { EncryptedForm } from '../setup/configure-dialog.tsx';
import { ConfirmFirstAddress } from '../setup/confirm-first-address.tsx';
import { failureText, isTest } from '../words.ts';
import { EarlierNote } from './earlier-note.tsx';
import { WalletBalance } from './wallet-balance.tsx';
import '../wallet.css';

const ConfigureDialog = lazyPart(
  async () => (await import('../setup/configure-dialog.tsx')).ConfigureDialog,
);
const SourceDialog = lazyPart(async () => (await import('../source-dialog.tsx')).SourceDialog);

/** A scan is polled closely; otherwise the server reports changes. */
export const SCANNING_MS = 1_500;

interface WalletCardProps {
  /** Approximate height, reserved while it loads. */
  height: string;
  encrypted: EncryptedForm;
}

export function WalletCard({ height, encrypted }: WalletCardProps) {
  const answer = useQuery({
    ...query(wallet.familyInfo, {}),
    refetchInterval: ({ state }) => (state.data?.state === 'scanning' ? SCANNING_MS : false),
  });
  // Families that want encryption connect their first wallet in the encrypted form.
  useQuery({
    ...query(vault.preferences, {}),
    enabled: answer.data?.isConfigured === false,
    meta: { quiet: true },
  });
  const deposits = useQuery({
    ...query(childWallets.deposits, {}),
    enabled: answer.data !== undefined && mayReceive(answer.data),
  });
  // Once shown, it stays: a dialog may be open.
  const [wasShown, setShown] = useState(false);
  if (answer.data && !deposits.isLoading && !wasShown) setShown(true);
  const label = t`Opening the wallet`;
  return (
    <Loaded answer={answer} label={label} height={height}>
      {(info) =>
        // Pending deposits come first, so everything waits for them: the rest must not jump.
        deposits.isLoading && !wasShown ? (
          <Loading label={label} height={height} />
        ) : (
          <Wallet info={info} encrypted={encrypted} />
        )
      }
    </Loaded>
  );
}

/** True if deposits may arrive, in the wallet or in an earlier one. */
const mayReceive = ({ isConfigured, earlier }: WalletInfo): boolean =>
  isConfigured || earlier !== null;

type Open = 'configure' | 'source' | undefined;

type WalletProps = Pick<WalletCardProps, 'encrypted'> & { info: WalletInfo };

function Wallet({ info, encrypted }: WalletProps) {
  const [dialog, open] = useState<Open>();
  const close = () => open(undefined);
  return (
    <Card
      tone={info.isConfigured ? 'plain' : 'dashed'}
      className="dash-stack"
      aria-labelledby="family-wallet"
    >
      <div className="card-head">
        <h2 id="family-wallet">{t`Family wallet`}</h2>
        <p className="wallet-chips">
          <StateChip info={info} />
          {isTest(info.network) && <Chip tone="gold">{t`Test money`}</Chip>}
        </p>
      </div>
      {mayReceive(info) && <DepositsWaiting />}
      <EarlierNote earlier={info.earlier} />
      {partOf(info, open)}
      <Suspense fallback={null}>
        {dialog === 'configure' && (
          <ConfigureDialog info={info} encrypted={encrypted} onClose={close} />
        )}
        {dialog === 'source' && <SourceDialog source={info.source} onClose={close} />}
      </Suspense>
    </Card>
  );
}

function partOf(info: WalletInfo, open: (dialog: Open) => void): ReactNode {
  const edit = () => open('configure');
  const editButton = <Button look="alt" small onClick={edit}>{t`Edit`}</Button>;
  const sourceButton = (
    <Button
      look="quiet"
      small
      onClick={() => open('source')}
    >{t`Where do we look this up?`}</Button>
  );
  switch (info.state) {
    case 'not_configured':
      return (
        <>
          <p className="sub">
            {t`Connect the wallet that holds the savings, and see whether they’re covered. Read-only: no one can spend with it.`}
          </p>
          <div className="form-actions">
            <Button onClick={edit}>{t`Configure`}</Button>
          </div>
        </>
      );
    case 'check_address':
      return <ConfirmFirstAddress info={info} more={editButton} />;
    case 'no_source':
      return (
        <>
          <p>{t`Your wallet is saved. Nobody looks anything up until you choose whom to ask.`}</p>
          <div className="form-actions">
            <Button small onClick={() => open('source')}>{t`Choose whom to ask`}</Button>
            {editButton}
          </div>
        </>
      );
    case 'scanning':
      return <Scanning info={info} />;
    case 'connected':
    case 'not_checked':
      return (
        <>
          <WalletBalance info={info} />
          {info.state === 'not_checked' && info.scan?.failure && (
            <p className="field-error">{failureText(info.scan.failure)}</p>
          )}
          <CoverageChip />
          <div className="form-actions">
            <ScanButton info={info} />
            {editButton}
            {sourceButton}
          </div>
        </>
      );
  }
}

export function StateChip({ info: { state } }: { info: WalletInfo }) {
  switch (state) {
    case 'not_configured':
      return <Chip>{t`Not configured`}</Chip>;
    case 'check_address':
      return <Chip tone="blue" icon={<WaitingIcon size={16} />}>{t`One question`}</Chip>;
    case 'no_source':
      return <Chip tone="blue" icon={<WaitingIcon size={16} />}>{t`Not looked up`}</Chip>;
    case 'scanning':
      return <Chip tone="blue" icon={<SearchingIcon size={16} />}>{t`Scanning`}</Chip>;
    case 'connected':
      return <Chip tone="green" icon={<TickIcon size={16} />}>{t`Connected`}</Chip>;
    case 'not_checked':
      return <Chip tone="gold" icon={<WaitingIcon size={16} />}>{t`Not checked`}</Chip>;
  }
}

export function Scanning({ info }: { info: WalletInfo }) {
  const cancel = useCall(wallet.cancelScan);
  const { checked = 0, used = 0 } = info.scan ?? {};
  return (
    <>
      <p role="status">
        {checked === 1 ? t`1 address looked at` : t`${checked} addresses looked at`}
        {', '}
        {used === 1 ? t`1 of them in use` : t`${used} of them in use`}
      </p>
      <progress className="wallet-progress" aria-label={t`Scanning`} />
      <CallFailure error={cancel.error} fallback={t`The scan could not be stopped.`} />
      <div className="form-actions">
        <Button look="alt" small busy={cancel.isPending} onClick={() => cancel.run({})}>
          {t`Cancel`}
        </Button>
      </div>
    </>
  );
}

function ScanButton({ info: { xpub, address } }: { info: WalletInfo }) {
  const scan = useCall(wallet.scanBalance);
  return (
    <>
      <CallFailure error={scan.error} fallback={t`The wallet could not be scanned just now.`} />
      <Button
        small
        busy={scan.isPending}
        onClick={() => scan.run({ ...(xpub && { xpub }), ...(address && { address }) })}
      >
        {t`Scan`}
      </Button>
    </>
  );
}
