/** A new family: three steps, of which the first is open. */
import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

export function FirstSteps({ onAddChild }: { onAddChild: () => void }) {
  return (
    <Card className="dash-stack">
      <h2>{t`Three steps to the first pay day`}</h2>
      <ol className="first-steps">
        <li className="first-step first-step-open" aria-current="step">
          <span className="first-step-number num">1</span>
          <div>
            <h3>{t`Open a book`}</h3>
            <p className="sub">{t`Name, age, pocket money and pay day. It takes a minute.`}</p>
            <Button small onClick={onAddChild}>{t`Add your first child`}</Button>
          </div>
        </li>
        <Step number="2" title={t`Let pay day come`}>
          {t`On the day you chose, press Process Allowances.`}
        </Step>
        <Step number="3" title={t`Look at it together`}>
          {t`In Child View, your child sees savings, spending money and the next pay day.`}
        </Step>
      </ol>
    </Card>
  );
}

function Step({ number, title, children }: { number: string; title: string; children: string }) {
  return (
    <li className="first-step">
      <span className="first-step-number num">{number}</span>
      <div>
        <h3>{title}</h3>
        <p className="sub">{children}</p>
      </div>
    </li>
  );
}
