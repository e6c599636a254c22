/** Asks for confirmation before following a link to another site. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, ButtonLink } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { OutIcon } from './icons.tsx';

export function LeavingDialog({ href, onClose }: { href: string; onClose: () => void }) {
  const { hostname } = new URL(href);
  return (
    <Dialog
      title={t`You are leaving Satling`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Stay here`}</Button>
          <ButtonLink
            look="alt"
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
            onClick={onClose}
          >
            {t`Open ${hostname}`} <OutIcon size={18} />
          </ButtonLink>
        </>
      }
    >
      <p>
        <Trans>
          This page belongs to <strong>{hostname}</strong>. We don’t know what’s there today, and it
          doesn’t know you. It opens in a tab of its own; Satling stays open here.
        </Trans>
      </p>
    </Dialog>
  );
}
