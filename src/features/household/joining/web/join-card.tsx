/** A parent's side: a code for an adult or a child's own device, and the button to admit it. */

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { joining } from '#features/household/joining/contract.ts';
import { children } from '#features/people/children/contract.ts';
import { query, useCall } from '#web/query.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { toast } from '#web/ui/toast-store.ts';
import './join.css';

type Offer = Output<typeof joining.offer>;
/** The new device's owner; without `childId`, an adult. */
type Place = { childId: string | null; name: string };

/** @param mayOfferAdult for a parent whose family has no second adult yet */
export function JoinCard({ mayOfferAdult }: { mayOfferAdult: boolean }) {
  const books = useQuery(query(children.list, {}));
  const [made, setMade] = useState<{ offer: Offer; place: Place }>();
  const list = books.data ?? [];
  const offer = useCall(joining.offer, {
    onDone: (answer, { childId }) => {
      const name = list.find(({ id }) => id === childId)?.name ?? '';
      setMade({ offer: answer, place: { childId, name } });
    },
  });
  return (
    <Card className="grid gap-3" aria-labelledby="family-join">
      <h2 id="family-join">{t`Another device`}</h2>
      <p className="sub">
        {t`Scan a code with it, compare a number, and let it in. A child doesn’t need email.`}
      </p>
      <div className="form-actions">
        {list.map(({ id, name }) => (
          <Button
            key={id}
            look="alt"
            small
            busy={offer.isPending}
            onClick={() => offer.run({ childId: id })}
          >
            {t`${name}’s device`}
          </Button>
        ))}
        {mayOfferAdult && (
          <Button
            look="alt"
            small
            busy={offer.isPending}
            onClick={() => offer.run({ childId: null })}
          >
            {t`The other parent’s`}
          </Button>
        )}
      </div>
      <CallFailure error={offer.error} fallback={t`Couldn’t make a code just now.`} />
      {made && <JoinDialog {...made} onClose={() => setMade(undefined)} />}
    </Card>
  );
}

const POLL_MS = 2_000;

function JoinDialog({
  offer,
  place,
  onClose,
}: {
  offer: Offer;
  place: Place;
  onClose: () => void;
}) {
  const { id } = offer;
  const look = useQuery({ ...query(joining.look, { id }), refetchInterval: POLL_MS, staleTime: 0 });
  const close = useCall(joining.close);
  const leave = () => {
    close.run({ id });
    onClose();
  };
  const asking = look.data?.asking;
  return (
    <Dialog title={place.childId ? t`${place.name}’s device` : t`The other parent`} onClose={leave}>
      {look.data?.isGone ? (
        <Banner tone="warn" title={t`This code no longer works`}>
          {t`Codes last ten minutes and five tries. Close this and make a new one.`}
        </Banner>
      ) : asking ? (
        <LetIn id={id} asking={asking} place={place} onDone={onClose} onNo={leave} />
      ) : (
        <Scan offer={offer} />
      )}
    </Dialog>
  );
}

function Scan({ offer: { url, code } }: { offer: Offer }) {
  const { host, hostname } = new URL(url);
  return (
    <div className="join-scan">
      {hostname === 'localhost' && (
        <Banner tone="warn" title={t`Other devices can’t open this address`}>
          {t`“localhost” is this computer alone. Ask whoever runs this server to give it an address that phones at home can open.`}
        </Banner>
      )}
      <QrCode text={url} label={t`Opens the page on the other device`} />
      <p>{t`Scan it with the other device. Or open ${host}/join there and type:`}</p>
      <p className="mono text-h3">{code}</p>
    </div>
  );
}

interface LetInProps {
  id: string;
  asking: NonNullable<Output<typeof joining.look>['asking']>;
  place: Place;
  onDone: () => void;
  onNo: () => void;
}

function LetIn({ id, asking: { match, device, email }, place, onDone, onNo }: LetInProps) {
  const { name, childId } = place;
  const letIn = useCall(joining.letIn, {
    onDone: () => {
      toast({
        title: childId ? t`${name}’s device is in` : t`The invitation is waiting there`,
        description: childId
          ? t`You can sign it out under Your devices.`
          : t`The other parent presses Join on their device.`,
      });
      onDone();
    },
  });
  return (
    <div className="grid gap-4">
      <p>{t`Does ${device} show this number?`}</p>
      <p className="join-match">{match}</p>
      {email && <p className="break-anywhere">{t`They’ll sign in with ${email}.`}</p>}
      <CallFailure error={letIn.error} fallback={t`The device couldn’t be let in.`} />
      <div className="form-actions">
        <Button busy={letIn.isPending} onClick={() => letIn.run({ id, match })}>
          {t`Yes, let it in`}
        </Button>
        <Button look="quiet" onClick={onNo}>{t`No, cancel the code`}</Button>
      </div>
    </div>
  );
}
