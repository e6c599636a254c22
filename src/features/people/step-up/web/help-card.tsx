/** For an adult without a working sign-in: the pending link, stopping it, requesting one. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Help, help } from '#features/people/step-up/help/contract.ts';
import { momentText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { HandedLink } from '#web/ui/handed-link.tsx';

/** A pending link, above everything else: any adult can stop it. */
export function HelpWaiting() {
  const { data = [] } = useQuery({ ...query(help.list, {}), meta: { quiet: true } });
  return data.map((one) => <Waiting key={one.id} one={one} />);
}

function Waiting({ one }: { one: Help }) {
  const stop = useCall(help.stop);
  const zone = useTimeZone();
  const who = one.firstName ?? one.email;
  const by = one.by ?? t`Whoever runs this server`;
  const [from, until] = [momentText(one.opensAt, zone), momentText(one.expiresAt, zone)];
  return (
    <Banner
      tone="warn"
      title={t`A link will sign in ${who}`}
      action={
        <Button
          look="alt"
          small
          busy={stop.isPending}
          onClick={() => stop.run({ id: one.id })}
        >{t`Stop it`}</Button>
      }
    >
      {t`${by} asked for it. It works once, from ${from} to ${until}. If no one in your family expects it, stop it.`}
      <CallFailure error={stop.error} fallback={t`It could not be stopped just now.`} />
    </Banner>
  );
}

interface HelpCardProps {
  /** The other adult, if joined. */
  other: { firstName: string | null; email: string };
}

export function HelpCard({ other }: HelpCardProps) {
  const [asks, setAsks] = useState(false);
  const [made, setMade] = useState<{ link: string; opensAt: string }>();
  const zone = useTimeZone();
  const who = other.firstName ?? other.email;
  const ask = useCall(help.ask, {
    onDone: (answer) => {
      setAsks(false);
      setMade(answer);
    },
    onFail: () => setAsks(false),
  });
  return (
    <Card className="grid gap-3" aria-labelledby="family-help">
      <h2 id="family-help">{t`${who} can’t sign in?`}</h2>
      <p className="sub">
        {t`If their mail, passkey and codes are all lost, ask for a link. It works after 72 hours, and you both can stop it until then.`}
      </p>
      <CallFailure error={ask.error} fallback={t`No link was made.`} />
      {made ? (
        <HandedLink title={t`A link for ${who}`} link={made.link}>
          {t`Pass it on now. It works once, from ${momentText(made.opensAt, zone)}.`}
        </HandedLink>
      ) : (
        <Button look="alt" small className="justify-self-start" onClick={() => setAsks(true)}>
          {t`Ask for a link`}
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        title={t`A sign-in link for ${who}?`}
        confirmLabel={t`Ask for a link`}
        busy={ask.isPending}
        onConfirm={() => ask.run({ email: other.email })}
        onCancel={() => setAsks(false)}
      >
        {t`${who} hears of it at once, on every device. For the first 72 hours after using it they can do what a spouse can.`}
      </ConfirmDialog>
    </Card>
  );
}
