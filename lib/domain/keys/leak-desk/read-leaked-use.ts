import { maxCountedFamilies } from '#lib/domain/keys/api-keys/key-secret.ts'
import type { IdentifiedCredential } from '#lib/domain/keys/leak-desk/identify-credential.ts'
import {
  networksOfSecret,
  type UsedNetwork,
  withFirstIssue,
  withFirstOpening,
} from '#lib/domain/keys/leak-desk/known-networks.ts'
import { countCallsOfSecret, countOpenAccounts, findOriginOfFamily } from '#lib/domain/keys/leak-desk/store.ts'
import { countLiveFamiliesOfSecret } from '#lib/domain/tokens/refresh-tokens/secret-families-store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { toClientNetwork } from '#lib/kernel/request-context.ts'

/** Counts stop here. */
const maxCountedAccounts = 1_000

type UseOfSecret = Readonly<{
  calls: number
  /** Among the calls: sign-in links. */
  links: number
  liveFamilies: number
}>

/** What was done with a leaked credential. */
export type LeakedUse = Readonly<{
  /** Of a secret. */
  use?: UseOfSecret
  /** The accounts that the secret or the family has open now. */
  openAccounts?: number
  /** The secret itself, or the one that the family began with: containing it ends both. */
  endsWith?: string
  /** Where the secret got tokens, the most recent first; the family its first token; or where the link was opened. */
  networks?: readonly UsedNetwork[]
}>

/** What a secret did, what a family has open, and from which networks. */
export async function readLeakedUse(
  db: Db,
  { facts: { keyId, secretId, familyId, grantId }, opened }: IdentifiedCredential,
): Promise<LeakedUse> {
  if (keyId === null) return opened ? { networks: [opened] } : {}
  if (secretId !== undefined) return readUseOfSecret(db, { keyId, secretId })
  const origin = familyId === undefined ? undefined : await findOriginOfFamily(db, familyId)
  if (!origin) return {}
  const { secretId: endsWith, issuedFrom, issuedAt: at } = origin
  const openAccounts = await countOpenAccounts(db, { secretId: endsWith, familyId }, maxCountedAccounts)
  if (grantId === undefined) {
    const network = await withFirstIssue(db, keyId, { network: toClientNetwork(issuedFrom), at })
    return { openAccounts, endsWith, networks: [network] }
  }
  return { openAccounts, endsWith, ...(opened && { networks: [await withFirstOpening(db, keyId, opened)] }) }
}

async function readUseOfSecret(db: Db, secret: Readonly<{ keyId: string; secretId: string }>): Promise<LeakedUse> {
  const { secretId } = secret
  const openAccounts = await countOpenAccounts(db, { secretId, familyId: undefined }, maxCountedAccounts)
  const liveFamilies = await countLiveFamiliesOfSecret(db, secretId, maxCountedFamilies)
  const use = { ...(await countCallsOfSecret(db, secret)), liveFamilies }
  return { openAccounts, endsWith: secretId, use, networks: await networksOfSecret(db, secret) }
}
