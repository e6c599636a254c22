/** The worker's jobs for a vault, and the messages between it and the page. */
import type { ScriptType } from '#core/bitcoin/address.ts';
import { prepareToDerive } from '#core/bitcoin/derive.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import type { LookUp, PayOutcome } from '#core/lightning/wallet.ts';
import { VaultError, type VaultErrorCode } from '#core/vault/error.ts';
import type { Binding, VaultPayload } from '#core/vault/payload.ts';
import { type WalletSecrets, withSubWalletKey } from '#core/vault/secrets.ts';
import { readWalletText } from '#web/bitcoin/wallet-text.ts';
import { openSecrets, sealSecrets } from './cipher.ts';
import { type Derived, type DeriveInput, deriveFrom } from './deriving.ts';
import type { Held } from './held.ts';
import { openPassphrase, type PasskeySecret, sealPassphrase } from './passkey-lock.ts';
import {
  type DescribeInput,
  type DescribeOutput,
  describeConnection,
  type InvoiceInput,
  type InvoiceOutput,
  type LookUpInput,
  lookUpFrom,
  makeInvoiceFrom,
  type PayInput,
  payFrom,
} from './paying.ts';
import { withRefillToken } from './refill-token.ts';
import { connectionOf, newKeyPair, type Pairing } from './sub-wallets.ts';
import { checkDay, type DayInput, type DayOutput } from './vault-day.ts';

/** The public part, shown without the key: the addresses to compare with the wallet. */
export type OpenWallet = {
  /** `none`: the payload contains only a Lightning connection. */
  kind: 'address' | 'key' | 'none';
  firstAddresses: string[];
  /** One for each first address; empty for a wallet that is an address. */
  scriptTypes: ScriptType[];
  /** True if a Lightning wallet can pay from here. */
  canPay: boolean;
};

type PublicWallet = Pick<WalletSecrets, 'walletAddress' | 'walletXpub'>;

/** Set fields replace those in the open contents; undefined removes them. */
export type SecretsChange = {
  [Name in keyof WalletSecrets]: WalletSecrets[Name] | undefined;
};

type OpenInput = { payload: VaultPayload; binding: Binding; network: BitcoinNetwork };
/** `resealed`: the payload had an old form, or no token; save this one in its place. */
type OpenOutput = { wallet: OpenWallet; resealed: VaultPayload | undefined };

/** Each kind of work, with its input and output. */
export type VaultWork = {
  seal: {
    input: { secrets: WalletSecrets; passphrase: string; binding: Binding };
    output: VaultPayload;
  };
  /** Loads everything that opening needs, before a passphrase is typed. */
  prepare: { input: Record<string, never>; output: null };
  /** The contents stay in the worker until it ends. */
  open: { input: OpenInput & { passphrase: string }; output: OpenOutput };
  /** Like `open`, with a passphrase that was sealed for this passkey. */
  openByPasskey: {
    input: OpenInput & { sealed: string; secret: PasskeySecret };
    output: OpenOutput;
  };
  /** Seals the passphrase for this passkey, if it opens the payload. */
  sealForPasskey: {
    input: Omit<OpenInput, 'network'> & { passphrase: string; secret: PasskeySecret };
    output: string;
  };
  /**
   * Seals the open contents, with additions or replacements, under this passphrase; a new one gets
   * a new token.
   */
  reseal: {
    input: { passphrase: string; binding: Binding; add?: SecretsChange; isRenewed?: true };
    output: VaultPayload;
  };
  /** Makes a key for a child's wallet, and seals the open contents with it. */
  addKey: {
    input: { passphrase: string; binding: Binding };
    output: { payload: VaultPayload; publicKey: string };
  };
  /**
   * Returns the connection to a child's wallet: a parent wants to see it, to hand it over. It can
   * spend the contents of that wallet, within its budget.
   */
  showConnection: { input: Pairing; output: { connection: string } };
  /** For calls that the browser sends automatically: proves that the vault is open here. */
  refillToken: { input: Record<string, never>; output: { token: string | undefined } };
  /** Returns addresses of the open key, which stays here. */
  derive: { input: DeriveInput; output: Derived };
  /** Checks that a vault day is the one shown, at addresses of the open key. */
  checkDay: { input: DayInput; output: DayOutput };
  /** Sends the wallet a payment request, once; never throws because of its reply or silence. */
  pay: { input: PayInput; output: PayOutcome };
  /**
   * Asks a wallet outside any vault for the permissions of a connection; nothing has to be open.
   */
  describe: { input: DescribeInput; output: DescribeOutput };
  /** Asks the wallet for an invoice. */
  makeInvoice: { input: InvoiceInput; output: InvoiceOutput };
  /** Asks the wallet for the outcome of a payment or an invoice. */
  lookUp: { input: LookUpInput; output: LookUp };
  /**
   * Returns the parts that can't spend, to show them or to move them to the standard form. Parts
   * that can spend never leave the worker, except for a child's own wallet (`showConnection`).
   */
  show: { input: Record<string, never>; output: PublicWallet };
};

