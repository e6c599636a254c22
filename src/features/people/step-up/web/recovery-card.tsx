/** Ten codes to print: they sign their adult in if mail and passkeys are lost. Shown once. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RECOVERY_CODES, recovery } from '#features/people/step-up/recovery/contract.ts';
import { dayText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PrintedSheet } from '#web/ui/printed-sheet.tsx';
import './recovery.css';

export function RecoveryCard() {
  const state = useQuery(query(recovery.state, {}));
  const [codes, setCodes] = useState<readonly string[]>();
  const timeZone = useTimeZone();
  return (
    <Card className="grid gap-3" aria-labelledby="own-recovery">
      <h2 id="own-recovery">{t`Recovery codes`}</h2>
      <p className="sub">
        {t`Lost your mailbox and your passkey? A code on paper signs you in. Keep it where you keep your passports.`}
      </p>
      <Loaded answer={state} label={t`Counting your codes`} height="3rem">
        {({ left, madeAt }) => (
          <>
            {codes ? (
              <Codes codes={codes} />
            ) : (
              <p>{leftText(left, madeAt && dayText(madeAt, timeZone))}</p>
            )}
            <MakeCodes left={left} onMade={setCodes} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function leftText(left: number, day: string | null): string {
  if (day === null) return t`You don’t have any yet.`;
  return t`${left} of ${RECOVERY_CODES} are left, made on ${day}.`;
}

function MakeCodes({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const [asks, setAsks] = useState(false);
  const make = useCall(recovery.make, {
    onDone: ({ codes }) => {
      setAsks(false);
      onMade(codes);
    },
    onFail: () => setAsks(false),
  });
  return (
    <>
      <CallFailure error={make.error} fallback={t`No codes were made.`} />
      <Button
        look="alt"
        small
        className="justify-self-start"
        busy={make.isPending}
        onClick={() => (left > 0 ? setAsks(true) : make.run({}))}
      >
        {left > 0 ? t`Make new codes` : t`Make ten codes`}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t`Make new codes?`}
        confirmLabel={t`Make new codes`}
        busy={make.isPending}
        onConfirm={() => make.run({})}
        onCancel={() => setAsks(false)}
      >
        {t`The codes on your paper will stop working. We’ll tell every adult in your family.`}
      </ConfirmDialog>
    </>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const lines = codes.map((code) => <li key={code}>{code}</li>);
  return (
    <div className="grid gap-3">
      <Banner tone="warn" title={t`Print them or write them down now`}>
        {t`They are shown only this once.`}
      </Banner>
      <ol className="recovery-codes mono">{lines}</ol>
      <Button className="justify-self-start" onClick={() => window.print()}>
        {t`Print`}
      </Button>
      <PrintedSheet>
        <h1>{t`Satling recovery codes`}</h1>
        <p>{t`Each signs you in once at ${location.host}: "Sign in", then "Use a recovery code". Cross out what you have used.`}</p>
        <ol className="mono">{lines}</ol>
      </PrintedSheet>
    </div>
  );
}
