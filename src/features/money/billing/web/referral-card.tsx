/** The family's referral code, to copy: a free month for each side. */
import { t } from '@lingui/core/macro';
import { billing } from '#features/money/billing/contract.ts';
import { MOST_FRIENDS_A_YEAR } from '#features/money/billing/rules.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { CopyIcon } from '#web/ui/icons.tsx';
import { toast } from '#web/ui/toast-store.ts';

export function ReferralCard() {
  const call = useCall(billing.makeReferralCode, {
    onFail: (error) => {
      const description = messageOf(error, t`Please try again in a minute.`);
      toast({ title: t`Failed to generate referral code`, description, destructive: true });
    },
  });
  const code = call.data?.referralCode;
  const most = MOST_FRIENDS_A_YEAR;
  return (
    <Card className="grid gap-3" aria-labelledby="bill-referral">
      <h2 id="bill-referral" className="text-h3">{t`Invite another family`}</h2>
      <p>
        {t`If a family pays for the first time with your code, the next month is free for them and for you, up to ${most} months a year.`}
      </p>
      {code === undefined ? (
        <div className="form-actions">
          <Button look="alt" busy={call.isPending} onClick={() => call.run({})}>
            {t`Show my referral code`}
          </Button>
        </div>
      ) : (
        <div className="form-actions">
          <output className="mono bill-referral">{code}</output>
          <Button look="alt" small onClick={() => void copyText(code, t`Referral code copied`)}>
            <CopyIcon size={18} /> {t`Copy the code`}
          </Button>
        </div>
      )}
    </Card>
  );
}