export type VaultRequest = {
  [Kind in keyof VaultWork]: { id: number; vault: Kind; input: VaultWork[Kind]['input'] };
}[keyof VaultWork];

export type VaultReply =
  | { id: number; output: VaultWork[keyof VaultWork]['output'] }
  | { id: number; failed: { code: VaultErrorCode; message: string } };

/** One worker's memory: empty until something is opened, and lost with the worker. */
export function vaultAnswerer() {
  let held: Held | undefined;
  const opened = () => {
    if (!held) throw new VaultError('CANNOT_OPEN', 'Nothing is open');
    return held;
  };
  const open = async (input: OpenInput, passphrase: string): Promise<OpenOutput> => {
    const { payload, binding, network } = input;
    const found = await openSecrets(payload, passphrase, binding);
    const wallet = openWallet(found.secrets, network);
    const secrets = withRefillToken(found.secrets);
    const isKept = found.isCurrent && secrets === found.secrets;
    const resealed = isKept ? undefined : await sealSecrets(secrets, passphrase, binding);
    held = { secrets, network };
    return { wallet, resealed };
  };
  const answer = async (request: VaultRequest): Promise<VaultWork[keyof VaultWork]['output']> => {
    switch (request.vault) {
      case 'seal':
        return sealNew(request.input);
      case 'prepare':
        prepareToDerive();
        return null;
      case 'open':
        return open(request.input, request.input.passphrase);
      case 'openByPasskey': {
        const { sealed, secret, binding } = request.input;
        return open(request.input, await openPassphrase(sealed, secret, binding));
      }
      case 'sealForPasskey': {
        const { payload, passphrase, secret, binding } = request.input;
        await openSecrets(payload, passphrase, binding);
        return sealPassphrase(passphrase, secret, binding);
      }
      case 'reseal': {
        const { passphrase, binding, add, isRenewed } = request.input;
        const before = opened();
        held = { ...before, secrets: withRefillToken(before.secrets, isRenewed) };
        const changed = { ...held.secrets, ...add } as WalletSecrets;
        return sealSecrets(changed, passphrase, binding);
      }
      case 'addKey': {
        const { passphrase, binding } = request.input;
        const { secret, publicKey } = newKeyPair();
        const before = opened();
        held = { ...before, secrets: withSubWalletKey(before.secrets, secret) };
        return { payload: await sealSecrets(held.secrets, passphrase, binding), publicKey };
      }
      case 'showConnection':
        return { connection: connectionOf(opened().secrets, request.input) };
      case 'refillToken':
        return { token: opened().secrets.refillToken };
      case 'derive':
        return deriveFrom(opened(), request.input);
      case 'checkDay':
        return checkDay(opened(), request.input);
      case 'pay':
        return payFrom(opened(), request.input);
      case 'describe':
        return describeConnection(request.input);
      case 'makeInvoice':
        return makeInvoiceFrom(opened(), request.input);
      case 'lookUp':
        return lookUpFrom(opened(), request.input);
      case 'show':
        return publicPart(opened().secrets);
    }
  };
  return (request: VaultRequest, reply: Replying) => tell(request.id, answer(request), reply);
}

const sealNew = ({ secrets, passphrase, binding }: VaultWork['seal']['input']) =>
  sealSecrets(withRefillToken(secrets), passphrase, binding);

type Replying = (message: VaultReply) => void;

async function tell(
  id: number,
  work: Promise<VaultWork[keyof VaultWork]['output']>,
  reply: Replying,
): Promise<void> {
  try {
    reply({ id, output: await work });
  } catch (error) {
    // Any other message might repeat the input that it failed on.
    const known = error instanceof VaultError ? error : new VaultError('DAMAGED', 'Unreadable');
    reply({ id, failed: { code: known.code, message: known.message } });
  }
}

const publicPart = ({ walletAddress, walletXpub }: WalletSecrets): PublicWallet => ({
  ...(walletAddress !== undefined && { walletAddress }),
  ...(walletXpub !== undefined && { walletXpub }),
});

function openWallet(secrets: WalletSecrets, network: BitcoinNetwork): OpenWallet {
  const canPay = secrets.nwcConnectionString !== undefined;
  const text = secrets.walletXpub ?? secrets.walletAddress;
  if (text === undefined) return { kind: 'none', firstAddresses: [], scriptTypes: [], canPay };
  const wallet = readWalletText(text, network);
  if (wallet.kind === 'address')
    return { kind: 'address', firstAddresses: [wallet.address], scriptTypes: [], canPay };
  const choices = wallet.kind === 'key' ? [wallet.choice] : wallet.choices;
  return {
    kind: 'key',
    firstAddresses: choices.map((one) => one.firstAddress),
    scriptTypes: choices.map((one) => one.scriptType),
    canPay,
  };
}
