/** Takes the connection string, asks the wallet, and then shows its balance. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Output } from '#contract/endpoint.ts';
import { trying } from '#features/money/lightning/trying/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { inWords } from '#web/messages/said.ts';
import { isSignedIn } from '#web/signed-in.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { SecretField } from '../secret-field.tsx';
import { numberText } from '../words.ts';

export interface Tried {
  connectionId: string;
  provider: string;
  balance: number | null;
}

interface TrialConnectProps {
  tried: Tried | undefined;
  onConnected: (tried: Tried) => void;
}

export function TrialConnect({ tried, onConnected }: TrialConnectProps) {
  const [text, setText] = useState('');
  /** The source that answered, used again to refresh the balance. */
  const [source, setSource] = useState('');
  const call = useFormCall(trying.connect, {
    failed: t`We couldn’t reach the server. Check your internet connection.`,
    quiet: true,
    toasts: { failed: (description) => ({ title: t`Test Failed`, description }) },
    onDone: (answer, { connectionString }) => {
      const found = triedOf(answer);
      if (!found) return call.refuse({ connectionString: whyNot(answer) });
      setSource(connectionString);
      onConnected(found);
      const { provider, balance } = found;
      const description = balance === null ? provider : `${provider}: ${numberText(balance)}`;
      toast({ title: t`Connection Test Successful!`, description });
    },
  });
  const test = () => {
    if (text.trim() !== '') return call.submit({ connectionString: text });
    const description = t`Please paste your NWC connection string`;
    call.refuse({ connectionString: description });
    toast({ title: t`Connection string required`, description, destructive: true, inline: true });
  };
  return (
    <>
      <Form
        onSubmit={test}
        errors={call.errors}
        actions={
          <>
            <Button type="submit" busy={call.busy}>{t`Test Connection`}</Button>
            <Button
              look="alt"
              busy={call.busy}
              onClick={() => call.submit({ connectionString: '' })}
            >
              {t`Test Saved Connection`}
            </Button>
          </>
        }
      >
        <SecretField
          type="nwc"
          name="connectionString"
          hint={
            isSignedIn()
              ? t`It stays in this browser, sealed, for 15 minutes. “Test Saved Connection” asks the wallet that your family has connected.`
              : t`It stays in this browser, sealed, for 15 minutes. A saved connection can be tested after you sign in.`
          }
          value={text}
          onChange={setText}
        />
      </Form>
      {tried && (
        <Answer
          tried={tried}
          busy={call.busy}
          onRefresh={() => call.submit({ connectionString: source })}
        />
      )}
    </>
  );
}

interface AnswerProps {
  tried: Tried;
  busy: boolean;
  onRefresh: () => void;
}

/** A page of the book: the wallet that answered, and its balance. */
function Answer({ tried: { provider, balance }, busy, onRefresh }: AnswerProps) {
  return (
    <div className="slip">
      <p className="rubber trial-rubber">{t`Connected`}</p>
      <dl className="slip-lines">
        <div>
          <dt>{t`Wallet`}</dt>
          <dd>{provider}</dd>
        </div>
        <div>
          <dt>{t`Balance`}</dt>
          <dd className="ln-sum">
            {balance === null ? t`The wallet does not tell` : numberText(balance)}
          </dd>
        </div>
        <div>
          <dt>{t`Status`}</dt>
          <dd>{t`Online`}</dd>
        </div>
      </dl>
      <div className="form-actions">
        <Button look="alt" small busy={busy} onClick={onRefresh}>{t`Refresh Balance`}</Button>
        <ButtonLink small href="/lightning-connect">{t`Connect it to your book`}</ButtonLink>
      </div>
    </div>
  );
}

type ConnectAnswer = Output<typeof trying.connect>;

function triedOf({ success, connectionId, provider, balance }: ConnectAnswer): Tried | undefined {
  if (!success || connectionId === null) return undefined;
  return { connectionId, provider: provider ?? t`Your wallet`, balance };
}

/** Returns the reason, which it also shows as a toast. */
function whyNot({ reason, error }: ConnectAnswer): string {
  const description = trialError(reason, error) ?? t`Failed to establish NWC connection`;
  toast({ title: t`Connection Test Failed`, description, destructive: true, inline: true });
  return description;
}

/** The server's message about a wallet, in the reader's language. */
export const trialError = (reason: string | null, english: string | null): string | undefined =>
  english === null ? undefined : inWords(reason === null ? undefined : { reason }, english);

/** If there is no reply, the wallet may have paid after all. */
export const callError = (error: unknown): string =>
  messageOf(
    error,
    t`We couldn’t reach the server, so we don’t know whether it was paid. Check your wallet before you try again.`,
  );
