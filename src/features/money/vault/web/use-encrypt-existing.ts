/** Encrypts the wallet that the server can still read, and has its readable form deleted. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CANNOT_SEAL } from '#core/vault/error.ts';
import { vault } from '#features/money/vault/contract.ts';
import { forgetReplies } from '#web/forget-replies.ts';
import { skipPrompt } from '#web/passphrase-prompt.ts';
import { query, useCall } from '#web/query.ts';
import { sealVault } from '#web/vault/vault.ts';
import { configurationQuery } from './configuration-query.ts';

interface Outcome {
  onDone: () => void;
  onFail: (error: unknown) => void;
}

export function useEncryptExisting({ onDone, onFail }: Outcome) {
  const queries = useQueryClient();
  const [isSealing, setSealing] = useState(false);
  const readable = useRef<readonly string[]>([]);
  const done = () => {
    void forgetReplies(queries, readable.current);
    readable.current = [];
    onDone();
  };
  const save = useCall(vault.encryptExisting, { doneFirst: true, onDone: done, onFail });
  const run = async (passphrase: string) => {
    setSealing(true);
    try {
      const fresh = { staleTime: 0 };
      const found = await queries.fetchQuery({ ...configurationQuery(), ...fresh });
      const { familyId } = await queries.fetchQuery({ ...query(vault.config, {}), ...fresh });
      const { walletAddress, walletXpub, walletId, version } = found;
      readable.current = [walletAddress, walletXpub].filter((text) => text !== null);
      const encryptedData = await sealVault({
        secrets: {
          ...(walletAddress !== null && { walletAddress }),
          ...(walletXpub !== null && { walletXpub }),
        },
        passphrase,
        binding: { purpose: 'wallet', familyId },
      });
      skipPrompt();
      save.run({
        encryptedData,
        prefersEncryption: true,
        version,
        ...(walletId !== null && { walletId }),
      });
    } catch {
      onFail(new Error(CANNOT_SEAL));
    } finally {
      setSealing(false);
    }
  };
  return { run, isBusy: isSealing || save.isPending };
}
