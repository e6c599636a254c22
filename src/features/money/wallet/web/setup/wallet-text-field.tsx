/** The field for an address or a key, and its recognized content. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { BitcoinInputCode } from '#core/bitcoin/input-error.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { KeyChoice } from '#web/bitcoin/wallet-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Field } from '#web/ui/field.tsx';
import { TickIcon } from '#web/ui/icons.tsx';
import { inputProblem, isTest, scriptTypeName } from '../words.ts';
import type { TextState } from './use-wallet-text.ts';

interface WalletTextFieldProps {
  name: string;
  label: string;
  hint: ReactNode;
  /** Text about a recognized address. */
  aboutAddress?: ReactNode;
  network: BitcoinNetwork;
  text: string;
  state: TextState;
  onChange: (pasted: string) => void;
}

export function WalletTextField(props: WalletTextFieldProps) {
  const { name, label, hint, aboutAddress, network, text, state, onChange } = props;
  const error = state.kind === 'wrong' ? inputProblem(state.code, network) : undefined;
  return (
    <div className="grid gap-3">
      <Field name={name} label={label} hint={hint} error={error}>
        {(control) => (
          <textarea
            {...control}
            className="input mono wallet-text"
            rows={3}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite">
        {state.kind === 'reading' && <p className="sub">{t`Checking in this browser…`}</p>}
        {state.kind === 'secret' && <SecretStop code={state.code} />}
        {state.kind === 'read' && state.found.kind === 'address' && (
          <Found kind={t`Address`} type={scriptTypeName(state.found.type)} network={network}>
            {aboutAddress}
          </Found>
        )}
        {state.kind === 'read' && state.found.kind === 'ambiguous' && (
          <Found kind={t`Extended public key`} network={network}>
            {t`One question is left, below.`}
          </Found>
        )}
        {state.kind === 'read' && state.found.kind === 'key' && (
          <FoundKey choice={state.found.choice} network={network} />
        )}
      </div>
    </div>
  );
}

/** Announced at once: the person may be about to paste it elsewhere. */
function SecretStop({ code }: { code: BitcoinInputCode }) {
  return (
    <Banner tone="error" announce="assertive" title={t`Stop. ${secretName(code)}`}>
      {t`Never type it into any website, not even this one. We deleted it here and sent nothing. Your clipboard may still hold it: copy something else now.`}
    </Banner>
  );
}

function secretName(code: BitcoinInputCode): string {
  if (code === 'SEED_WORDS') return t`This looks like a wallet’s list of seed words.`;
  if (code === 'NOSTR_SECRET')
    return t`This looks like a secret of Nostr or of a wallet connection.`;
  return t`This looks like a private key.`;
}

function FoundKey({ choice, network }: { choice: KeyChoice; network: BitcoinNetwork }) {
  return (
    <Found kind={t`Extended public key`} type={scriptTypeName(choice.scriptType)} network={network}>
      {t`Its first address, to compare with the first receive address in your wallet:`}
      <span className="mono block break-all">{choice.firstAddress}</span>
    </Found>
  );
}

interface FoundProps {
  kind: string;
  type?: string;
  network: BitcoinNetwork;
  children: ReactNode;
}

function Found({ kind, type, network, children }: FoundProps) {
  return (
    <div className="wallet-found">
      <p className="wallet-chips">
        <strong>{kind}</strong>
        {type && <Chip>{type}</Chip>}
        <Chip tone="green" icon={<TickIcon size={16} />}>{t`Checksum right`}</Chip>
        {isTest(network) && <Chip tone="gold">{t`Test money`}</Chip>}
      </p>
      {children && <p className="sub">{children}</p>}
    </div>
  );
}
