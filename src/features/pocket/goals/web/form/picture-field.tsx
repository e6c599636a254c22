/** A picture from this device, shrunk before uploading. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { shrink } from './shrink.ts';

export interface PictureFieldProps {
  /** The small picture in base64. */
  chosen: string | undefined;
  onChoose: (picture: string | undefined) => void;
}

export function PictureField({ chosen, onChoose }: PictureFieldProps) {
  const [error, setError] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const small = await shrink(file).catch(() => undefined);
    setError(small ? undefined : t`Expected a PNG, JPEG or WebP picture`);
    onChoose(small);
  };
  return (
    <Field
      name="picture"
      label={t`Picture`}
      optional
      hint={t`It is made smaller on this device before it is sent.`}
      error={error}
      below={chosen ? t`Picture chosen.` : undefined}
    >
      {(control) => (
        <div className="form-actions">
          <input
            {...control}
            className="input"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          {chosen && (
            <Button look="quiet" small onClick={() => onChoose(undefined)}>{t`Leave out`}</Button>
          )}
        </div>
      )}
    </Field>
  );
}
