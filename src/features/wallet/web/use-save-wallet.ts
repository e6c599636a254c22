/** Saves the pasted wallet: in the dialog and in the setup's Bitcoin step. */
import { t } from '@lingui/core/macro';
import { type SavedWallet, WALLET_INPUT_REQUIRED, wallet } from '#features/wallet/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { said } from '#web/messages/said.ts';
import type { WalletInputState } from './wallet-input.tsx';

export function useSaveWallet(input: WalletInputState, onSaved: (saved: SavedWallet) => void) {
  const failed = t`Failed to configure Bitcoin wallet`;
  const call = useFormCall(wallet.configure, {
    failed,
    fields: [],
    toasts: {
      done: () => ({ title: t`Bitcoin Wallet Connected` }),
      wrong: () => ({ title: t`Input Required`, description: said(WALLET_INPUT_REQUIRED) }),
      failed: (description) => ({ title: t`Configuration Error`, description }),
    },
    onDone: onSaved,
  });
  return {
    errors: call.errors,
    busy: call.busy,
    submit() {
      const problem = input.problem();
      if (problem) call.refuse(problem);
      else call.submit(input.typed());
    },
  };
}
