/** "Covered", "Short by 12,300 sats" or "Not checked since Tuesday", with a link to details. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type Coverage, coverage } from '#features/money/wallet/coverage/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { dayText } from '#web/dates.ts';
import { query } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Chip } from '#web/ui/chip.tsx';
import { TickCircleIcon, WaitingIcon, WarnIcon } from '#web/ui/icons.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import '../wallet.css';

export function CoverageChip() {
  const { data, isPending } = useQuery(query(coverage.get, {}));
  // Reserves its line while loading, so the content below doesn't jump.
  if (isPending) return <p style={{ minHeight: 'var(--target)' }} />;
  if (!data || data.state === 'no_wallet') return null;
  return (
    <p className="wallet-chips">
      <StateChip coverage={data} />
      <PageLink href="/coverage" className="why-link">{t`Is it covered?`}</PageLink>
    </p>
  );
}

type Judged = Pick<Coverage, 'state' | 'shortBy' | 'checkedAt'>;

export function StateChip({ coverage: { state, shortBy, checkedAt } }: { coverage: Judged }) {
  const timeZone = useTimeZone();
  if (state === 'covered')
    return <Chip tone="green" icon={<TickCircleIcon size={16} />}>{t`Covered`}</Chip>;
  if (state === 'short')
    return (
      <Chip tone="brick" icon={<WarnIcon size={16} />}>
        {t`Short by ${satsText(satsOf(shortBy))}`}
      </Chip>
    );
  return (
    <Chip tone="gold" icon={<WaitingIcon size={16} />}>
      {state === 'no_wallet' ? t`No wallet` : notCheckedText(checkedAt, timeZone)}
    </Chip>
  );
}

const notCheckedText = (checkedAt: string | null, timeZone: string | undefined): string =>
  checkedAt ? t`Not checked since ${dayText(checkedAt, timeZone)}` : t`Not checked yet`;
