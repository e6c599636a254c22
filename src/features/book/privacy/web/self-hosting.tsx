/** A note on self-hosting Satling, with a link to an external guide. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card } from '#web/ui/card.tsx';
import { OutLink } from '#web/ui/out-link.tsx';

const GUIDE = 'https://github.com/mikeroyal/Self-Hosting-Guide';

export function SelfHosting() {
  return (
    <Card tone="dashed" className="grid gap-3" aria-labelledby="self-hosting">
      <h2 id="self-hosting">{t`Keep the whole book at home`}</h2>
      <p>
        <Trans>
          Satling is free software and runs on a small computer of your own, with its database in a
          folder beside it. Then nobody but you keeps your family’s names and entries. In its folder
          two commands are enough:
        </Trans>
      </p>
      <pre className="mono commands">npm ci{'\n'}npm start</pre>
      <p className="sub">
        <Trans>
          New to this? <OutLink href={GUIDE}>A guide to self-hosting</OutLink> (on github.com, in a
          new tab) explains servers at home from the beginning.
        </Trans>
      </p>
    </Card>
  );
}
