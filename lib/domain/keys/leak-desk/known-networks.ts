import { findFirstOpening } from '#lib/domain/keys/leak-desk/store.ts'
import { listAddressesOfKey, listAddressesOfSecret } from '#lib/domain/tokens/refresh-tokens/secret-families-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** A client network that something was last used from, and when. */
export type UseOfNetwork = Readonly<{ network: string; at: number }>

export type UsedNetwork = UseOfNetwork &
  Readonly<{
    /**
     * The key's first stored use from there; null if none before `at` is stored. Undefined if there are too many to
     * read, or without a key.
     */
    knownSince?: number | null
  }>

const maxListedNetworks = 5
/** Bounds what one credential reads. */
export const maxReadFamilies = 5_000
export const maxReadEvents = 5_000

/** Where the secret got its last tokens, the most recent first. */
export async function networksOfSecret(
  db: Db,
  { keyId, secretId }: Readonly<{ keyId: string; secretId: string }>,
): Promise<readonly UsedNetwork[]> {
  const lastUses = new Map<string, number>()
  for (const { address, lastAt } of await listAddressesOfSecret(db, secretId, maxReadFamilies)) {
    const network = toClientNetwork(address)
    lastUses.set(network, Math.max(lastAt, lastUses.get(network) ?? 0))
  }
  const uses = [...lastUses].map(([network, at]) => ({ network, at }))
  return withFirstIssues(db, keyId, uses.toSorted((one, other) => other.at - one.at).slice(0, maxListedNetworks))
}

/** Says since when the key gets tokens from the network. */
export async function withFirstIssue(db: Db, keyId: string, use: UseOfNetwork): Promise<UsedNetwork> {
  const [found] = await withFirstIssues(db, keyId, [use])
  return found ?? use
}

async function withFirstIssues(db: Db, keyId: string, uses: readonly UseOfNetwork[]): Promise<readonly UsedNetwork[]> {
  const firstUses = new Map<string, number>()
  let read = 0
  for (const { address, firstAt, families } of await listAddressesOfKey(db, keyId, maxReadFamilies)) {
    const network = toClientNetwork(address)
    firstUses.set(network, Math.min(firstAt, firstUses.get(network) ?? firstAt))
    read += families
  }
  return uses.map((use) => withFirst(use, firstUses.get(use.network), read < maxReadFamilies))
}

/** Says since when links of the key are opened from the network. */
export async function withFirstOpening(db: Db, keyId: string, use: UseOfNetwork): Promise<UsedNetwork> {
  const { firstAt, read } = await findFirstOpening(db, { keyId, network: use.network, limit: maxReadEvents })
  return withFirst(use, firstAt ?? undefined, read < maxReadEvents)
}

/** A use that was found proves that the network is known; that none was found proves nothing unless all were read. */
function withFirst(use: UseOfNetwork, firstAt: number | undefined, isComplete: boolean): UsedNetwork {
  if (firstAt !== undefined && firstAt < use.at) return { ...use, knownSince: firstAt }
  return isComplete ? { ...use, knownSince: null } : use
}
