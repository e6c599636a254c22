/** A child's wallets and payment settings, one line each: its state, and a link to it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '#contract/endpoint.ts';
import type { Family } from '#features/household/family/contract.ts';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import { gifts } from '#features/money/lightning/gifts/contract.ts';
import { payouts } from '#features/money/lightning/payouts/contract.ts';
import { beforeAt, planText } from '#features/money/lightning/web/payouts/payout-words.ts';
import type { Setting } from '#screens/dashboard/web/child-dialogs.tsx';
import type { OpenDialog } from '#screens/dashboard/web/parent-dialogs.tsx';
import { query } from '#web/query.ts';
import { satsText } from '#web/ui/money-text.ts';
import { RuledButton } from '../../shell/web/ruled-link.tsx';

interface WalletLinesProps {
  id: string;
  family: Pick<Family, 'hasWallet' | 'hasEncryptedWallet'>;
  onOpen: (dialog: OpenDialog) => void;
}

/** Until a line's state is known, it shows its name and links there. */
export function WalletLines({ id, family, onOpen }: WalletLinesProps) {
  const plan = useQuery(quietly(query(payouts.plan, { id }))).data;
  const wallet = useQuery(quietly(query(lightning.ofChild, { id }))).data;
  const gift = useQuery(quietly(query(gifts.address, { id }))).data;
  const limits = useQuery(quietly(query(lightning.config, {}))).data?.payLimits;
  const set = (setting: Setting) => () => onOpen({ kind: 'setting', setting, id });
  const hasWallet = family.hasWallet || family.hasEncryptedWallet;
  return (
    <>
      <RuledButton onClick={set('payout')} detail={plan && planText(plan)}>
        {t`After pay day`}
      </RuledButton>
      <RuledButton
        onClick={() => onOpen({ kind: 'open-lightning', id })}
        detail={wallet && lightningText(wallet)}
      >
        {t`Lightning`}
      </RuledButton>
      <RuledButton onClick={set('gifts')} detail={gift && giftText(gift.address)}>
        {t`Gift address`}
      </RuledButton>
      <RuledButton
        onClick={() => onOpen({ kind: 'open-wallet', id })}
        detail={hasWallet ? t`Ready` : t`Not set up`}
      >
        {t`Bitcoin wallet`}
      </RuledButton>
      <RuledButton onClick={set('payLimit')} detail={limits && limitText(limits[id] ?? 0)}>
        {t`Pays without asking`}
      </RuledButton>
    </>
  );
}

/** Failing to load a line's state is no failure of the page. */
const quietly = <Options extends object>(options: Options) => ({
  ...options,
  meta: { quiet: true },
});

function lightningText(wallet: Output<typeof lightning.ofChild>): string {
  if (wallet.canPay) return t`Receives and pays`;
  return wallet.canReceive || wallet.receivesInBrowser ? t`Receives` : t`Not set up`;
}

const giftText = (address: string | null): string =>
  address === null ? t`Not set up` : beforeAt(address);

const limitText = (sats: number): string =>
  sats === 0 ? t`Off` : t`${satsText(BigInt(sats))} a day`;
