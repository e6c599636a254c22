/** A parent's settings for a child's money: one line each, with its current state. */
import { t } from '@lingui/core/macro';
import type { Family } from '#features/household/family/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { priceText } from '#features/people/rates/web/price-text.ts';
import type { Setting } from '#screens/dashboard/web/child-dialogs.tsx';
import type { OpenDialog } from '#screens/dashboard/web/parent-dialogs.tsx';
import { satsOf } from '#web/amounts.ts';
import { dateText } from '#web/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';
import { useWay } from '#web/ui/page-link.tsx';
import { weekdayName } from '#web/weekdays.ts';
import { RuledButton } from '../../shell/web/ruled-link.tsx';
import { WalletLines } from './wallet-lines.tsx';

interface ChildSettingsProps {
  child: Child;
  family: Pick<Family, 'hasWallet' | 'hasEncryptedWallet'>;
  onOpen: (dialog: OpenDialog) => void;
}

export function ChildSettings({ child, family, onOpen }: ChildSettingsProps) {
  const { id, name } = child;
  // The demo has none.
  const hasWallets = useWay('/lightning-connect') !== undefined;
  const set = (setting: Setting) => () => onOpen({ kind: 'setting', setting, id });
  return (
    <Card className="home-blocks child-lines">
      <h2>{t`${name}’s money`}</h2>
      <ul>
        <RuledButton onClick={set('allowance')} detail={allowanceText(child)}>
          {t`Weekly allowance`}
        </RuledButton>
        <RuledButton onClick={set('pause')} detail={pauseText(child)}>
          {t`Pause`}
        </RuledButton>
        {hasWallets && <WalletLines id={id} family={family} onOpen={onOpen} />}
        <RuledButton onClick={set('limit')} detail={satsWithValue(satsOf(child.spendingThreshold))}>
          {t`Spending limit`}
        </RuledButton>
      </ul>
    </Card>
  );
}

function allowanceText(child: Child): string {
  const sats = satsOf(child.weeklyAllowance);
  const agreed = child.agreedAllowance;
  const day = weekdayName(child.allowanceDay);
  if (agreed) {
    const { currency, minor, most } = agreed;
    const weekly = priceText({ currency, minorPerBtc: BigInt(minor) });
    return t`${weekly} a week, at most ${satsText(satsOf(most))} · ${day}`;
  }
  if (sats === 0n) return t`Not set up`;
  return `${satsWithValue(sats)} · ${day}`;
}

function pauseText({ pause }: Child): string {
  if (!pause) return t`Not paused`;
  const [from, to] = [dateText(pause.from), dateText(pause.to)];
  return t`From ${from} to ${to}`;
}
