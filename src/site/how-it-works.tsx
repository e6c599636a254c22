/** /how-it-works: a week with the savings book, and everyone's part in it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { settingText, WhenSet } from './filled.tsx';
import { Part, Sheet, Step, Steps, Ticked } from './sheet.tsx';
import { SiteFrame } from './site-frame.tsx';

export function HowItWorks() {
  return (
    <SiteFrame>
      <Sheet
        title={<Trans>How it works</Trans>}
        lead={
          <Trans>
            Satling is a savings book. It records what each child has, who said yes, and what is
            due. The money stays in your own wallet.
          </Trans>
        }
      >
        <Part title={<Trans>A week with the book</Trans>}>
          <Week />
        </Part>
        <Part title={<Trans>Who does what</Trans>}>
          <Roles />
        </Part>
        <Part title={<Trans>What it does not do</Trans>}>
          <Limits />
        </Part>
        <Part title={<Trans>Have a look</Trans>}>
          <Ways />
        </Part>
      </Sheet>
    </SiteFrame>
  );
}

function Week() {
  return (
    <Steps>
      <Step title={<Trans>You open a book for each child</Trans>}>
        <Trans>A name and an age are enough. You sign in with an e-mail link; no password.</Trans>
      </Step>
      <Step title={<Trans>Pay day is recorded</Trans>}>
        <Trans>
          Once a week, on the day you chose, the allowance becomes a line in the book. Never twice.
        </Trans>
      </Step>
      <Step title={<Trans>A child asks, a grown-up answers</Trans>}>
        <Trans>
          To use savings, a child asks and says what for. The amount is held until one of you says
          yes or no, with the reason.
        </Trans>
      </Step>
      <Step title={<Trans>You pay from your own wallet</Trans>}>
        <Trans>
          The book says what is owed. You pay when and how you like, and the line then says Paid.
        </Trans>
      </Step>
      <Step title={<Trans>Goals fill up, ten stamps each</Trans>}>
        <Trans>Each tenth of a goal is a stamp. Ten stamps, and it’s time to buy the bike.</Trans>
      </Step>
    </Steps>
  );
}

function Roles() {
  const { t } = useLingui();
  const parents = [
    t`Parents approve withdrawals and goal allocations.`,
    t`Parents set allowances and spending limits.`,
    t`Parents pay, from a wallet that is theirs alone.`,
  ];
  const children = [
    t`Children request withdrawals.`,
    t`Children create personal goals.`,
    t`Children see their own book, never a sibling’s.`,
  ];
  const lines = (texts: string[]) => texts.map((text) => ({ key: text, text }));
  return (
    <div className="two">
      <div>
        <h3>
          <Trans>Parents</Trans>
        </h3>
        <Ticked lines={lines(parents)} />
      </div>
      <div>
        <h3>
          <Trans>Children</Trans>
        </h3>
        <Ticked lines={lines(children)} />
      </div>
    </div>
  );
}

function Limits() {
  return (
    <>
      <p>
        <Trans>
          It holds no money and moves none. Lightning is accounting-only: the book counts spending
          money in sats, and the payment itself happens in your wallet.
        </Trans>
      </p>
      <p>
        <Trans>
          The core is free to use. It is supported by voluntary donations, value for value: you give
          what it is worth to you, or nothing.
        </Trans>{' '}
        <Trans>
          Whoever runs a server may ask for a subscription for what it does beyond: reminders,
          spending alerts and large imports.
        </Trans>
      </p>
      <p className="soft">
        <Trans>
          On the roadmap: self-hosting made easier, hardware wallet and multisig key management, and
          a privacy analytics dashboard.
        </Trans>
      </p>
    </>
  );
}

function Ways() {
  return (
    <div className="acts">
      <a className="btn" href="/demo" data-event="cta_demo_access">
        <Trans>Try Demo</Trans>
      </a>
      <a className="btn btn-alt" href="/setup-wizard">
        <Trans>Setup wizard</Trans>
      </a>
      <WhenSet name="sourceUrl">
        <a className="btn btn-alt" href={settingText('sourceUrl')} rel="noopener noreferrer">
          <Trans>Read the source</Trans>
        </a>
      </WhenSet>
    </div>
  );
}
