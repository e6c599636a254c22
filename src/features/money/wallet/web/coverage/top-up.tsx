/** Where to send the missing sats: an address of the family's own wallet, with its QR code. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { paymentUri } from '#core/bitcoin/payment-uri.ts';
import { childWallets } from '#features/money/wallet/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { QrCode } from '#web/ui/qr-code.tsx';

/** @param shortBy the missing amount, in BTC */
export function TopUp({ shortBy }: { shortBy: string }) {
  const [address, setAddress] = useState<string>();
  const call = useCall(childWallets.topUp, {
    onDone: ({ bitcoinAddress }) => setAddress(bitcoinAddress),
  });
  const missing = satsWithValue(satsOf(shortBy));
  return (
    <div className="grid gap-2 justify-items-start">
      <Button busy={call.isPending} onClick={() => call.run({})}>{t`Top it up`}</Button>
      <CallFailure error={call.error} fallback={t`There is no address just now.`} />
      {address !== undefined && (
        <Dialog title={t`Top up your wallet`} onClose={() => setAddress(undefined)}>
          <div className="grid gap-4">
            <p>
              {t`Send ${missing} to this address. It belongs to your own wallet; the children’s books stay as they are.`}
            </p>
            <QrCode text={paymentUri(address, shortBy)} label={t`QR code of the address below`} />
            <p className="mono break-all">{address}</p>
            <div className="form-actions">
              <CopyButton text={address} label={t`Copy the address`} />
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}
