/** The other parent: none yet, invited, or joined; with the available actions. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { SpouseRecord } from '#features/household/family/contract.ts';
import type { User } from '#features/people/auth/contract.ts';
import { dayText } from '#web/dates.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { TickCircleIcon, WaitingIcon } from '#web/ui/icons.tsx';
import { AdjustShare } from './adjust-share.tsx';
import { nameOf } from './adults.ts';
import { FullParent, UndoFullParent } from './full-parent.tsx';
import { InviteSpouse } from './invite-spouse.tsx';
import { KnownWallet } from './known-wallet.tsx';
import { LeaveFamily } from './leave-family.tsx';
import { RemoveSpouse } from './remove-spouse.tsx';
import { ResendSpouse } from './resend-spouse.tsx';

interface SpouseCardProps {
  me: User;
  spouse: SpouseRecord | null;
}

export function SpouseCard({ me, spouse }: SpouseCardProps) {
  if (!spouse) return <NoSpouse />;
  if (spouse.state === 'invited') return <Invited spouse={spouse} />;
  return spouse.email === me.email ? <Myself spouse={spouse} /> : <Other spouse={spouse} />;
}

function Frame({ state, children }: { state?: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid content-start gap-4" aria-labelledby="family-spouse">
      <div className="spread gap-2">
        <h2 id="family-spouse">{t`Spouse and family`}</h2>
        {state}
      </div>
      {children}
    </Card>
  );
}

function WithUs() {
  return (
    <Chip tone="green" icon={<TickCircleIcon size={16} />}>
      {t`With us`}
    </Chip>
  );
}

function NoSpouse() {
  const [open, setOpen] = useState(false);
  return (
    <Frame>
      <KnownWallet />
      <p>{t`Two parents can keep these books together: both add entries, both say yes or no.`}</p>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        {t`Invite Spouse`}
      </Button>
      {open && <InviteSpouse onClose={() => setOpen(false)} />}
    </Frame>
  );
}

function Invited({ spouse }: { spouse: SpouseRecord }) {
  const timeZone = useTimeZone();
  const sent = spouse.invitedAt && dayText(spouse.invitedAt, timeZone);
  return (
    <Frame
      state={
        <Chip tone="blue" icon={<WaitingIcon size={16} />}>
          {t`Invited`}
        </Chip>
      }
    >
      <p>
        <Trans>
          You invited <strong className="break-all">{spouse.email}</strong>. The invitation is open
          for 7 days; nothing changes until they say yes.
        </Trans>{' '}
        {sent && <span className="sub">{t`Last sent on ${sent}.`}</span>}
      </p>
      <Share share={spouse.netWorthShare} />
      <div className="form-actions">
        <ResendSpouse />
        <Adjust spouse={spouse} />
        <RemoveSpouse spouse={spouse} />
      </div>
    </Frame>
  );
}

/** When a full parent's rights will start; undefined if none are pending. */
const waitingFor = ({ isFullParent, fullParentAt }: SpouseRecord): Date | undefined => {
  const from = isFullParent && fullParentAt ? new Date(fullParentAt) : undefined;
  return from && from.getTime() > Date.now() ? from : undefined;
};

function waitsUntil(from: Date): string {
  const moment = new Intl.DateTimeFormat(localeTag(), { dateStyle: 'full', timeStyle: 'short' });
  const when = moment.format(from);
  return t`A full parent from ${when}. Until then this can be undone.`;
}

function Other({ spouse }: { spouse: SpouseRecord }) {
  const waits = waitingFor(spouse);
  return (
    <Frame state={<WithUs />}>
      <div className="break-anywhere">
        <strong>{spouse.firstName ?? spouse.email}</strong>
        {spouse.firstName && <p className="sub">{spouse.email}</p>}
        {spouse.isFullParent && (
          <p>{waits ? waitsUntil(waits) : t`A full parent, with every right that you have.`}</p>
        )}
      </div>
      <Share share={spouse.netWorthShare} />
      <div className="form-actions">
        <Adjust spouse={spouse} />
        {waits && <UndoFullParent spouse={spouse} />}
        {spouse.isFullParent ? <LeaveFamily /> : <FullParent spouse={spouse} />}
        {(!spouse.isFullParent || waits) && <RemoveSpouse spouse={spouse} />}
      </div>
    </Frame>
  );
}

/** The card as the second adult sees it. */
function Myself({ spouse }: { spouse: SpouseRecord }) {
  const waits = waitingFor(spouse);
  return (
    <Frame state={<WithUs />}>
      <p>
        {spouse.isFullParent && !waits
          ? t`You keep these books together with the parent who invited you, with equal rights.`
          : t`You keep these books together with the parent who invited you.`}
      </p>
      {waits && <p>{waitsUntil(waits)}</p>}
      <Share share={spouse.netWorthShare} />
      <div className="form-actions">
        <Adjust spouse={spouse} />
        <LeaveFamily />
      </div>
    </Frame>
  );
}

function Adjust({ spouse }: { spouse: SpouseRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="alt" onClick={() => setOpen(true)}>{t`Adjust Net Worth`}</Button>
      {open && (
        <AdjustShare
          share={spouse.netWorthShare}
          name={nameOf(spouse)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Share({ share }: { share: number }) {
  return (
    <p className="sub">
      {t`Share of the parents’ part: ${share}%. It changes the totals only; it hides no book.`}
    </p>
  );
}
