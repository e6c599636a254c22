/** The person's own passkeys: another way to confirm their identity. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { MAX_PASSKEYS, passkeys } from '#features/people/step-up/passkeys/contract.ts';
import { callApi } from '#web/api.ts';
import { dayText } from '#web/dates.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { HttpsWays } from '#web/ui/https-ways.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { isPlainHttp } from '#web/vault/capability.ts';
import { canUsePasskeys, makePasskey } from './passkey.ts';

type Passkey = Output<typeof passkeys.list>[number];

export function PasskeyCard() {
  const own = useQuery(query(passkeys.list, {}));
  return (
    <Card className="grid gap-3" aria-labelledby="own-passkeys">
      <h2 id="own-passkeys">{t`Passkeys`}</h2>
      <p className="sub">
        <Trans>
          Before something that cannot be taken back we ask whether it is still you. With a passkey
          your finger, your face or your device's PIN answers that; the code from the mail always
          works too.
        </Trans>
      </p>
      <Loaded answer={own} label={t`Looking for your passkeys`} height="3rem">
        {(list) => (
          <>
            {list.length > 0 && (
              <ul>
                {list.map((passkey) => (
                  <OnePasskey key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            {list.length < MAX_PASSKEYS && <AddPasskey />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function NoPasskeys() {
  if (!isPlainHttp()) return <p className="sub">{t`This browser has no passkeys.`}</p>;
  return (
    <div className="sub grid gap-2">
      <p>{t`This page was loaded over plain HTTP from another machine. Browsers offer passkeys only over HTTPS or on the machine itself. Links and codes work as usual.`}</p>
      <HttpsWays />
    </div>
  );
}

function AddPasskey() {
  const queries = useQueryClient();
  const title = t`The passkey was not added.`;
  const add = useMutation({
    mutationFn: async () =>
      callApi(passkeys.add, await makePasskey(await callApi(passkeys.startAdding, {}))),
    retry: false,
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast({ title: t`Passkey added`, description: t`It works on this device from now on.` });
    },
    onError: (error) =>
      toast({ title, description: messageOf(error, title), destructive: true, inline: true }),
  });
  if (!canUsePasskeys()) return <NoPasskeys />;
  return (
    <>
      <CallFailure error={add.error} fallback={title} />
      <Button
        look="alt"
        small
        className="justify-self-start"
        busy={add.isPending}
        onClick={() => add.mutate()}
      >
        {t`Add a passkey`}
      </Button>
    </>
  );
}

function OnePasskey({ passkey }: { passkey: Passkey }) {
  const [asks, setAsks] = useState(false);
  const added = dayText(passkey.createdAt, useTimeZone());
  const { device } = passkey;
  const fallback = t`Update Failed`;
  const remove = useCall(passkeys.remove, {
    onDone: () => {
      toast({ title: t`Passkey removed`, description: t`The code from the mail works as before.` });
    },
    onFail: (error) => {
      setAsks(false);
      toast({
        title: fallback,
        description: messageOf(error, fallback),
        destructive: true,
        inline: true,
      });
    },
  });
  return (
    <li className="ledger-line">
      <div className="ledger-words">
        <strong>{device}</strong>
        <div className="sub">{t`Added on ${added}`}</div>
      </div>
      <Button
        look="alt"
        small
        className="ms-auto"
        aria-label={t`Remove the passkey of ${device}`}
        onClick={() => setAsks(true)}
      >
        {t`Remove`}
      </Button>
      <CallFailure error={remove.error} fallback={fallback} />
      <ConfirmDialog
        open={asks}
        danger
        title={t`Remove this passkey?`}
        confirmLabel={t`Remove`}
        busy={remove.isPending}
        onConfirm={() => remove.run({ id: passkey.id })}
        onCancel={() => setAsks(false)}
      >
        {t`It then confirms nothing here any more. Delete it on your device too.`}
      </ConfirmDialog>
    </li>
  );
}
