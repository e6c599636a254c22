/** Reads a QR code with the camera; hidden if this browser can't use one. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { Button } from './button.tsx';

const Scanner = lazyPart(async () => (await import('./scanner.tsx')).Scanner);

export function ScanButton({ onScanned }: { onScanned: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  // On plain http, browsers hide it except on this machine's own address.
  if (!('mediaDevices' in navigator)) return null;
  const read = (text: string) => {
    setOpen(false);
    onScanned(text);
  };
  return (
    <>
      <Button look="alt" onClick={() => setOpen(true)}>{t`Scan a QR code`}</Button>
      {isOpen && (
        <Suspense>
          <Scanner onRead={read} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
