/** Shows why the last attempt failed, next to the button that was pressed. */
import { messageOf } from '#web/errors.ts';
import { InlineAlert } from '#web/ui/banner.tsx';

export function CallFailure({ error, fallback }: { error: unknown; fallback: string }) {
  if (!error) return null;
  return (
    <div className="w-full">
      <InlineAlert>{messageOf(error, fallback)}</InlineAlert>
    </div>
  );
}
