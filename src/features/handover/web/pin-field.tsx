/** Four to eight digits, hidden while they are typed. */
import { TextField } from '#web/ui/text-field.tsx';

interface PinFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (pin: string) => void;
  isNew?: boolean;
}

export function PinField({ label, hint, value, onChange, isNew = false }: PinFieldProps) {
  return (
    <TextField
      name="pin"
      label={label}
      {...(hint !== undefined && { hint })}
      type="password"
      inputMode="numeric"
      autoComplete={isNew ? 'new-password' : 'off'}
      maxLength={8}
      data-autofocus
      value={value}
      onChange={onChange}
    />
  );
}
