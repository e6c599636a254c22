/**
 * The server's view of an encrypted wallet, on the wallet's card: the addresses prepared by a
 * parent's browser, their balance and deposits; also while the wallet is locked.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { childWallets } from '#features/money/wallet/children/contract.ts';
import { prepared } from '#features/money/wallet/prepared/contract.ts';
import {
  type FirstAddress,
  type WalletInfo,
  wallet,
} from '#features/money/wallet/watched/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { CoverageChip } from '../coverage/coverage-chip.tsx';
import { DepositsWaiting } from '../deposits-waiting.tsx';
import { FirstAddressCheck } from '../setup/first-address-check.tsx';
import { failureText } from '../words.ts';
import { EarlierNote } from './earlier-note.tsx';
import { useVaultScan } from './use-vault-scan.ts';
import { WalletBalance } from './wallet-balance.tsx';
import { SCANNING_MS, Scanning } from './wallet-card.tsx';

const SourceDialog = lazyPart(async () => (await import('../source-dialog.tsx')).SourceDialog);

export function VaultWatch() {
  const info = useQuery({
    ...query(wallet.familyInfo, {}),
    refetchInterval: ({ state }) => (state.data?.state === 'scanning' ? SCANNING_MS : false),
  });
  const isKnown = info.data?.isConfigured === true;
  const earlier = info.data?.earlier ?? null;
  const mayReceive = isKnown || earlier !== null;
  const deposits = useQuery({ ...query(childWallets.deposits, {}), enabled: mayReceive });
  const known = useQuery(query(prepared.get, {}));
  const scan = useVaultScan(known.data);
  if (!info.data || !known.data || (mayReceive && deposits.isPending))
    return <Loading label={t`Opening the wallet`} height="9rem" />;
  if (scan.kind === 'none')
    return scan.isStillKnown ? <StillKnown scan={scan} error={scan.error} /> : null;
  if (scan.kind === 'address' && !scan.isAllowed) return <NotAllowed scan={scan} />;
  const isOne = isKnown && known.data.scriptType === null;
  return (
    <>
      {mayReceive && <DepositsWaiting />}
      <EarlierNote earlier={earlier} />
      {isKnown ? <Watched info={info.data} isOne={isOne} /> : <Unknown />}
      {isKnown && scan.isRunningOut && !scan.isOpen && (
        <p>{t`Unlock it when you can: your browser then prepares more addresses.`}</p>
      )}
      {scan.choices.length > 0 && <Question choices={scan.choices} onAnswer={scan.choose} />}
      <CallFailure error={scan.error} fallback={t`The wallet could not be scanned just now.`} />
      {scan.prepare && (
        <div className="form-actions">
          <Button
            small
            busy={scan.isBusy}
            onClick={scan.prepare}
          >{t`Prepare more addresses`}</Button>
        </div>
      )}
      <Actions info={info.data} scan={scan} />
    </>
  );
}

/** The address is all there is to encrypt, so a parent decides whether it is sent. */
const NotAllowed = ({ scan }: { scan: VaultScan }) => (
  <>
    <p className="sub">
      {t`It is a single address, which stays encrypted too. So this server looks up no balance and no deposits. You can let it: then it knows the address from now on.`}
    </p>
    {scan.isStillKnown && <StillKnown scan={scan} error={null} />}
    <CallFailure error={scan.error} fallback={t`The wallet could not be scanned just now.`} />
    <div className="form-actions">
      <Button small look="alt" busy={scan.isBusy} onClick={() => scan.scan?.()}>
        {t`Let this server look it up`}
      </Button>
    </div>
  </>
);

const StillKnown = ({ scan, error }: { scan: VaultScan; error: Error | null }) => (
  <>
    <p className="sub">{t`This server still looks up the wallet that was here before.`}</p>
    <CallFailure error={error} fallback={t`The wallet could not be scanned just now.`} />
    {scan.forget && (
      <div className="form-actions">
        <Button small look="alt" busy={scan.isForgetting} onClick={scan.forget}>
          {t`Forget its addresses`}
        </Button>
      </div>
    )}
  </>
);

type VaultScan = ReturnType<typeof useVaultScan>;

const Unknown = () => (
  <p className="sub">
    {t`Unlock it once, and this server can look up what it holds: your browser hands over its receiving addresses and nothing else. The wallet itself stays locked.`}
  </p>
);

function Watched({ info, isOne }: { info: WalletInfo; isOne: boolean }) {
  const isLookedUp = info.state === 'connected' || info.state === 'not_checked';
  return (
    <>
      {info.state === 'scanning' && <Scanning info={info} />}
      {info.state === 'no_source' && (
        <p>{t`Nobody looks anything up until you choose whom to ask.`}</p>
      )}
      {isLookedUp && <WalletBalance info={info} />}
      {info.state === 'not_checked' && info.scan?.failure && (
        <p className="field-error">{failureText(info.scan.failure)}</p>
      )}
      {isLookedUp && <CoverageChip />}
      <p className="sub">
        {isOne
          ? t`You’ve given this server the address, so it can look it up even while the wallet is locked.`
          : t`This server cannot read the key. It knows the addresses your browser has prepared and can look them up even while the wallet is locked.`}
      </p>
    </>
  );
}

interface ActionsProps {
  info: WalletInfo;
  scan: VaultScan;
}

function Actions({ info, scan }: ActionsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const press = () =>
    scan.isOpen
      ? scan.scan?.()
      : toast({
          title: t`Wallet Locked`,
          description: t`Please decrypt your wallet first to scan balance`,
          destructive: true,
        });
  return (
    <div className="form-actions">
      {scan.choices.length === 0 && info.state !== 'scanning' && (
        <Button small look="alt" busy={scan.isBusy} onClick={press}>{t`Scan`}</Button>
      )}
      <Button
        look="quiet"
        small
        onClick={() => setChoosing(true)}
      >{t`Where do we look this up?`}</Button>
      <Suspense fallback={null}>
        {isChoosing && <SourceDialog source={info.source} onClose={() => setChoosing(false)} />}
      </Suspense>
    </div>
  );
}

interface QuestionProps {
  choices: readonly FirstAddress[];
  onAnswer: (address: string) => void;
}

/** For a key that doesn't reveal its wallet's kind of addresses. */
function Question({ choices, onAnswer }: QuestionProps) {
  const [address, choose] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const why = t`Please choose the address that your wallet shows.`;
  return (
    <Form
      onSubmit={() => (address === undefined ? setMissing(true) : onAnswer(address))}
      errors={isMissing && address === undefined ? { firstAddress: why } : {}}
      actions={<Button type="submit" small>{t`This is my wallet`}</Button>}
    >
      <FirstAddressCheck addresses={choices} value={address} onChange={choose} />
    </Form>
  );
}
