/** The ways from a child's page: what is set for it, and what is done rarely. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/children/contract.ts';
import { LESSONS } from '#features/lessons/web/addresses.ts';
import { priceText } from '#features/rates/web/price-text.ts';
import type { Setting } from '#screens/dashboard/web/child-dialogs.tsx';
import { nextText } from '#screens/dashboard/web/child-words.ts';
import type { OpenDialog } from '#screens/dashboard/web/parent-dialogs.tsx';
import { satsOf } from '#web/amounts.ts';
import { dateText } from '#web/dates.ts';
import { Card } from '#web/ui/card.tsx';
import { satsText, satsWithValue } from '#web/ui/money-text.ts';
import { useWay } from '#web/ui/page-link.tsx';
import { weekdayName } from '#web/weekdays.ts';
import { RuledButton, RuledLink } from '../../shell/web/ruled-link.tsx';

type Kind = 'savings' | 'lightning' | 'import' | 'open-wallet' | 'open-lightning';

interface ChildSettingsProps {
  child: Child;
  onOpen: (dialog: OpenDialog) => void;
}

export function ChildSettings({ child, onOpen }: ChildSettingsProps) {
  const { id, name } = child;
  // The demo has neither.
  const hasLessons = useWay(LESSONS) !== undefined;
  const hasWallets = useWay('/lightning-connect') !== undefined;
  const set = (setting: Setting) => () => onOpen({ kind: 'setting', setting, id });
  const open = (kind: Kind) => () => onOpen({ kind, id });
  return (
    <>
      {hasWallets && <Wallets name={name} open={open} />}
      <Card className="home-blocks child-settings">
        <h2>{t`Allowance and limit`}</h2>
        <ul>
          <RuledButton onClick={set('allowance')} detail={allowanceText(child)}>
            {t`Weekly allowance`}
          </RuledButton>
          {hasWallets && (
            <RuledButton
              onClick={set('payout')}
              detail={t`Written down only, paid out, or collected for the vault`}
            >
              {t`After pay day`}
            </RuledButton>
          )}
          <RuledButton onClick={set('pause')} detail={pauseText(child)}>
            {t`Pause`}
          </RuledButton>
          <RuledButton
            onClick={set('limit')}
            detail={satsWithValue(satsOf(child.spendingThreshold))}
          >
            {t`Spending limit`}
          </RuledButton>
        </ul>
      </Card>
      <Card className="home-blocks child-settings">
        <h2>{t`${name}’s book`}</h2>
        <ul>
          <RuledLink href={`/dashboard?view=child&child=${id}`}>
            {t`See the book as ${name} sees it`}
          </RuledLink>
          {hasLessons && <RuledButton onClick={set('lessons')}>{t`Lessons`}</RuledButton>}
          <RuledButton onClick={open('import')} detail={t`A wallet’s file, or your own backup`}>
            {t`Import CSV`}
          </RuledButton>
          <RuledButton onClick={open('savings')}>{t`Update savings balance`}</RuledButton>
          <RuledButton onClick={open('lightning')}>{t`Update Lightning balance`}</RuledButton>
          <RuledButton onClick={set('details')} detail={t`Name, age, picture; close the book`}>
            {t`Details`}
          </RuledButton>
        </ul>
      </Card>
    </>
  );
}

function Wallets({ name, open }: { name: string; open: (kind: Kind) => () => void }) {
  return (
    <Card className="home-blocks child-settings">
      <h2>{t`${name}’s wallets`}</h2>
      <ul>
        <RuledButton
          onClick={open('open-lightning')}
          detail={t`Receive, pay, transfer, gift address, daily limit`}
        >
          {t`Lightning`}
        </RuledButton>
        <RuledButton onClick={open('open-wallet')} detail={t`Address, balances, sending`}>
          {t`Bitcoin wallet`}
        </RuledButton>
      </ul>
    </Card>
  );
}

function allowanceText(child: Child): string {
  const sats = satsOf(child.weeklyAllowance);
  const agreed = child.agreedAllowance;
  if (agreed) {
    const { currency, minor, most } = agreed;
    const weekly = priceText({ currency, minorPerBtc: BigInt(minor) });
    return t`${weekly} a week, at most ${satsText(satsOf(most))} · ${weekdayName(child.allowanceDay)}`;
  }
  if (sats === 0n) return t`No allowance yet`;
  return `${satsWithValue(sats)} · ${weekdayName(child.allowanceDay)} · ${nextText(child)}`;
}

function pauseText({ pause }: Child): string {
  if (!pause) return t`Not paused`;
  const [from, to] = [dateText(pause.from), dateText(pause.to)];
  return t`From ${from} to ${to}`;
}
