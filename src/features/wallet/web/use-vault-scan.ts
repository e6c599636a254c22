/**
 * While the vault is open: prepares the addresses that are missing and has them looked up. The
 * vault's worker derives them; the key itself is never sent.
 */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '#contract/endpoint.ts';
import type { ScriptType } from '#core/bitcoin/address.ts';
import { type PreparedAddresses, prepared } from '#features/wallet/prepared/contract.ts';
import { type FirstAddress, wallet } from '#features/wallet/watched/contract.ts';
import { callApi, newKey, type Send, unasked } from '#web/api.ts';
import { AppError, needsFreshSignIn, statusOf } from '#web/errors.ts';
import { keyOf, query } from '#web/query.ts';
import { deriveFromVault, openVersion, refillToken, useOpenWallet } from '#web/vault/vault.ts';

/** About two seconds after decryption. */
const SCAN_AFTER_MS = 2_000;

/** Once for each key; what changes later is no reason to do it again. */
const ONCE = { staleTime: 'static', retry: false, meta: { quiet: true } } as const;

type OpenKey = { scriptType: ScriptType; firstAddress: string };

/** @param known undefined while it is read */
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
  // The scan has found addresses in use, or there is one more child.
  const { receive, change } = known?.missing ?? NOTHING;
  const more = useQuery({
    ...ONCE,
    queryKey: ['vault-prepare', ...name, receive.first, change.first],
    queryFn: () => prepareAndScan(client, key as OpenKey, unasked),
    enabled: key !== undefined && scanned.isSuccess && receive.count + change.count > 0,
  });
  // A wallet that is one address: only once a parent has let the server look it up.
  const address = opened?.kind === 'address' ? opened.firstAddresses[0] : undefined;
  const isAllowed = known?.scriptType === null && known.firstAddress === address;
  // The server cannot see that the vault holds another wallet now, or none.
  const firstAddress = isAllowed ? undefined : known?.firstAddress;
  const isGone = opened !== undefined && opened.kind !== 'key' && Boolean(firstAddress);
  // What a newer version holds is looked at anew: it is never forgotten on this one's word.
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
    /** It takes a fresh sign-in, so a person presses for it. */
    prepare: needsFreshSignIn(own) && !again.isSuccess && key ? () => again.mutate(key) : undefined,
    forget: needsFreshSignIn(gone.error) ? () => forgetting.mutate() : undefined,
    isForgetting: forgetting.isPending,
    /** The server could not be told to forget the wallet that was in the vault before. */
    isStillKnown: isGone && gone.isError && statusOf(gone.error) !== 409,
    /** The wallet is one address, which the server may look up or not. */
    isAllowed: address !== undefined && isAllowed,
    /** Undefined while there is nothing to scan with. For one address, it is a parent's yes. */
    scan: key || address !== undefined ? () => again.mutate(key) : undefined,
  };
}

const NOTHING = { receive: { first: 0, count: 0 }, change: { first: 0, count: 0 } };

/** What the key itself says counts; else what was said before, here or on another device. */
const rightOf = (choices: readonly FirstAddress[], said: string | null, chosen?: string) =>
  choices.length === 1
    ? choices[0]
    : (choices.find(({ address }) => address === chosen) ??
      choices.find(({ address }) => address === said));

/** Each round prepares up to 100 addresses of a branch. */
const MOST_ROUNDS = 50;
/** How many addresses of a new wallet are sent first. */
const BEGINNING = { first: 0, count: 20 };

/** What a press can do is no failure. */
const unlessPressed = (error: Error | null) => (needsFreshSignIn(error) ? null : error);

/**
 * What is known is continued with the vault's token; otherwise the addresses are added, for which a
 * person's sign-in has to be fresh.
 * @param via `unasked` where nobody has pressed anything
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

/** Of a wallet that is one address; sent again, it changes nothing. */
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

/** The vault's token continues them from now on. */
const add = (batch: Omit<Input<typeof prepared.add>, 'version' | 'refillToken'>, via?: Send) =>
  ofThisVersion(async (version) =>
    callApi(prepared.add, { version, ...batch, refillToken: await refillToken() }, newKey(), via),
  );

/** Undefined where the vault has no token, or another one than the server knows. */
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

/** Once more where this tab saved a newer version meanwhile: an old form is sealed anew at once. */
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

/** Rejects when its screen goes, or the vault is locked meanwhile. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
