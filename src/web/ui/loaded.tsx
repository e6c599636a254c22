/** A query's states: loading, failed (with a retry), and loaded. */
import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#web/errors.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/skeleton.tsx';

interface LoadedProps<T> {
  answer: UseQueryResult<T>;
  /** Names the data being loaded. */
  label: string;
  /** About the height of the content. */
  height: string;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ answer, label, height, children }: LoadedProps<T>) {
  if (answer.data !== undefined) return children(answer.data);
  if (!answer.isError) return <Loading label={label} height={height} />;
  return (
    <InlineAlert
      action={
        <Button look="alt" small busy={answer.isFetching} onClick={() => void answer.refetch()}>
          {t`Try Again`}
        </Button>
      }
    >
      {messageOf(answer.error, t`This could not be loaded just now.`)}
    </InlineAlert>
  );
}
