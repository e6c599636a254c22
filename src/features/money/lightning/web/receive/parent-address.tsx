/**
 * Shows where a child sends money for its savings: the parents' address, plus a QR code for a child
 * with its own wallet.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';

export function ParentAddress({ childId }: { childId: string }) {
  const { data } = useQuery(query(lightning.ofChild, { id: childId }));
  if (!data?.parentAddress) return null;
  const address = data.parentAddress;
  return (
    <Card className="grid gap-3" aria-labelledby="parent-address">
      <h2 id="parent-address" className="text-h3">{t`Send it to your parents`}</h2>
      {data.hasOwnWallet && (
        <QrCode text={`lightning:${address}`} label={t`QR code of the address below`} />
      )}
      <p className="mono break-words">{address}</p>
      <div className="form-actions">
        <CopyButton text={address} label={t`Copy the address`} />
      </div>
    </Card>
  );
}
