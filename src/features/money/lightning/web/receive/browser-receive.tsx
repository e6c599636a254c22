/** Receive, if only a parent's unlocked browser reaches the wallet: it makes the invoice. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChildInvoice, receiving } from '#features/money/lightning/receiving/contract.ts';
import { momentText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { useOpenWallet } from '#web/vault/vault.ts';
import { LockedNote } from '../locked-note.tsx';
import { numberText, vaultInvoiceText } from '../words.ts';
import { useAskWallet, useInvoiceFromVault } from './browser-invoice.ts';
import { InvoiceFields, useInvoiceDraft } from './invoice-fields.tsx';
import { InvoiceView } from './invoice-view.tsx';

interface BrowserReceiveProps {
  childId: string;
  isChild: boolean;
}

export function BrowserReceive({ childId, isChild }: BrowserReceiveProps) {
  const [hash, setHash] = useState<string>();
  const canAsk = useOpenWallet()?.canPay === true;
  const { data: list = [] } = useQuery(query(receiving.list, { childId }));
  const invoice = list.find(({ paymentHash }) => paymentHash === hash);
  if (invoice)
    return <FromVault invoice={invoice} isChild={isChild} onAgain={() => setHash(undefined)} />;
  return (
    <div className="grid gap-4">
      {isChild ? (
        <p>
          {t`Your family’s wallet is locked. Ask a parent to make the invoice: they open your page, unlock the wallet and choose Receive. Then it is here, too.`}
        </p>
      ) : canAsk ? (
        <NewInvoice childId={childId} onMade={({ paymentHash }) => setHash(paymentHash)} />
      ) : (
        <LockedNote />
      )}
      <OpenInvoices invoices={list} onOpen={setHash} />
    </div>
  );
}

type NewInvoiceProps = { childId: string; onMade: (made: ChildInvoice) => void };

function NewInvoice({ childId, onMade }: NewInvoiceProps) {
  const draft = useInvoiceDraft();
  const { errors, isBusy, submit } = useInvoiceFromVault(childId, onMade);
  return (
    <InvoiceFields
      draft={draft}
      errors={errors}
      busy={isBusy}
      onSubmit={() => void submit(draft)}
    />
  );
}

interface OpenInvoicesProps {
  invoices: readonly ChildInvoice[];
  onOpen: (paymentHash: string) => void;
}

/** The wallet isn't queried about these until one is opened. */
function OpenInvoices({ invoices, onOpen }: OpenInvoicesProps) {
  const timeZone = useTimeZone();
  const open = invoices.filter(({ state, byBrowser }) => state === 'open' && byBrowser);
  if (open.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="open-invoices">
      <h3 id="open-invoices">{t`Not known to be paid yet`}</h3>
      <ul className="ln-rows">
        {open.map(({ paymentHash, amount, createdAt }) => (
          <li key={paymentHash}>
            <div className="spread gap-2">
              <p className="sub">{momentText(createdAt, timeZone)}</p>
              <Button look="alt" small onClick={() => onOpen(paymentHash)}>
                {numberText(amount)}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FromVaultProps extends Pick<BrowserReceiveProps, 'isChild'> {
  invoice: ChildInvoice;
  onAgain: () => void;
}

/** States truthfully which device queries the wallet, and what the answer proves. */
function FromVault({ invoice, isChild, onAgain }: FromVaultProps) {
  const { canAsk, asked } = useAskWallet(invoice);
  return (
    <InvoiceView invoice={invoice} onAgain={onAgain}>
      <p className="sub" aria-live="polite">
        {vaultInvoiceText(invoice, { isChild, canAsk, asked })}
      </p>
    </InvoiceView>
  );
}
