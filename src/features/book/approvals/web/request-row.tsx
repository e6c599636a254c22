/** One request for a parent: amount, child, reason, the remaining balance, two equal buttons. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Request } from '#features/book/approvals/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useAnswerKeys } from '#web/shortcuts.ts';
import { AskCard, AskPair } from '#web/ui/ask-card.tsx';
import type { Looks } from '#web/ui/avatar.tsx';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DenyForm } from '#web/ui/deny-form.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { LessForm } from './less-form.tsx';
import { useDecide } from './use-decide.ts';
import { amountText, readyReasons, wayText } from './words.ts';

export interface RequestRowProps {
  request: Request;
  /** The child’s color and picture. */
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
    <AskCard
      childName={request.childName}
      looks={looks}
      amount={<Amount request={request} />}
      who={`${request.childName}, ${wayText(request.kind)}`}
      why={t`“${request.reason}”`}
      asked={request}
      timeZone={timeZone}
      detail={detail}
      onKeyDown={answer}
    >
      <Answers request={request} decide={decide} open={open} setOpen={setOpen} />
    </AskCard>
  );
}

function Amount({ request }: { request: Request }) {
  return request.amount === null ? (
    amountText(request)
  ) : (
    <MoneyText sats={satsOf(request.amount)} size="big" follow />
  );
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
    <>
      {request.balanceAfter !== null && !open && <AfterThis request={request} />}
      {decide.failed && <InlineAlert>{decide.failed}</InlineAlert>}
      {open === 'deny' && (
        <DenyForm
          reasons={readyReasons(kind)}
          maxLength={200}
          optional
          childName={childName}
          busy={decide.busy}
          onBack={back}
          onDeny={(reason) => decide.run({ approved: false, reason: reason || undefined })}
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
          <AskPair
            yes={{
              word: t`Approve`,
              label: t`Approve ${what} for ${childName}`,
              busy: decide.busy,
              onPress: () => decide.run({ approved: true }),
            }}
            no={{
              word: t`Deny`,
              label: t`Deny ${what} for ${childName}`,
              onPress: () => setOpen('deny'),
            }}
          />
          {request.amount !== null && (
            <Button look="quiet" small onClick={() => setOpen('less')}>
              {t`Approve a smaller amount`}
            </Button>
          )}
        </>
      )}
    </>
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
