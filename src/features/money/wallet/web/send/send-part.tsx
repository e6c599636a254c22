/** Sending for a child: the form in a disclosure, and the state of each send. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { type Send, sending } from '#features/money/wallet/sending/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { PaySend } from './pay-send.tsx';
import { SendForm } from './send-form.tsx';
import { SendRow } from './send-row.tsx';

interface SendPartProps {
  child: { id: string; name: string };
  network: BitcoinNetwork;
}

export function SendPart({ child, network }: SendPartProps) {
  const sends = useQuery(query(sending.list, { childId: child.id })).data ?? [];
  const book = useQuery(query(children.get, { id: child.id })).data;
  const [shown, show] = useState<string>();
  const open = sends.find(({ id }) => id === shown);
  return (
    <section className="grid gap-3" aria-labelledby="sending">
      <h3 id="sending">{t`Send`}</h3>
      {open ? (
        <PaySend send={open} onClose={() => show(undefined)} />
      ) : (
        <>
          <SendList sends={sends} onOpen={show} />
          <details className="fold">
            <summary>{t`Send Bitcoin`}</summary>
            <SendForm
              childId={child.id}
              network={network}
              availableSats={satsOf(book?.availableSavings ?? '0.00000000')}
              onSent={({ id }) => show(id)}
            />
          </details>
        </>
      )}
    </section>
  );
}

function SendList({ sends, onOpen }: { sends: readonly Send[]; onOpen: (id: string) => void }) {
  if (sends.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {sends.map((send) => (
        <SendRow key={send.id} send={send} onOpen={() => onOpen(send.id)} />
      ))}
    </ul>
  );
}
