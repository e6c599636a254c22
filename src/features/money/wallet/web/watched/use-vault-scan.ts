/**
 * While the vault is open: prepares missing addresses and has them looked up. The vault's worker
 * derives them; the key itself is never sent.
 */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '#contract/endpoint.ts';
import type { ScriptType } from '#core/bitcoin/address.ts';
import { type PreparedAddresses, prepared } from '#features/money/wallet/prepared/contract.ts';
import { type FirstAddress, wallet } from '#features/money/wallet/watched/contract.ts';
import { callApi, newKey, type Send, unasked } from '#web/api.ts';
import { AppError, needsFreshSignIn, statusOf } from '#web/errors.ts';
import { keyOf, query } from '#web/query.ts';
import { deriveFromVault, openVersion, refillToken, useOpenWallet } from '#web/vault/vault.ts';

/** About two seconds after decryption. */
const SCAN_AFTER_MS = 2_000;

/** Runs once per key; later changes don't repeat it. */
const ONCE = { staleTime: 'static', retry: false, meta: { quiet: true } } as const;

type OpenKey = { scriptType: ScriptType; firstAddress: string };

/** @param known undefined while loading */
export function useVaultScan(known: PreparedAddresses | undefined) {
  const opened = useOpenWallet();
  const client = useQueryClient();
  const [chosen, choose] = useState<string>();
  const choices = (opened?.scriptTypes ?? []).map(
    (scriptType, at): FirstAddress => ({ scriptType, address: opened?.firstAddresses[at] ?? '' }),
  );
  const right = known && rightOf(choices, known.firstAddress, chosen);
  const key = right && { scriptType: right.scriptType, firstAddress: right.address };
  const name = [opened?.opening ?? 0, right?.address ?? ''];
  const scanned = useQuery({
    ...ONCE,
    queryKey: ['vault-scan', ...name],
    queryFn: async ({ signal }) => {
      await pause(SCAN_AFTER_MS, signal);
      return prepareAndScan(client, key as OpenKey, unasked);
    },
    enabled: key !== undefined,
  });
  // The scan found used addresses, or there is a new child.
  const { receive, change } = known?.missing ?? NOTHING;
  const more = useQuery({
    ...ONCE,
    queryKey: ['vault-prepare', ...name, receive.first, change.first],
    queryFn: () => prepareAndScan(client, key as OpenKey, unasked),
    enabled: key !== undefined && scanned.isSuccess && receive.count + change.count > 0,
  });
  // A single-address wallet: only once a parent allows the server to look it up.
  const address = opened?.kind === 'address' ? opened.firstAddresses[0] : undefined;
  const isAllowed = known?.scriptType === null && known.firstAddress === address;
  // The server can't see that the vault now holds another wallet, or none.
  const firstAddress = isAllowed ? undefined : known?.firstAddress;
  const isGone = opened !== undefined && opened.kind !== 'key' && Boolean(firstAddress);
  // A newer version is checked again: an older one must not delete anything of it.
  const seen = { version: opened?.version ?? 0, firstAddress: firstAddress ?? '' };
  const gone = useQuery({
    ...ONCE,
    queryKey: ['vault-forget', opened?.opening, seen],
    queryFn: () => forgetAddresses(client, seen, unasked),
    enabled: isGone,
  });
  const again = useMutation({
    mutationFn: (open: OpenKey | undefined) =>
      open ? prepareAndScan(client, open) : lookUp(client, address as string),
  });
  const forgetting = useMutation({ mutationFn: () => forgetAddresses(client, seen) });
  const own = more.error ?? scanned.error;
  return {
    isOpen: opened !== undefined,
    isRunningOut: receive.count + change.count > 0,
    kind: opened?.kind,
    /** A parent has to say which of these their wallet shows. */
    choices: known && !right && choices.length > 1 ? choices : [],
    choose,
    isBusy: again.isPending,
    error: again.error ?? forgetting.error ?? unlessPressed(own) ?? unlessPressed(gone.error),
    /** Needs a fresh sign-in, so a person has to press a button. */
    prepare: needsFreshSignIn(own) && !again.isSuccess && key ? () => again.mutate(key) : undefined,
    forget: needsFreshSignIn(gone.error) ? () => forgetting.mutate() : undefined,
    isForgetting: forgetting.isPending,
    /** The server still has the vault's previous wallet, because the call to delete it failed. */
    isStillKnown: isGone && gone.isError && statusOf(gone.error) !== 409,
    /** The wallet is a single address, which the server may look up. */
    isAllowed: address !== undefined && isAllowed,
    /** Undefined if there is no way to scan. For a single address, it grants permission. */
    scan: key || address !== undefined ? () => again.mutate(key) : undefined,
  };
}

