/** A child's Bitcoin wallet: its address, its balance and, for a parent, how to send. */
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { type ChildWallet, childWallets } from '#features/money/wallet/children/contract.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { SendPart } from '../send/send-part.tsx';
import { agoText, isTest } from '../words.ts';
import { useChildBalances } from './use-child-balances.ts';
import '../wallet.css';

interface ChildWalletDialogProps {
  child: { id: string; name: string };
  isChild: boolean;
  /** Plain words, for a young child or its parent. */
  isYoung?: boolean;
  onClose: () => void;
}

export function ChildWalletDialog(props: ChildWalletDialogProps) {
  const { child, isChild, isYoung = false, onClose } = props;
  const { data: found, error } = useOpened(child.id);
  return (
    <Dialog title={t`${child.name}’s Bitcoin wallet`} onClose={onClose}>
      <div className="grid gap-5">
        {error ? (
          <NotOpen error={error} isChild={isChild} />
        ) : found ? (
          <Receive wallet={found} name={child.name} isYoung={isYoung} />
        ) : (
          <Loading label={t`Opening the wallet`} height="16rem" />
        )}
        <Balances childId={child.id} wallet={found} isYoung={isYoung} />
        {found && !isChild && <SendPart child={child} network={found.network} />}
      </div>
    </Dialog>
  );
}

/** Opening the wallet assigns its address, once per opening. */
function useOpened(childId: string) {
  const creation = useCall(childWallets.create);
  const opened = useRef(false);
  const { run } = creation;
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    run({ childId });
  }, [run, childId]);
  return creation;
}

/** If the family hasn't set something up yet (409), it isn't a failure. */
function NotOpen({ error, isChild }: { error: unknown; isChild: boolean }) {
  const text = messageOf(error, t`The wallet could not be opened just now.`);
  if (statusOf(error) !== 409) return <InlineAlert>{text}</InlineAlert>;
  return (
    <Banner
      announce="polite"
      action={!isChild && <ButtonLink small href="/dashboard">{t`Go to Dashboard`}</ButtonLink>}
    >
      {text}
    </Banner>
  );
}

type ReceiveProps = { wallet: ChildWallet; name: string; isYoung: boolean };

function Receive({ wallet, name, isYoung }: ReceiveProps) {
  const { bitcoinAddress, derivationPath, shared } = wallet;
  return (
    <section className="grid gap-3" aria-labelledby="receive">
      <h3 id="receive">{t`Receive`}</h3>
      <QrCode text={`bitcoin:${bitcoinAddress}`} label={t`QR code of the address below`} />
      <p className="mono wallet-address">{grouped(bitcoinAddress)}</p>
      <div className="form-actions">
        <CopyButton text={bitcoinAddress} label={t`Copy the address`} />
      </div>
      {derivationPath && !isYoung && (
        <p className="sub">
          {t`Its place in the parents’ wallet:`} <span className="mono">{derivationPath}</span>
        </p>
      )}
      <p className="sub">
        {shared
          ? t`The family’s wallet is one address, so all children share it. A parent says whose each payment is.`
          : t`Anything sent here goes to your parents’ wallet. A parent then says whether it is ${name}’s, and the next payment gets a new address.`}
      </p>
    </section>
  );
}

/** Groups an address by four for comparing by eye; copying it yields no spaces. */
const grouped = (address: string): string => address.replaceAll(/(.{4})(?=.)/g, '$1\u200b ');

type BalancesProps = { childId: string; wallet: ChildWallet | undefined; isYoung: boolean };

function Balances({ childId, wallet, isYoung }: BalancesProps) {
  const { balances, checkedAt } = useChildBalances(childId, wallet !== undefined);
  if (!balances) return <Loading label={t`Reading the balances`} height="8rem" />;
  const { savingsSats, spendingSats, pendingSats } = balances;
  return (
    <section className="grid gap-3" aria-labelledby="wallet-balances">
      <h3 id="wallet-balances">{t`Balances`}</h3>
      <dl className="balances">
        <div>
          <dt>
            {isYoung ? t`Savings` : t`On-chain savings`}{' '}
            {wallet && !isYoung && (
              <Chip tone="gold">{isTest(wallet.network) ? t`Testnet` : t`On-chain`}</Chip>
            )}
          </dt>
          <dd>
            <MoneyText sats={savingsSats} follow />
          </dd>
        </div>
        <div>
          <dt>
            {isYoung ? t`Spending money` : t`Lightning spending`}{' '}
            {!isYoung && <Chip tone="green">{t`Instant`}</Chip>}
          </dt>
          <dd>
            <MoneyText sats={spendingSats} follow />
          </dd>
        </div>
        <div>
          <dt>{isYoung ? t`On its way` : t`Pending`}</dt>
          <dd>
            <MoneyText sats={pendingSats} follow />
          </dd>
        </div>
      </dl>
      <p className="sub">{t`These are the figures of the book. What the family’s wallet holds is not split by child.`}</p>
      {!isYoung && <Waiting wallet={wallet} />}
      {checkedAt && <p className="sub">{t`Checked ${agoText(checkedAt)}.`}</p>}
      {wallet && <SyncButton childId={childId} />}
    </section>
  );
}

function Waiting({ wallet }: Pick<BalancesProps, 'wallet'>) {
  return (
    <p className="sub">
      {t`On-chain payments take 10 to 60 minutes to confirm.`}{' '}
      {wallet &&
        isTest(wallet.network) &&
        t`This is a testnet wallet: its money is for trying out.`}
    </p>
  );
}

function SyncButton({ childId }: { childId: string }) {
  const failed = () =>
    toast({
      title: t`Sync Failed`,
      description: t`Could not sync balances with blockchain`,
      destructive: true,
      inline: true,
    });
  const sync = useCall(childWallets.sync, {
    onDone: ({ state }) => {
      if (state === 'failed') failed();
      else toast({ title: state === 'checking' ? t`Still checking` : t`Balances Synced` });
    },
    onFail: failed,
  });
  const hasFailed = sync.isError || sync.data?.state === 'failed';
  return (
    <div className="form-actions">
      <Button look="alt" small busy={sync.isPending} onClick={() => sync.run({ childId })}>
        {t`Sync`}
      </Button>
      {sync.data?.state === 'checking' && (
        <p className="sub">{t`The source is slow. Its answer will appear here.`}</p>
      )}
      {hasFailed && <InlineAlert>{t`Could not sync balances with blockchain`}</InlineAlert>}
    </div>
  );
}
