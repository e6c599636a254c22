/** An e-mail address as phones and browsers help to type it. */
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
