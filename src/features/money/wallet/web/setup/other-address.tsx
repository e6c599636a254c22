/** For a wallet that shows a later address than its first: searches the key's addresses. */
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { KeyChoice } from '#web/bitcoin/wallet-text.ts';
import { numberFormat } from '#web/formats.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { scriptTypeName } from '../words.ts';
import { type FoundAddress, findAddress, SEARCHED } from './find-address.ts';

interface OtherAddressProps {
  choices: readonly KeyChoice[];
  network: BitcoinNetwork;
  onFound: (choice: KeyChoice) => void;
}

type Search =
  | { kind: 'idle' }
  | { kind: 'searching'; done: number }
  | { kind: 'found'; found: FoundAddress }
  | { kind: 'missing' };

export function OtherAddress({ choices, network, onFound }: OtherAddressProps) {
  const [text, setText] = useState('');
  const { search, start, stop } = useSearch(choices, network, onFound);
  return (
    <details className="fold">
      <summary>{t`My wallet shows another address`}</summary>
      <div className="grid gap-3">
        <TextField
          name="otherAddress"
          label={t`Any receive address that your wallet shows`}
          hint={t`We look for it among ${countText(SEARCHED)} addresses of your key, in this browser.`}
          mono
          optional
          value={text}
          onChange={setText}
        />
        <div className="form-actions">
          <Button
            look="alt"
            small
            busy={search.kind === 'searching'}
            aria-disabled={text.trim() === ''}
            onClick={() => start(text)}
          >
            {t`Look for it`}
          </Button>
          {search.kind === 'searching' && (
            <Button look="quiet" small onClick={stop}>{t`Cancel`}</Button>
          )}
        </div>
        <div aria-live="polite">
          <Outcome search={search} />
        </div>
      </div>
    </details>
  );
}

function Outcome({ search }: { search: Search }) {
  if (search.kind === 'searching')
    return (
      <p className="sub">{t`${countText(search.done)} of ${countText(SEARCHED)} looked at`}</p>
    );
  if (search.kind === 'missing')
    return (
      <Banner tone="warn">
        {t`It isn’t among this key’s first ${countText(SEARCHED)} addresses. Does it belong to another account or wallet?`}
      </Banner>
    );
  if (search.kind !== 'found') return null;
  const number = search.found.index;
  const type = scriptTypeName(search.found.choice.scriptType);
  return <Banner tone="done">{t`Found: address number ${number} of this key, ${type}.`}</Banner>;
}

const countText = (count: number) => numberFormat().format(count);

function useSearch(
  choices: readonly KeyChoice[],
  network: BitcoinNetwork,
  onFound: (choice: KeyChoice) => void,
) {
  const [search, setSearch] = useState<Search>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setSearch({ kind: 'idle' });
  };
  const start = async (text: string) => {
    running.current?.abort();
    const stopper = new AbortController();
    running.current = stopper;
    const { signal } = stopper;
    const onProgress = (done: number) => setSearch({ kind: 'searching', done });
    onProgress(0);
    const missing = () => undefined;
    const found = await findAddress(choices, text, network, { onProgress, signal }).catch(missing);
    if (signal.aborted) return;
    setSearch(found ? { kind: 'found', found } : { kind: 'missing' });
    if (found) onFound(found.choice);
  };
  return { search, start: (text: string) => void start(text), stop };
}
