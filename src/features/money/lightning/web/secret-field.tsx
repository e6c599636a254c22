/** The secret for connecting or trying a wallet: hidden while typing, except for an address. */
import { t } from '@lingui/core/macro';
import type { ConnectionType } from '#features/money/lightning/connections/contract.ts';
import { TextField } from '#web/ui/text-field.tsx';

interface SecretFieldProps {
  type: ConnectionType;
  name: string;
  hint?: string | undefined;
  value: string;
  onChange: (text: string) => void;
}

export const SecretField = ({ type, ...props }: SecretFieldProps) => (
  <TextField
    label={secretLabel(type)}
    type={type === 'address' ? 'text' : 'password'}
    mono
    autoComplete="off"
    spellCheck={false}
    {...props}
  />
);

function secretLabel(type: ConnectionType): string {
  if (type === 'alby_hub') return t`Access token`;
  if (type === 'phoenixd') return t`Password`;
  return type === 'nwc' ? t`Connection string` : t`Lightning address`;
}
