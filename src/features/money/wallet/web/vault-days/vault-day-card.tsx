/** Vault day: the collected amount, the fee for putting it away, and its progress. */
import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Collected,
  type Fee,
  type VaultDay,
  vaultDays,
} from '#features/money/wallet/vault-days/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { callApi, newKey } from '#web/api.ts';
import { datedText } from '#web/dates.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { useWay } from '#web/ui/page-link.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { obstacleText } from '../send/send-psbt.tsx';
import { isUnderWay, VaultDayParts } from './vault-day-parts.tsx';

/** People wait on this page for their payment to appear. */
const WATCH_MS = 5_000;

export function VaultDayCard() {
  // The demo has no chain.
  const isReal = useWay('/lightning-connect') !== undefined;
  return isReal ? <OfFamily /> : null;
}

function OfFamily() {
  const [read, setRead] = useState<readonly Collected[]>();
  const { data } = useQuery({
    ...query(vaultDays.list, {}),
    refetchInterval: ({ state }) => (state.data?.days.some(isUnderWay) ? WATCH_MS : false),
  });
  if (!data || data.collected.length + data.days.length === 0) return null;
  const { collected, waitsForFee, days } = data;
  const toCollect = { collected, waitsForFee, isFree: isFree(days), onRead: setRead };
  return (
    <Card className="grid gap-4" aria-labelledby="vault-day">
      <h2 id="vault-day">{t`Vault day`}</h2>
      {collected.length > 0 && <ToCollect {...toCollect} />}
      {days.map((day) => (
        <VaultDayParts key={day.id} day={day} read={read} />
      ))}
    </Card>
  );
}

/** A vault day that waits for its payment must be paid or cancelled first. */
const isFree = (days: readonly VaultDay[]) =>
  days.every(({ parts }) => parts.every(({ state }) => state !== 'waiting'));

interface ToCollectProps {
  collected: readonly Collected[];
  waitsForFee: boolean;
  isFree: boolean;
  /** Gets what the parent sees when saying yes; undefined if that was refused. */
  onRead: (collected: readonly Collected[] | undefined) => void;
}

function ToCollect({ collected, waitsForFee, isFree: canBegin, onRead }: ToCollectProps) {
  const call = useCall(vaultDays.begin, { onFail: () => onRead(undefined) });
  const children = collected.map(({ childId, amount }) => ({ childId, seenAmount: amount }));
  const begin = () => {
    onRead(collected);
    call.run({ children });
  };
  return (
    <div className="grid gap-4">
      <p>{t`These pay days are in savings already. One transaction puts them into your own wallet, each child’s part at an address of its own.`}</p>
      <dl className="balances coverage-rows">
        {collected.map(({ childId, childName, amount, payDays, since }) => (
          <div key={childId}>
            <dt>
              <span>
                {childName}
                <span className="sub block">{payDaysText(payDays, since)}</span>
              </span>
            </dt>
            <dd>
              <MoneyText sats={satsOf(amount)} follow />
            </dd>
          </div>
        ))}
      </dl>
      <FeeLines waitsForFee={waitsForFee} />
      <CallFailure error={call.error} fallback={t`The vault day could not be begun just now.`} />
      {canBegin && (
        <div className="form-actions">
          <Button busy={call.isPending} onClick={begin}>
            {t`Put it into the vault`}
          </Button>
        </div>
      )}
    </div>
  );
}

const payDaysText = (count: number, since: string): string => {
  const date = datedText(since);
  return plural(count, { one: `# pay day, since ${date}`, other: `# pay days, since ${date}` });
};

function FeeLines({ waitsForFee }: { waitsForFee: boolean }) {
  const { data } = useQuery({
    queryKey: ['vault-day-fee'],
    queryFn: () => callApi(vaultDays.estimate, {}, newKey()),
    // Each look-up is a change, which the server announces to every page.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  });
  const wait = useCall(vaultDays.waitForFee, {
    onDone: (answer) => {
      if (answer.waitsForFee) toast({ title: t`You get a message when the fee is low` });
    },
  });
  const isHigh = (data?.feePercent ?? 0) >= LOW_FEE_PERCENT;
  return (
    <>
      <p role="status">{data ? feeText(data) : t`Asking for the network’s fee …`}</p>
      {waitsForFee && <p>{t`You get a message when the fee is under 2%.`}</p>}
      <CallFailure error={wait.error} fallback={t`This could not be saved just now.`} />
      {(waitsForFee || isHigh) && (
        <div className="form-actions">
          <Button
            look="alt"
            small
            busy={wait.isPending}
            onClick={() => wait.run({ waits: !waitsForFee })}
          >
            {waitsForFee ? t`Do not wait` : t`Wait until it is under 2%`}
          </Button>
        </div>
      )}
    </>
  );
}

const LOW_FEE_PERCENT = 2;

function feeText({ fee, feePercent, obstacle }: Fee): string {
  if (obstacle === 'too_small') return obstacleText(obstacle);
  // There is nothing to pay yet, so the ways around an obstacle aren't shown either.
  if (fee === null || feePercent === null)
    return t`We don’t know the network’s fee. Your own wallet shows it before you pay.`;
  return t`The network’s fee is about ${satsWithValue(satsOf(fee))} now: ${feePercent}% of the amount.`;
}
