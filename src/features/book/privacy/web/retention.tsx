/** How long entries are kept, whether old ones are pruned automatically, and the actions. */

import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import {
  DEFAULT_RETENTION,
  KEEP_FOREVER,
  type Pruned,
  privacy,
  RETENTION_CHOICES,
} from '#features/book/privacy/contract.ts';
import { pruneMonths } from '#features/book/privacy/rules.ts';
import type { User } from '#features/people/auth/contract.ts';
import { messageOf } from '#web/errors.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useCall } from '#web/query.ts';
import { Banner, InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { SelectField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useBackup, useExport } from './downloads.ts';

const PruneDialog = lazyPart(async () => (await import('./prune-dialog.tsx')).PruneDialog);

/** Duration of the warning that suggests a backup first. */
const WARNING_MS = 10_000;

type Choice = (typeof RETENTION_CHOICES)[number];

export function Retention({ me }: { me: User }) {
  const saved = knownChoice(me.dataRetentionMonths);
  const [months, setMonths] = useState<Choice>(saved);
  const [automatic, setAutomatic] = useState(me.autoDataPruningEnabled);
  const save = useSave();
  const failure = save.error && messageOf(save.error, t`Update Failed`);
  return (
    <>
      <Form
        onSubmit={() =>
          save.run({ dataRetentionMonths: months, autoDataPruningEnabled: automatic })
        }
        actions={
          <Button type="submit" busy={save.isPending}>
            {t`Save Settings`}
          </Button>
        }
      >
        {failure && <InlineAlert>{failure}</InlineAlert>}
        <SelectField
          name="dataRetentionMonths"
          label={t`Keep entries for`}
          value={String(months)}
          onChange={(value) => setMonths(knownChoice(Number(value)))}
          options={RETENTION_CHOICES.map((one) => ({ value: String(one), label: choiceText(one) }))}
        />
        <Switch
          label={t`Automatic pruning`}
          hint={
            <>
              <strong>{automatic ? t`Enabled` : t`Disabled`}</strong>
              {'. '}
              {automaticText(automatic, months)}
            </>
          }
          checked={automatic}
          onChange={setAutomatic}
        />
      </Form>
      <Actions months={months} />
    </>
  );
}

const knownChoice = (months: number): Choice =>
  RETENTION_CHOICES.find((one) => one === months) ?? DEFAULT_RETENTION;

function choiceText(months: Choice): string {
  if (months === KEEP_FOREVER) return t`Keep forever`;
  return months === 12 ? t`1 year` : t`${months} months`;
}

function automaticText(automatic: boolean, months: Choice): string {
  if (months === KEEP_FOREVER) return t`Nothing is removed while entries are kept forever.`;
  return automatic
    ? t`Older entries are removed every night. Balances and goals stay as they are.`
    : t`Nothing is removed unless you press the button below.`;
}

function useSave() {
  return useCall(privacy.settings, {
    onDone: () => {
      toast({
        title: t`Privacy Settings Updated`,
        description: t`Your data retention preferences have been saved.`,
      });
    },
    onFail: (error) => {
      const title = t`Update Failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
}

/** Uses the period selected in the form, saved or not, because the reader sees that one. */
function Actions({ months }: { months: Choice }) {
  const [asks, setAsks] = useState(false);
  const [blocked, setBlocked] = useState(false);
  const [done, setDone] = useState<Pruned>();
  const backup = useBackup();
  const everything = useExport();
  const period = pruneMonths(months);
  const ask = () => {
    setDone(undefined);
    setBlocked(period === undefined);
    if (period === undefined) {
      toast({
        title: t`Cannot Prune`,
        description: t`You have selected to keep data forever.`,
        destructive: true,
        inline: true,
      });
      return;
    }
    toast({
      title: t`Data Deletion Warning`,
      description: t`You're about to delete old data. Download a backup first!`,
      durationMs: WARNING_MS,
    });
    setAsks(true);
  };
  return (
    <div className="grid gap-4 rule-above pt-5">
      <div className="flex flex-wrap gap-3">
        <Button look="alt" busy={backup.isPending} onClick={() => backup.mutate()}>
          {t`Download Backup`}
        </Button>
        <Button look="alt" busy={everything.isPending} onClick={() => everything.mutate()}>
          {t`Export Everything`}
        </Button>
        <Button look="danger" onClick={ask}>
          {t`Delete Old Data`}
        </Button>
      </div>
      <p className="sub">
        <Trans>
          The backup is a spreadsheet with every entry. The export holds everything kept about your
          family, for other programs to read.
        </Trans>
      </p>
      {backup.error && <InlineAlert>{messageOf(backup.error, t`Backup Failed`)}</InlineAlert>}
      {everything.error && (
        <InlineAlert>{messageOf(everything.error, t`Export Failed`)}</InlineAlert>
      )}
      {blocked && period === undefined && (
        <InlineAlert>{t`You have selected to keep data forever.`}</InlineAlert>
      )}
      {done && <Outcome pruned={done} />}
      {asks && period && (
        <Suspense fallback={null}>
          <PruneDialog months={period} onClose={() => setAsks(false)} onDone={setDone} />
        </Suspense>
      )}
    </div>
  );
}

function Outcome({ pruned: { deletedCount, keptCount, keptReason } }: { pruned: Pruned }) {
  return (
    <Banner tone="done" announce="polite" title={t`Deleted ${deletedCount} old transactions`}>
      {keptReason === null ? (
        t`Balances and goals are as they were.`
      ) : (
        <>
          <Plural
            value={keptCount}
            one="# older entry stays for now."
            other="# older entries stay for now."
          />{' '}
          {keptText(keptReason)}
        </>
      )}
    </Banner>
  );
}

/** Entries are removed in the order they were recorded, up to the first that must stay. */
function keptText(reason: NonNullable<Pruned['keptReason']>): string {
  switch (reason) {
    case 'open':
      return t`The first of them, or an entry recorded before it, has an open request or payment.`;
    case 'undoable':
      return t`The first of them, or an entry recorded before it, can still be taken back.`;
    case 'young':
      return t`An entry within the period you keep was recorded before them. They will go together.`;
    case 'unsealed':
      return t`They were recorded a moment ago and are not sealed yet. Try again in a few minutes.`;
  }
}
