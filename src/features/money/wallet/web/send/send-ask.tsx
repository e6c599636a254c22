/** A send awaiting a parent's payment; opened, it shows how to pay. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import type { Send } from '#features/money/wallet/sending/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Avatar, type Looks } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { noticeText, stateText } from './send-row.tsx';
import '../wallet.css';

const PaySend = lazyPart(async () => (await import('./pay-send.tsx')).PaySend);

interface SendAskProps {
  send: Send;
  looks: Looks;
}

export function SendAsk({ send, looks }: SendAskProps) {
  const [isOpen, open] = useState(false);
  const { amount, childName, toAddress, notice } = send;
  if (isOpen)
    return (
      <li className="ask">
        <div className="ask-what">
          <Suspense fallback={<Loading label={t`Opening the payment`} height="20rem" />}>
            <PaySend send={send} onClose={() => open(false)} />
          </Suspense>
        </div>
      </li>
    );
  return (
    <li className="ask">
      <div className="ask-what">
        <div className="ask-head">
          <Avatar name={childName} {...looks} size={44} />
          <h3 className="ask-title">{t`Pay ${satsWithValue(satsOf(amount))} for ${childName}`}</h3>
        </div>
        <p className="mono break-all">{toAddress}</p>
        <p className="sub">
          {stateText(send)} {notice && noticeText(notice)}
        </p>
      </div>
      <div className="ask-answers">
        <Button small onClick={() => open(true)}>{t`Pay`}</Button>
        <p className="sub">{t`The amount is held until you have paid it from your own wallet.`}</p>
      </div>
    </li>
  );
}
