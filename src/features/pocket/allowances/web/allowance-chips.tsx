/** Sets a child's first allowance with one press; the day is unchanged. */
import { t } from '@lingui/core/macro';
import { formatBtc } from '#core/money.ts';
import { COMMON_SATS } from '#core/usual-amounts.ts';
import type { Child } from '#features/people/children/contract.ts';
import { allowances } from '#features/pocket/allowances/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { toast } from '#web/ui/toast-store.ts';

export function AllowanceChips({ child }: { child: Child }) {
  const failed = t`Failed to update allowance settings`;
  const change = useCall(allowances.change, {
    onDone: () => toast({ title: t`Allowance settings updated successfully` }),
    onFail: () => toast({ title: t`Error`, description: failed, destructive: true, inline: true }),
  });
  const choose = (sats: bigint) =>
    change.run({
      id: child.id,
      weeklyAllowance: formatBtc(sats),
      allowanceDay: child.allowanceDay,
    });
  return (
    <>
      <div className="form-actions">
        {COMMON_SATS.map((sats) => (
          <Button
            key={sats.toString()}
            look="alt"
            small
            busy={change.isPending}
            aria-label={t`${satsText(sats)} a week for ${child.name}`}
            onClick={() => choose(sats)}
          >
            {satsText(sats)}
          </Button>
        ))}
      </div>
      {change.isError && <InlineAlert>{messageOf(change.error, failed)}</InlineAlert>}
    </>
  );
}
