/** The bell: the number of new messages and, when pressed, the messages themselves. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { unread } from '#features/notices/messages/unread/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { BellIcon } from '#web/ui/icons.tsx';
import type { MessagesDialogProps } from './messages-dialog.tsx';
import './bell.css';

const MessagesDialog = lazyPart(async () => (await import('./messages-dialog.tsx')).MessagesDialog);

export function Bell(props: Omit<MessagesDialogProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  const count = useQuery(query(unread, {})).data?.unread ?? 0;
  const label = count === 0 ? t`Messages` : t`Messages: ${count} new`;
  return (
    <>
      <Button
        look="quiet"
        small
        iconOnly
        className="bell"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        <BellIcon />
        {count > 0 && (
          <span className="bell-count num" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <MessagesDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
