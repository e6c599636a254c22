/** The price of a bitcoin in the family's currency: typed by an adult, or from the source. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readPrice } from '#core/price.ts';
import { decimalsOf, majorText } from '#core/rate.ts';
import { rates } from '#features/people/rates/contract.ts';
import { statusOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CurrencyField, usualCurrency } from './currency-field.tsx';
import { isLongAgo, type Known, OldPrice, PriceNow } from './price-now.tsx';
import { SourceForm } from './source-form.tsx';
import { type Source, SourceNews } from './source-news.tsx';
import { sourceName } from './source-words.ts';
import { useReadAgain } from './use-read-again.ts';

export function RateCard() {
  const answer = useQuery(query(rates.get, {}));
  const source = useQuery(query(rates.source, {}));
  return (
    <Card className="grid gap-3" aria-labelledby="own-money">
      <h2 id="own-money">{t`Your own money`}</h2>
      <Loaded answer={answer} label={t`Looking up your own money`} height="12rem">
        {(known) => (
          <Loaded answer={source} label={t`Looking up your own money`} height="12rem">
            {(said) => <Rate known={known} source={said} />}
          </Loaded>
        )}
      </Loaded>
    </Card>
  );
}

interface RateProps {
  known: Known;
  source: Source;
}

/** First its state and the next step; then, folded, the settings. */
function Rate({ known, source }: RateProps) {
  const isSet = known !== null || source.currency !== null;
  return (
    <>
      {known && <PriceNow known={known} name={source.name} />}
      <SourceNews source={source} isFirst={!known?.fromSource} />
      {known?.isOld && <OldPrice known={known} />}
      <p className="sub">{aboutText(known, source)}</p>
      {isSet ? (
        <details className="fold" open={known !== null && isLongAgo(known)}>
          <summary>{t`Change price or currency`}</summary>
          <div className="grid gap-3">
            <Forms known={known} source={source} />
            <Clear />
          </div>
        </details>
      ) : (
        <Forms known={known} source={source} />
      )}
    </>
  );
}

function aboutText(known: Known, source: Source): string {
  if (known)
    return t`Every amount also shows roughly what it’s worth. The book still counts in sats.`;
  return source.name === null
    ? t`Type what a bitcoin costs, and every amount also shows roughly what it’s worth. The book still counts in sats.`
    : t`With a price, every amount also shows roughly what it’s worth. The book still counts in sats.`;
}

function Forms({ known, source }: RateProps) {
  const [way, setWay] = useState<Way>(source.currency === null ? 'typed' : 'source');
  const { name } = source;
  if (name === null) return <RateForm key={known?.at} known={known} />;
  const usual = source.currency ?? known?.currency ?? usualCurrency();
  return (
    <>
      <WayField name={name} value={way} onChange={setWay} />
      {way === 'typed' ? (
        <RateForm key={known?.at} known={known} />
      ) : (
        <SourceForm source={source} name={sourceName(name)} usual={usual} />
      )}
    </>
  );
}

type Way = 'typed' | 'source';

interface WayFieldProps {
  name: NonNullable<Source['name']>;
  value: Way;
  onChange: (way: Way) => void;
}

function WayField({ name, ...field }: WayFieldProps) {
  const source = sourceName(name);
  return (
    <RadioGroup<Way>
      name="way"
      label={t`Where the price comes from`}
      options={[
        { value: 'typed', label: t`We type it` },
        {
          value: 'source',
          label: source,
          hint: t`This server asks for it. ${source} learns nothing about you.`,
        },
      ]}
      {...field}
    />
  );
}

function RateForm({ known }: { known: Known }) {
  const refresh = useReadAgain();
  const [currency, setCurrency] = useState(known?.currency ?? usualCurrency());
  const [price, setPrice] = useState(known ? typedPrice(known) : '');
  const [asks, setAsks] = useState(false);
  const save = useFormCall(rates.set, {
    failed: t`The price could not be saved just now.`,
    fields: ['price'],
    toasts: {
      done: () => ({ title: t`Saved` }),
      // If so, it becomes a question.
      failed: (description, error) =>
        statusOf(error) === 409 ? undefined : { title: t`Error`, description },
    },
    onDone: () => {
      setAsks(false);
      refresh();
    },
    onFail: (error) => setAsks(statusOf(error) === 409),
  });
  const submit = (isSure: boolean) => {
    const minor = readPrice(price, decimalsOf(currency));
    if (minor === undefined)
      return save.refuse({ price: t`Please enter what one bitcoin costs, such as 61,000` });
    save.submit({ currency, minorPerBtc: Number(minor), ...(isSure && { isSure }) });
  };
  return (
    <>
      <Form
        onSubmit={() => submit(false)}
        errors={save.errors}
        actions={<Button type="submit" look="alt" busy={save.busy}>{t`Save price`}</Button>}
      >
        <CurrencyField value={currency} onChange={setCurrency} />
        {known && known.currency !== currency && (
          <p role="status">
            {t`Everyone in the family will then see ${currency}. Allowances agreed in ${known.currency} stay that way, at the last price.`}
          </p>
        )}
        <TextField
          name="price"
          label={t`One bitcoin costs`}
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={setPrice}
        />
      </Form>
      <ConfirmDialog
        open={asks}
        title={t`Is this price right?`}
        confirmLabel={t`Yes, save it`}
        busy={save.busy}
        onConfirm={() => submit(true)}
        onCancel={() => setAsks(false)}
      >
        {t`It is more than twice, or less than half, the last one. We’ll tell every adult in your family.`}
      </ConfirmDialog>
    </>
  );
}

function Clear() {
  const refresh = useReadAgain();
  const clear = useCall(rates.clear, { onDone: refresh });
  return (
    <>
      <CallFailure error={clear.error} fallback={t`It could not be changed just now.`} />
      <Button
        look="quiet"
        small
        className="justify-self-start"
        busy={clear.isPending}
        onClick={() => clear.run({})}
      >
        {t`Use the fixed dollar estimate`}
      </Button>
    </>
  );
}

const typedPrice = ({ currency, minorPerBtc }: NonNullable<Known>): string =>
  majorText(BigInt(minorPerBtc), decimalsOf(currency)).replace(/\.0+$/, '');
