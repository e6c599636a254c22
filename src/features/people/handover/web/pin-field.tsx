/** Four to eight digits, hidden while typing. */
import { TextField } from '#web/ui/text-field.tsx';

interface PinFieldProps {
  name?: string;
  label: string;
  hint?: string;
  value: string;
  onChange: (pin: string) => void;
  isNew?: boolean;
}

export function PinField(props: PinFieldProps) {
  const { name = 'pin', label, hint, value, onChange, isNew = false } = props;
  return (
    <TextField
      name={name}
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
