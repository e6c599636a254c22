/** One request for a parent: how much, who, why, what would be left, and two equal answers. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Request } from '#features/approvals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { useAnswerKeys } from '#web/shortcuts.ts';
import { Avatar, type Looks } from '#web/ui/avatar.tsx';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { DenyForm } from './deny-form.tsx';
import { LessForm } from './less-form.tsx';
import { useDecide } from './use-decide.ts';
import { amountText, wayText } from './words.ts';

export interface RequestRowProps {
  request: Request;
  /** The child’s colour and picture. */
  looks: Looks;
  timeZone: string;
  detail?: ReactNode;
  /** The server's message if someone else answered first. */
  onLate?: ((said: string) => void) | undefined;
}

export function RequestRow({ request, looks, timeZone, detail, onLate }: RequestRowProps) {
  const [open, setOpen] = useState<'deny' | 'less'>();
  const decide = useDecide(request, onLate);
  const answer = useAnswerKeys({
    onYes: () => !open && !decide.busy && decide.run({ approved: true }),
    onNo: () => !decide.busy && setOpen('deny'),
  });
  return (
    <li className="ask" onKeyDown={answer}>
      <div className="ask-what">
        <div className="ask-head">
          <Avatar name={request.childName} {...looks} size={44} />
          <h3 className="ask-title">
            <Amount request={request} />{' '}
            <span className="ask-who">
              {request.childName}, {wayText(request.kind)}
            </span>
          </h3>
        </div>
        <p className="ask-why">{t`“${request.reason}”`}</p>
        <p className="sub">{askedText(request, timeZone)}</p>
        {detail}
      </div>
      <Answers request={request} decide={decide} open={open} setOpen={setOpen} />
    </li>
  );
}

function Amount({ request }: { request: Request }) {
  return request.amount === null ? (
    amountText(request)
  ) : (
    <MoneyText sats={satsOf(request.amount)} size="big" follow />
  );
}

function askedText({ createdAt, byChild, childName, enteredBy }: Request, timeZone: string) {
  const day = dayText(createdAt, timeZone);
  if (byChild) return t`Asked on ${day}`;
  return enteredBy
    ? t`Entered on ${day} by ${enteredBy}, for ${childName}`
    : t`Entered on ${day} by a parent, for ${childName}`;
}

type AnswersProps = Pick<RequestRowProps, 'request'> & {
  decide: ReturnType<typeof useDecide>;
  open: 'deny' | 'less' | undefined;
  setOpen: (open: 'deny' | 'less' | undefined) => void;
};

function Answers({ request, decide, open, setOpen }: AnswersProps) {
  const { childName, kind } = request;
  const what = amountText(request);
  const back = () => setOpen(undefined);
  return (
    <div className="ask-answers">
      {request.balanceAfter !== null && !open && <AfterThis request={request} />}
      {decide.failed && <InlineAlert>{decide.failed}</InlineAlert>}
      {open === 'deny' && (
        <DenyForm
          kind={kind}
          childName={childName}
          busy={decide.busy}
          onBack={back}
          onDeny={(reason) => decide.run({ approved: false, reason })}
        />
      )}
      {open === 'less' && request.amount !== null && (
        <LessForm
          mostSats={satsOf(request.amount)}
          busy={decide.busy}
          onBack={back}
          onApprove={(amount) => decide.run({ approved: true, amount })}
        />
      )}
      {!open && (
        <>
          <div className="ask-pair">
            <Button
              busy={decide.busy}
              aria-label={t`Approve ${what} for ${childName}`}
              onClick={() => decide.run({ approved: true })}
            >
              {t`Approve`}
            </Button>
            <Button
              look="alt"
              aria-label={t`Deny ${what} for ${childName}`}
              onClick={() => setOpen('deny')}
            >
              {t`Deny`}
            </Button>
          </div>
          {request.amount !== null && (
            <Button look="quiet" small onClick={() => setOpen('less')}>
              {t`Approve a smaller amount`}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

function AfterThis({ request }: { request: Request }) {
  const sats = satsOf(request.balanceAfter ?? '0');
  return (
    <p className="ask-after">
      <Trans>
        After this: <MoneyText sats={sats} follow /> left
      </Trans>
    </p>
  );
}
