/** The wallet on a child's own screen: a plain sentence, and a button for the address. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { coverage } from '#features/money/wallet/coverage/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { TickCircleIcon } from '#web/ui/icons.tsx';
import { agoText } from '../words.ts';
import '../wallet.css';

const ChildWalletDialog = lazyPart(
  async () => (await import('./child-wallet-dialog.tsx')).ChildWalletDialog,
);

export interface ChildWalletPanelProps {
  child: { id: string; name: string };
  /** The reader is the child, or has a handed-over tablet: sending isn't possible here. */
  isChild: boolean;
  isYoung?: boolean;
}

/** True for every family, so it is shown until the answer arrives, without a jump. */
const UNKNOWN = { sentence: 'parents_keep', checkedAt: null } as const;

export function ChildWalletPanel({ child, isChild, isYoung = false }: ChildWalletPanelProps) {
  const sentence = useQuery(query(coverage.ofChild, { childId: child.id })).data ?? UNKNOWN;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card className="dash-stack" aria-labelledby="child-wallet">
      <h2 id="child-wallet">{t`Bitcoin wallet`}</h2>
      <p className="wallet-sentence">
        {sentence.sentence === 'holds_enough' && (
          <TickCircleIcon size={20} className="text-green" />
        )}
        <span>{sentenceText(sentence)}</span>
      </p>
      <div className="form-actions">
        <Button look="alt" onClick={() => setOpen(true)}>{t`Open the wallet`}</Button>
      </div>
      <Suspense fallback={null}>
        {isOpen && (
          <ChildWalletDialog
            child={child}
            isChild={isChild}
            isYoung={isYoung}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}

/** Never alarms a child: short, unknown and outdated all read the same. */
function sentenceText({
  sentence,
  checkedAt,
}: {
  sentence: 'holds_enough' | 'parents_keep';
  checkedAt: string | null;
}): string {
  if (sentence === 'parents_keep' || checkedAt === null) return t`Your parents keep your savings.`;
  return isToday(checkedAt)
    ? t`Your family’s wallet holds enough for your savings. Checked today.`
    : t`Your family’s wallet holds enough for your savings. Checked ${agoText(checkedAt)}.`;
}

const isToday = (moment: string): boolean =>
  new Date(moment).toDateString() === new Date().toDateString();
