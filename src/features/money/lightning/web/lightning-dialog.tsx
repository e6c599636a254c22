/** A child's Lightning: receive with an invoice, pay one, or move savings to spending money. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { query } from '#web/query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { SendTab } from './pay/send-tab.tsx';
import { TransferTab } from './pay/transfer-tab.tsx';
import { BrowserReceive } from './receive/browser-receive.tsx';
import { AddressPanel } from './receive/gift-address.tsx';
import { ReceiveTab } from './receive/receive-tab.tsx';
import './lightning.css';

export interface LightningOf {
  child: { id: string; name: string };
  isChild: boolean;
}

export function LightningDialog(props: LightningOf & { onClose: () => void }) {
  const { child, isChild, onClose } = props;
  const answer = useQuery(query(lightning.ofChild, { id: child.id }));
  return (
    <Dialog title={t`${child.name}’s Lightning`} onClose={onClose}>
      <Loaded answer={answer} label={t`Opening Lightning`} height="16rem">
        {({ canReceive, receivesInBrowser, canPay, leftToday, paysInBrowser }) => (
          <div className="ln-tabs">
            <Tabs
              label={t`Lightning`}
              tabs={[
                {
                  id: 'receive',
                  label: t`Receive`,
                  panel: receivesInBrowser ? (
                    <BrowserReceive childId={child.id} isChild={isChild} />
                  ) : canReceive ? (
                    <ReceiveTab childId={child.id} />
                  ) : (
                    <NotConnected isChild={isChild} />
                  ),
                },
                {
                  id: 'send',
                  label: t`Send`,
                  panel: canPay ? (
                    <SendTab
                      child={child}
                      isChild={isChild}
                      leftToday={leftToday}
                      paysInBrowser={paysInBrowser}
                    />
                  ) : (
                    <NotConnected isChild={isChild} />
                  ),
                },
                {
                  id: 'transfer',
                  label: t`Transfer`,
                  panel: <TransferTab childId={child.id} isChild={isChild} />,
                },
                {
                  id: 'address',
                  label: t`Address`,
                  panel: <AddressPanel child={child} isChild={isChild} />,
                },
              ]}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function NotConnected({ isChild }: { isChild: boolean }) {
  return (
    <div className="grid gap-3">
      <p>{t`No Lightning wallet is connected for this yet.`}</p>
      {isChild ? (
        <p className="sub">{t`Ask a parent to connect one.`}</p>
      ) : (
        <div className="form-actions">
          <ButtonLink href="/lightning-connect">{t`Connect a Lightning wallet`}</ButtonLink>
        </div>
      )}
    </div>
  );
}
