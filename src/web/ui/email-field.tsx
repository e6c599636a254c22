/** An email address, with the help that phones and browsers offer for typing it. */
import { TextField, type TextFieldProps } from './text-field.tsx';

export function EmailField(props: TextFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
