/** Manages this browser's data: export, purge, or delete all of it. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { messageOf } from '#web/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { deleteAllLocal, exportLocal, purgeNow } from './local-service.ts';

export function LocalData({ isChild }: { isChild: boolean }) {
  const [asks, setAsks] = useState(false);
  const [purged, setPurged] = useState<number>();
  const [gone, setGone] = useState(false);
  return (
    <Card className="grid gap-4" aria-labelledby="local-data">
      <h2 id="local-data">{t`Data management`}</h2>
      <p className="sub">
        {isChild ? (
          t`This applies to this browser only.`
        ) : (
          <Trans>
            This applies to this browser only. Your family’s book on the server has its own panel
            under Family Overview.
          </Trans>
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="alt" onClick={() => void exportAll()}>
          {t`Export Data`}
        </Button>
        <Button look="alt" onClick={() => setPurged(purge())}>
          {t`Purge Old Data`}
        </Button>
        <Button look="danger" onClick={() => setAsks(true)}>
          {t`Delete All Data`}
        </Button>
      </div>
      {purged !== undefined && !gone && (
        <Banner tone="done" announce="polite">
          <Purged count={purged} />
        </Banner>
      )}
      {gone && (
        <Banner tone="done" announce="polite">
          {t`Nothing of Satling is left in this browser. The page will reload.`}
        </Banner>
      )}
      <ConfirmDialog
        open={asks}
        danger
        title={t`Delete everything in this browser?`}
        confirmLabel={t`Delete All Data`}
        onConfirm={() => {
          setAsks(false);
          setGone(true);
          deleteAll();
        }}
        onCancel={() => setAsks(false)}
      >
        <Trans>
          This removes settings, choices and everything else Satling keeps on this device. You stay
          signed in, and your family’s book on the server is not touched.
        </Trans>
      </ConfirmDialog>
    </Card>
  );
}

function Purged({ count }: { count: number }) {
  return count === 0 ? (
    <Trans>There was nothing old to remove.</Trans>
  ) : (
    <Plural value={count} one="# old item was removed." other="# old items were removed." />
  );
}

async function exportAll(): Promise<void> {
  try {
    const name = await exportLocal();
    toast({ title: t`Data Exported`, description: t`Saved as ${name}` });
  } catch (error) {
    const title = t`Export Failed`;
    toast({ title, description: messageOf(error, title), destructive: true });
  }
}

function purge(): number {
  const count = purgeNow();
  toast({
    title: t`Old Data Purged`,
    description: t`Old data was removed from this device.`,
  });
  return count;
}

function deleteAll(): void {
  deleteAllLocal();
  toast({
    title: t`Data Deleted`,
    description: t`This browser keeps nothing of Satling any more. The server was not asked.`,
  });
}
