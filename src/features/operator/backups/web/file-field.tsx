/** One or more files from this device. */
import { t } from '@lingui/core/macro';
import { Field } from '#web/ui/field.tsx';

interface FileFieldProps {
  name: string;
  label: string;
  files: readonly File[];
  error: string | undefined;
  onChange: (files: readonly File[]) => void;
}

export function FileField({ name, label, files, error, onChange }: FileFieldProps) {
  const hint = files.map((file) => file.name).join(', ') || t`Its name ends in .backup.`;
  return (
    <Field name={name} label={label} hint={hint} {...(error !== undefined && { error })}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="file"
          multiple
          onChange={(event) => onChange([...(event.target.files ?? [])])}
        />
      )}
    </Field>
  );
}
