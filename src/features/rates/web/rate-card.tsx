/** What a bitcoin is worth in the family's own money: a parent types it. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { readPrice } from '#core/price.ts';
import { decimalsOf, majorText } from '#core/rate.ts';
import { DAY } from '#core/time.ts';
import { auth } from '#features/auth/contract.ts';
import { rates } from '#features/rates/contract.ts';
import { dayText } from '#web/dates.ts';
import { statusOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { localeTag } from '#web/messages/i18n.ts';
import { query, useCall } from '#web/query.ts';
import { useTimeZone } from '#web/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { SelectField, TextField } from '#web/ui/text-field.tsx';
import { priceText } from './price-text.ts';

export function RateCard() {
  const answer = useQuery(query(rates.get, {}));
  return (
    <Card className="grid gap-3" aria-labelledby="own-money">
      <h2 id="own-money">{t`Your own money`}</h2>
      <p className="sub">
        {t`Type what one bitcoin costs, and amounts also say about how much they are worth. The book counts in sats.`}
      </p>
      <Loaded answer={answer} label={t`Looking up your own money`} height="12rem">
        {(known) => <Rate key={known?.at} known={known} />}
      </Loaded>
    </Card>
  );
}

type Known = Output<typeof rates.get>;

/** A price that old is asked for again. */
const OLD_DAYS = 90;

function Rate({ known }: { known: Known }) {
  return (
    <>
      {known && <Since known={known} />}
      <RateForm known={known} />
      {known && <Clear />}
    </>
  );
}

function Since({ known: { by, at, currency, minorPerBtc } }: { known: NonNullable<Known> }) {
  const day = dayText(at, useTimeZone());
  const price = priceText({ currency, minorPerBtc: BigInt(minorPerBtc) });
  const isOld = Date.now() - new Date(at).getTime() > OLD_DAYS * DAY;
  return (
    <p>
      {by
        ? t`${price} a bitcoin, typed by ${by} on ${day}.`
        : t`${price} a bitcoin, typed on ${day}.`}{' '}
      {isOld && <strong>{t`Is it still right?`}</strong>}
    </p>
  );
}

function RateForm({ known }: { known: Known }) {
  const refresh = useQueryRefresh();
  const [currency, setCurrency] = useState(known?.currency ?? usualCurrency());
  const [price, setPrice] = useState(known ? typedPrice(known) : '');
  const [asks, setAsks] = useState(false);
  const save = useFormCall(rates.set, {
    failed: t`The price could not be saved just now.`,
    fields: ['price'],
    toasts: {
      done: () => ({ title: t`Saved` }),
      // Then it is a question.
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
        <SelectField
          name="currency"
          label={t`Currency`}
          value={currency}
          onChange={setCurrency}
          options={currencies()}
        />
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
  const refresh = useQueryRefresh();
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

/** Who is signed in carries the rate for every amount on the page. */
function useQueryRefresh() {
  const user = useQuery({ ...query(auth.user, {}), enabled: false });
  return () => void user.refetch();
}

const typedPrice = ({ currency, minorPerBtc }: NonNullable<Known>): string =>
  majorText(BigInt(minorPerBtc), decimalsOf(currency)).replace(/\.0+$/, '');

/** A guess from the language of the page, which the reader changes. */
const usualCurrency = (): string => (localeTag().startsWith('en') ? 'USD' : 'EUR');

function currencies() {
  const names = new Intl.DisplayNames(localeTag(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${names.of(value) ?? value} (${value})`,
  }));
}
