/** /lightning-config: the connections, open questions, and past payments. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  type Connection,
  type LightningConfig,
  lightning,
} from '#features/money/lightning/connections/contract.ts';
import { Book } from '#web/book.tsx';
import { keptCopyText } from '#web/kept-copy.ts';
import { query, useCall } from '#web/query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BoltIcon } from '#web/ui/icons.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PaymentsCard } from './pay/payments-card.tsx';
import { SettleUpCard } from './payouts/settle-up-card.tsx';
import { SubWalletCard } from './sub-wallets/sub-wallet-card.tsx';
import { inVaultText, useWalletInVault } from './wallet-in-vault.ts';
import { connectionText, numberText, rotationText } from './words.ts';
import '#web/ui/slip.css';
import './lightning.css';

export function ConfigPage() {
  const answer = useQuery(query(lightning.config, {}));
  return (
    <div className="grid gap-5">
      <Book
        title={t`Lightning wallet`}
        lead={t`What your family’s wallet may do here, and what it has paid.`}
        mark={<BoltIcon size={40} className="ln-mark" />}
      >
        <Loaded answer={answer} label={t`Opening Lightning`} height="16rem">
          {(config) => <Connections config={config} />}
        </Loaded>
      </Book>
      <SettleUpCard />
      <SubWalletCard />
      <PaymentsCard />
    </div>
  );
}

function Connections({ config }: { config: LightningConfig }) {
  return (
    <div className="grid gap-4">
      {config.configured ? (
        <>
          <ul className="grid gap-4">
            {config.connections.map((one) => (
              <ConnectionRow key={one.purpose} connection={one} />
            ))}
          </ul>
          <HoldsLess />
        </>
      ) : (
        <NoneHere />
      )}
      <div className="form-actions">
        <ButtonLink href="/lightning-connect">{t`Configure`}</ButtonLink>
        <ButtonLink look="alt" href="/lightning-connect">{t`Add Connection`}</ButtonLink>
      </div>
    </div>
  );
}

/** No connection on this server; there may be one in the vault. */
function NoneHere() {
  const icon = <BoltIcon size={48} />;
  return useWalletInVault() ? (
    <EmptyState level={2} title={inVaultText()} icon={icon}>
      {t`This server cannot use it; your browser can, once you have unlocked it.`}
    </EmptyState>
  ) : (
    <EmptyState level={2} title={t`No Lightning wallet is connected yet.`} icon={icon}>
      {t`Connect one, and children can be paid and pay in seconds.`}
    </EmptyState>
  );
}

/** Shows the wallet's balance next to the book, which it doesn't change. */
function HoldsLess() {
  const { data } = useQuery(query(lightning.balance, {}));
  if (!data?.checkedAt || data.totalBalance >= data.bookBalance) return null;
  const [held, book] = [numberText(data.totalBalance), numberText(data.bookBalance)];
  return (
    <p className="sub">
      {t`The wallet holds ${held}, and the spending money kept in it comes to ${book}. The book stays as it is.`}
    </p>
  );
}

function ConnectionRow({ connection }: { connection: Connection }) {
  const { purpose, provider, state, balance, budget, isRotationDue } = connection;
  const test = useCall(lightning.testConnection, {
    onDone: ({ success, message }) =>
      success
        ? toast({ title: t`The wallet answers` })
        : toast({ title: t`Connection test failed`, description: message, destructive: true }),
  });
  const removal = useCall(lightning.removeConfig, {
    onDone: () => toast({ title: t`Connection removed`, description: keptCopyText() }),
  });
  return (
    <li className="slip">
      <div className="spread gap-2">
        <h2 className="text-h3 break-words">{provider}</h2>
        <Chip tone={purpose === 'receive' ? 'green' : 'gold'}>
          {purpose === 'receive' ? t`Only to receive` : t`To pay as well`}
        </Chip>
      </div>
      <dl className="slip-lines">
        <Line term={t`Status`} text={connectionText(state)} />
        {balance !== null && <Line term={t`Balance`} text={numberText(balance)} />}
        {budget !== null && <Line term={t`Left of its budget`} text={numberText(budget)} />}
      </dl>
      {isRotationDue && <p>{rotationText(provider)}</p>}
      <div className="form-actions">
        <Button look="alt" small busy={test.isPending} onClick={() => test.run({ purpose })}>
          {t`Test connection`}
        </Button>
        <Button
          look="quiet"
          small
          busy={removal.isPending}
          onClick={() => removal.run({ purpose })}
        >
          {t`Remove`}
        </Button>
      </div>
      <CallFailure error={test.error} fallback={t`Connection test failed`} />
      <CallFailure error={removal.error} fallback={t`Failed to remove connection`} />
    </li>
  );
}

function Line({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}
