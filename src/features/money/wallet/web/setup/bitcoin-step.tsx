/** The setup's Bitcoin step: an address or a key, or neither for now. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type WalletInfo, wallet } from '#features/money/wallet/watched/contract.ts';
import { Book } from '#web/book.tsx';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { useSaveWallet } from './use-save-wallet.ts';
import { useWalletInput, WalletInput } from './wallet-input.tsx';
import '../wallet.css';

interface BitcoinStepProps {
  /** Called whether or not anything was saved. */
  onDone: (outcome: { isConnected: boolean }) => void;
}

export function BitcoinStep({ onDone }: BitcoinStepProps) {
  const answer = useQuery(query(wallet.familyInfo, {}));
  return (
    <Book
      arrived
      title={t`Where are the savings kept?`}
      lead={t`Connect the Bitcoin wallet of the parents, and see at any time whether it holds what the books promise. This can wait.`}
    >
      <Loaded answer={answer} label={t`Opening the wallet`} height="16rem">
        {(info) => <Step info={info} onDone={onDone} />}
      </Loaded>
    </Book>
  );
}

function Step({ info, onDone }: { info: WalletInfo } & BitcoinStepProps) {
  // State when the step began: saving a wallet here continues the setup.
  const [{ isConfigured, network }] = useState(info);
  return isConfigured ? (
    <Connected onDone={onDone} />
  ) : (
    <Unconnected network={network} onDone={onDone} />
  );
}

function Unconnected({ network, onDone }: Pick<WalletInfo, 'network'> & BitcoinStepProps) {
  const input = useWalletInput(network);
  const save = useSaveWallet(input, () => onDone({ isConnected: true }));
  const later = () => onDone({ isConnected: false });
  const submit = () => (input.state.kind === 'empty' ? later() : void save.submit());
  return (
    <Form
      onSubmit={submit}
      errors={save.errors}
      actions={
        <>
          <Button type="submit" busy={save.busy || input.isReading}>{t`Continue`}</Button>
          <Button look="quiet" onClick={later}>{t`Not now`}</Button>
        </>
      }
    >
      <p className="sub">{t`Read-only. We can look, nobody can spend with this.`}</p>
      <WalletInput input={input} network={network} />
    </Form>
  );
}

/** For people who return to the setup. */
function Connected({ onDone }: BitcoinStepProps) {
  return (
    <div className="grid gap-4">
      <p>{t`Your Bitcoin wallet is connected. You can change it on the dashboard.`}</p>
      <div className="form-actions">
        <Button onClick={() => onDone({ isConnected: true })}>{t`Continue`}</Button>
      </div>
    </div>
  );
}
