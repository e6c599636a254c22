/** The children's own wallets on an Alby Hub: made, handed over by a parent, deleted. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SubWallet, subWallets } from '#features/money/lightning/sub-wallets/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { keptCopyText } from '#web/kept-copy.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { connectionFromVault, useOpenWallet } from '#web/vault/vault.ts';
import { LockedNote } from '../locked-note.tsx';
import { numberText } from '../words.ts';
import { SubWalletForm } from './sub-wallet-form.tsx';

export function SubWalletCard() {
  const answer = useQuery(query(subWallets.list, {}));
  const kids = useQuery(query(children.list, {})).data ?? [];
  return (
    <Card className="grid gap-4" aria-labelledby="sub-wallets">
      <h2 id="sub-wallets">{t`The children’s own wallets`}</h2>
      <p>{t`With an Alby Hub, each child can have a small wallet of their own, with a monthly budget.`}</p>
      <Loaded answer={answer} label={t`Opening Lightning`} height="4rem">
        {(wallets) => {
          const without = kids.filter(({ id }) => !wallets.some((one) => one.childId === id));
          return (
            <>
              {wallets.length > 0 && (
                <ul className="ln-rows">
                  {wallets.map((one) => (
                    <Row key={one.childId} wallet={one} />
                  ))}
                </ul>
              )}
              {without.length > 0 && (
                <details className="fold">
                  <summary>{t`Make a wallet for a child`}</summary>
                  <SubWalletForm kids={without} />
                </details>
              )}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** The wallet's connection: from this server or, in encrypted mode, from the vault. */
function useConnection({ childId, inVault }: SubWallet) {
  const [shown, setShown] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const show = useCall(subWallets.connection, {
    doneFirst: true,
    onDone: ({ connection }) => setShown(connection),
  });
  const open = async () => {
    if (inVault === null) return show.run({ childId });
    setFailure(undefined);
    try {
      setShown((await connectionFromVault(inVault)).connection);
    } catch {
      setFailure(
        t`Your encrypted wallet does not have the key to this one. Forget it, end it in your Hub, and make another one.`,
      );
    }
  };
  return { shown, failure, show, open, close: () => setShown(undefined) };
}

function Row({ wallet }: { wallet: SubWallet }) {
  const { childId, childName, monthlyBudget, inVault } = wallet;
  const { shown, failure, show, open, close } = useConnection(wallet);
  const isLocked = useOpenWallet() === undefined && inVault !== null;
  const removal = useCall(subWallets.remove, {
    onDone: () => toast({ title: t`Connection removed`, description: keptCopyText() }),
  });
  const budget = numberText(monthlyBudget);
  return (
    <li>
      <div className="spread gap-2">
        <h3 className="break-words">{childName}</h3>
        <p className="sub">{t`${budget} a month`}</p>
      </div>
      <p className="sub">
        {inVault === null
          ? t`Pay days are paid into it.`
          : t`The key to it is in your encrypted wallet. Pay days are not paid into it, but to the child’s Lightning address.`}
      </p>
      {isLocked && <LockedNote />}
      <div className="form-actions">
        {!isLocked && (
          <Button look="alt" small busy={show.isPending} onClick={() => void open()}>
            {t`Hand it over`}
          </Button>
        )}
        <Button
          look="quiet"
          small
          busy={removal.isPending}
          onClick={() => removal.run({ childId })}
        >
          {t`Forget it`}
        </Button>
      </div>
      {failure !== undefined && <InlineAlert>{failure}</InlineAlert>}
      <CallFailure error={show.error} fallback={t`This could not be opened just now.`} />
      <CallFailure error={removal.error} fallback={t`Failed to remove connection`} />
      {shown !== undefined && <HandOver text={shown} childName={childName} onClose={close} />}
    </li>
  );
}

type HandOverProps = { text: string; childName: string; onClose: () => void };

/** Its holder can spend the budget, so it is shown only until the dialog closes. */
function HandOver({ text, childName, onClose }: HandOverProps) {
  return (
    <Dialog
      title={t`${childName}’s wallet`}
      description={t`Scan this with a wallet app on ${childName}’s device. Whoever has it can spend this wallet’s money, within its budget.`}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <QrCode text={text} label={t`QR code of the wallet’s connection`} />
        <div className="form-actions">
          <CopyButton text={text} label={t`Copy the connection`} />
        </div>
      </div>
    </Dialog>
  );
}
