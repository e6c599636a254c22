/**
 * A wallet pasted by a parent, parsed in this browser. Anything that can spend money is cleared at
 * once: it reaches neither the worker nor the server.
 */
import { useEffect, useRef, useState } from 'react';
import { type BitcoinInputCode, BitcoinInputError } from '#core/bitcoin/input-error.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { withoutSecrets } from '#core/bitcoin/secrets.ts';
import { askWorker } from '#web/bitcoin/ask-worker.ts';
import type { WalletText } from '#web/bitcoin/wallet-text.ts';

export type TextState =
  | { kind: 'empty' }
  /** It could spend money, and was cleared. */
  | { kind: 'secret'; code: BitcoinInputCode }
  | { kind: 'reading' }
  | { kind: 'wrong'; code: BitcoinInputCode | undefined }
  | { kind: 'read'; found: WalletText };

/** Parsing waits for a pause in typing. */
const PAUSE_MS = 200;

/** @param onRead called once for each text that is a wallet */
export function useWalletText(network: BitcoinNetwork, onRead?: (found: WalletText) => void) {
  const [text, setText] = useState('');
  const [state, setState] = useState<TextState>({ kind: 'empty' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const read = async (pasted: string, { signal }: AbortController) => {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return;
    try {
      const found = await askWorker('read', { text: pasted, network }, { signal });
      setState({ kind: 'read', found });
      onRead?.(found);
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'wrong', code: codeOf(error) });
    }
  };
  const change = (pasted: string) => {
    running.current?.abort();
    const secret = secretIn(pasted);
    setText(secret ? '' : pasted);
    if (secret) return setState({ kind: 'secret', code: secret });
    if (pasted.trim() === '') return setState({ kind: 'empty' });
    setState({ kind: 'reading' });
    running.current = new AbortController();
    void read(pasted, running.current);
  };
  return { text, state, change };
}

function secretIn(pasted: string): BitcoinInputCode | undefined {
  try {
    withoutSecrets(pasted);
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code;
  }
}

const codeOf = (error: unknown): BitcoinInputCode | undefined =>
  error instanceof BitcoinInputError ? error.code : undefined;
