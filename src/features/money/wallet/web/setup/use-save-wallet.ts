/**
 * Saves the pasted wallet in the form that this server can read: in the dialog and in the setup's
 * Bitcoin step. Refetches the family's preferences first: if it wants encryption by now, nothing is
 * sent, and the caller shows the encrypted form instead.
 */
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { vault } from '#features/money/vault/contract.ts';
import {
  type SavedWallet,
  WALLET_INPUT_REQUIRED,
  wallet,
} from '#features/money/wallet/watched/contract.ts';
import { messageOf, statusOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import { query } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { WalletInputState } from './wallet-input.tsx';

export function useSaveWallet(input: WalletInputState, onSaved: (saved: SavedWallet) => void) {
  const failed = t`Failed to configure Bitcoin wallet`;
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const askAnew = () => queries.fetchQuery({ ...query(vault.preferences, {}), staleTime: 0 });
  const call = useFormCall(wallet.configure, {
    failed,
    fields: [],
    toasts: {
      done: () => ({ title: t`Bitcoin Wallet Connected` }),
      wrong: () => ({ title: t`Input Required`, description: said(WALLET_INPUT_REQUIRED) }),
      failed: (description) => ({ title: t`Configuration Error`, description }),
    },
    onDone: onSaved,
    onFail: (error) => {
      // The other parent has just chosen encryption.
      if (statusOf(error) === 409) void askAnew().catch(() => undefined);
    },
  });
  const refuse = (description: string) => {
    call.refuse({ form: description });
    toast({ title: t`Configuration Error`, description, destructive: true, inline: true });
  };
  return {
    errors: call.errors,
    busy: isAsking || call.busy,
    async submit() {
      const problem = input.problem();
      if (problem) return call.refuse(problem);
      const typed = input.typed();
      if (Object.keys(typed).length === 0) return call.submit(typed);
      setAsking(true);
      try {
        // A key can't be unsent.
        if (!(await askAnew()).prefersEncryption) return call.submit(typed);
        refuse(t`Your family keeps its wallet encrypted, so nothing was sent.`);
      } catch (error) {
        refuse(messageOf(error, failed));
      } finally {
        setAsking(false);
      }
    },
  };
}
