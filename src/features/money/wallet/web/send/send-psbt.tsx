/** An unsigned transaction, for wallets that sign files or read animated QR codes. */
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { psbtQrParts } from '#core/bitcoin/bbqr.ts';
import { type PsbtObstacle, sending } from '#features/money/wallet/sending/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { QrCode } from '#web/ui/qr-code.tsx';

export function SendPsbt({ id }: { id: string }) {
  const call = useCall(sending.makePsbt);
  const { fee } = call.data ?? {};
  const feeLine = fee
    ? t`The network’s fee: ${satsWithValue(satsOf(fee))}, on top of the amount.`
    : '';
  return <UnsignedTransaction id={id} call={call} feeLine={feeLine} />;
}

interface UnsignedTransactionProps {
  id: string;
  call: {
    data?: { psbt: string | null; obstacle: PsbtObstacle | null } | undefined;
    error: Error | null;
    isPending: boolean;
    run: (input: { id: string }) => void;
  };
  /** The fee, once the transaction is made. */
  feeLine: string;
}

export function UnsignedTransaction({ id, call, feeLine }: UnsignedTransactionProps) {
  const { psbt, obstacle } = call.data ?? {};
  return (
    <details className="fold">
      <summary>{t`Unsigned transaction (PSBT)`}</summary>
      <div className="grid gap-3">
        <p className="sub">{t`For wallets that sign files, such as those with hardware devices. Your wallet checks it, signs it and sends it. Without your key nobody can.`}</p>
        <CallFailure
          error={call.error}
          fallback={t`The unsigned transaction could not be made just now.`}
        />
        <div role="status">
          {obstacle && <p>{obstacleText(obstacle)}</p>}
          {feeLine && <p>{feeLine}</p>}
        </div>
        {psbt ? (
          <Made id={id} psbt={psbt} />
        ) : (
          <div>
            <Button look="alt" small busy={call.isPending} onClick={() => call.run({ id })}>
              {t`Make the PSBT`}
            </Button>
          </div>
        )}
      </div>
    </details>
  );
}

function Made({ id, psbt }: { id: string; psbt: string }) {
  const [isMoving, setMoving] = useState(false);
  const bytes = bytesOf(psbt);
  return (
    <>
      <div className="form-actions">
        <CopyButton text={psbt} label={t`Copy the PSBT`} />
        <Button look="alt" small onClick={() => save(id, bytes)}>{t`Save as a file`}</Button>
        <Button look="alt" small aria-expanded={isMoving} onClick={() => setMoving(!isMoving)}>
          {isMoving ? t`Hide the QR codes` : t`Show as QR codes`}
        </Button>
      </div>
      {isMoving && <MovingQr parts={psbtQrParts(bytes)} />}
    </>
  );
}

/** Slow enough for a phone's camera. */
const NEXT_MS = 500;

function MovingQr({ parts }: { parts: readonly string[] }) {
  const [at, setAt] = useState(0);
  const count = parts.length;
  useEffect(() => {
    const timer = setInterval(() => setAt((before) => before + 1), NEXT_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="grid gap-3" ref={comeIntoView}>
      <QrCode text={parts[at % count] ?? ''} label={t`Moving QR codes of the PSBT (BBQr)`} />
      <p className="sub">{t`Hold the wallet’s camera here until it has read all ${count} codes (BBQr).`}</p>
    </div>
  );
}

const comeIntoView = (part: HTMLElement | null) => part?.scrollIntoView?.({ block: 'nearest' });

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function save(id: string, bytes: Uint8Array<ArrayBuffer>): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `satling-${id.slice(-8)}.psbt`;
  link.click();
  URL.revokeObjectURL(url);
}

export function obstacleText(obstacle: PsbtObstacle): string {
  switch (obstacle) {
    case 'no_key':
      return t`An unsigned transaction needs your wallet’s key, and this server has none it can read.`;
    case 'no_source':
      return t`No source looks up your wallet, so we don’t know its coins. Please pay as shown above.`;
    case 'not_looked_up':
      return t`An unsigned transaction can be made once your wallet has been scanned.`;
    case 'no_answer':
      return t`The source did not answer properly. Please try again in a minute, or pay as shown above.`;
    case 'no_fee_rate':
      return t`The source does not say what fees are usual, so no unsigned transaction can be made.`;
    case 'too_small':
      return t`The network does not pass on payments this small.`;
    case 'not_enough':
      return t`Your wallet does not hold enough for this in blocks, with the fee; an unsigned transaction cannot be made.`;
    case 'too_many_coins':
      return t`Your wallet’s coins are so small that this would take more than 100 of them. Please put some together first, in your wallet.`;
    case 'fee_too_high':
      return t`The network’s fee would be more than 100,000 sats, or more than the amount itself. Please wait for calmer days, or choose the fee in your wallet.`;
  }
}
