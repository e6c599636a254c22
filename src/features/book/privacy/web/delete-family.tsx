/** Deleting a family: a parent requests it, and any adult can undo that within 72 hours. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { privacy } from '#features/book/privacy/contract.ts';
import type { User } from '#features/people/auth/contract.ts';
import { messageOf } from '#web/errors.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { query, useCall } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast-store.ts';

const DeleteFamilyDialog = lazyPart(
  async () => (await import('./delete-family-dialog.tsx')).DeleteFamilyDialog,
);

export function DeleteFamily({ me }: { me: User }) {
  const deletion = useQuery(query(privacy.deletion, {}));
  const [asks, setAsks] = useState(false);
  if (deletion.data?.dueAt) return <Pending dueAt={deletion.data.dueAt} />;
  if (me.role !== 'parent' || !deletion.data) return null;
  return (
    <Card tone="dashed" className="grid justify-items-start gap-3" aria-labelledby="delete-family">
      <h2 id="delete-family">{t`Delete family`}</h2>
      <p className="sub">
        <Trans>
          Erases every book, entry, name and address of your family from this server, 72 hours after
          you ask. Until then each parent can keep it.
        </Trans>
      </p>
      <Button look="alt" small onClick={() => setAsks(true)}>
        {t`Delete family…`}
      </Button>
      {asks && (
        <Suspense fallback={null}>
          <DeleteFamilyDialog onClose={() => setAsks(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** For adults' other screens: renders nothing unless a deletion is pending. */
export function DeletionBanner() {
  const dueAt = useQuery(query(privacy.deletion, {})).data?.dueAt;
  return dueAt ? <Pending dueAt={dueAt} /> : null;
}

function Pending({ dueAt }: { dueAt: string }) {
  const keep = useCall(privacy.keepFamily, {
    onDone: () => {
      toast({ title: t`Family kept`, description: t`Nothing was erased.` });
    },
    onFail: (error) => {
      const title = t`Update Failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
  const moment = new Intl.DateTimeFormat(localeTag(), { dateStyle: 'full', timeStyle: 'short' });
  return (
    <div className="grid gap-3">
      <Banner
        tone="error"
        title={t`This family will be deleted`}
        action={
          <Button busy={keep.isPending} onClick={() => keep.run({})}>
            {t`Keep the family`}
          </Button>
        }
      >
        <Trans>
          On {moment.format(new Date(dueAt))} every book, entry, name and address is erased. Nothing
          can be brought back after that.
        </Trans>
      </Banner>
      {keep.error && <InlineAlert>{messageOf(keep.error, t`Update Failed`)}</InlineAlert>}
    </div>
  );
}