const NOTHING = { receive: { first: 0, count: 0 }, change: { first: 0, count: 0 } };

/** The key's own information wins; then this answer, then one from another time or device. */
const rightOf = (choices: readonly FirstAddress[], said: string | null, chosen?: string) =>
  choices.length === 1
    ? choices[0]
    : (choices.find(({ address }) => address === chosen) ??
      choices.find(({ address }) => address === said));

/** Each round prepares up to 100 addresses of a branch. */
const MOST_ROUNDS = 50;
/** Addresses of a new wallet that are sent first. */
const BEGINNING = { first: 0, count: 20 };

/** A problem that a press of a button solves isn't a failure. */
const unlessPressed = (error: Error | null) => (needsFreshSignIn(error) ? null : error);

/**
 * Extends known addresses with the vault's token; otherwise adds them, which needs a fresh sign-in.
 * @param via `unasked` if no button was pressed
 */
async function prepareAndScan(client: QueryClient, key: OpenKey, via?: Send): Promise<true> {
  let known = await client.fetchQuery({ ...query(prepared.get, {}), staleTime: 0 });
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { scriptType, firstAddress } = key;
    const isSame = known.firstAddress === firstAddress && known.scriptType === scriptType;
    const { receive, change } = isSame ? known.missing : { receive: BEGINNING, change: BEGINNING };
    if (receive.count + change.count === 0) break;
    const derived = await deriveFromVault({ scriptType, receive, change });
    const batch = {
      receive: { first: receive.first, addresses: derived.receive },
      change: { first: change.first, addresses: derived.change },
    };
    const refill = (token: string) =>
      ofThisVersion((version) =>
        callApi(prepared.refill, { version, refillToken: token, firstAddress, ...batch }),
      );
    known =
      (isSame ? await byToken(known, refill) : undefined) ?? (await add({ ...key, ...batch }, via));
  }
  return askSource(client, known);
}

/** For a single-address wallet; sending it again changes nothing. */
async function lookUp(client: QueryClient, address: string): Promise<true> {
  const batch = {
    scriptType: null,
    firstAddress: address,
    receive: { first: 0, addresses: [address] },
    change: { first: 0, addresses: [] },
  };
  return askSource(client, await add(batch));
}

async function forgetAddresses(
  client: QueryClient,
  seen: Input<typeof prepared.forget>,
  via?: Send,
): Promise<true> {
  const known = await client.fetchQuery(query(prepared.get, {}));
  const forget = (token: string) =>
    callApi(prepared.forgetUnasked, { ...seen, refillToken: token });
  const left =
    (await byToken(known, forget)) ?? (await callApi(prepared.forget, seen, newKey(), via));
  client.setQueryData(keyOf(prepared.get, {}), left);
  void client.invalidateQueries();
  return true;
}

async function askSource(client: QueryClient, known: PreparedAddresses): Promise<true> {
  client.setQueryData(keyOf(prepared.get, {}), known);
  const { source } = await client.fetchQuery({ ...query(wallet.familyInfo, {}), staleTime: 0 });
  if (source.server) await callApi(wallet.scanBalance, {}, newKey());
  // Not awaited: this runs inside a query, which would wait for itself.
  void client.invalidateQueries();
  return true;
}

/** The vault's token extends them from now on. */
const add = (batch: Omit<Input<typeof prepared.add>, 'version' | 'refillToken'>, via?: Send) =>
  ofThisVersion(async (version) =>
    callApi(prepared.add, { version, ...batch, refillToken: await refillToken() }, newKey(), via),
  );

/** Undefined if the vault has no token, or a different one from the server's. */
async function byToken(
  { isRefillable }: PreparedAddresses,
  send: (token: string) => Promise<PreparedAddresses>,
): Promise<PreparedAddresses | undefined> {
  const token = isRefillable ? await refillToken() : undefined;
  if (token === undefined) return undefined;
  try {
    return await send(token);
  } catch (error) {
    if (error instanceof AppError && error.why?.reason === 'REFILL_UNKNOWN') return undefined;
    throw error;
  }
}

/** Retries once if this tab has saved a newer version since: an old format is resealed at once. */
async function ofThisVersion<T>(
  send: (version: number) => Promise<T>,
  isAgain = false,
): Promise<T> {
  const version = openVersion() ?? 0;
  try {
    return await send(version);
  } catch (error) {
    const isNewer = (openVersion() ?? version) !== version;
    if (statusOf(error) !== 409 || !isNewer || isAgain) throw error;
    return ofThisVersion(send, true);
  }
}

/** Rejects if its screen is closed or the vault is locked first. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
