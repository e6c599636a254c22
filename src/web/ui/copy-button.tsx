/** Copies a text: idle, then "Copied" for two seconds (also announced), then idle again. */
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { CopyIcon, TickIcon } from './icons.tsx';

export const COPIED_MS = 2000;

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  text: string;
  /** Names the copied text if a page has several buttons: "Copy the address". */
  label?: string;
  copiedLabel?: string;
  /** Called if the clipboard is not available; without it the button stays silent. */
  onFailure?: () => void;
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label, copiedLabel, onFailure, ...button } = props;
  const [copies, setCopies] = useState(0);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopies((count) => count + 1);
    } catch {
      onFailure?.();
    }
  };
  const words = copies > 0 ? (copiedLabel ?? t`Copied!`) : (label ?? t`Copy`);
  return (
    <Button look="alt" small {...button} onClick={() => void copy()}>
      {copies > 0 ? <TickIcon size={18} /> : <CopyIcon size={18} />}
      {words}
      <span className="sr-only" role="status">
        {copies > 0 && words}
      </span>
    </Button>
  );
}
