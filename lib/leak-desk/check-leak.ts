import { readAccessToken } from '#lib/access-tokens/verify-access-token.ts'
import type { Actor } from '#lib/actor.ts'
import type { ApiKeyState } from '#lib/api-keys/api-key.ts'
import { hashKeySecret } from '#lib/api-keys/key-credentials.ts'
import { findKey } from '#lib/api-keys/listing-store.ts'
import { sha256 } from '#lib/crypto.ts'
import type { Db } from '#lib/db/database.ts'
import { Refusal } from '#lib/errors.ts'
import { maxCountedFamilies } from '#lib/key-rotation/read-key-secrets.ts'
import { type CredentialKind, type FoundCredential, findCredentials } from '#lib/leak-desk/find-credentials.ts'
import { countCallsOfSecret, countOpenAccounts, findSecretByHash, findSecretOfFamily } from '#lib/leak-desk/store.ts'
import { mayManageKey, requireManager } from '#lib/permissions.ts'
import { findFamilyOfAccessToken, findFamilyOfRefreshToken } from '#lib/refresh-tokens/authenticate-token.ts'
import { expiryReason, type Family, familyDenial } from '#lib/refresh-tokens/family.ts'
import { parseRefreshToken } from '#lib/refresh-tokens/refresh-token.ts'
import { countLiveFamiliesOfSecret } from '#lib/refresh-tokens/secret-families-store.ts'
import type { Services } from '#lib/services.ts'
import { findGrant } from '#lib/sso-grants/store.ts'

export const maxTextLength = 65_536

/** Counts stop here. */
const maxCountedAccounts = 1_000

type Found = Readonly<{
  keyId: string | null
  /** Whether it, or a token made of it, can still be used. */
  works: boolean
  /** `current`, `revoked`, `redeemed` …: of the secret, the family or the link. */
  state: string
  secretId?: string
  familyId?: string
  lastUsedAt?: number | null
  /** When the secret was generated, the first token of the family issued, or the link issued. */
  since?: number
  /** Of a refresh token: how many came before it. */
  generation?: number
  /** Of a sign-in link. */
  grantId?: string
  account?: string
}>

/** What a leaked secret has done. */
export type LeakedUse = Readonly<{
  calls: number
  /** Among the calls: sign-in links. */
  links: number
  liveFamilies: number
}>

type Use = Readonly<{
  use?: LeakedUse
  /** The accounts that the secret or the family has open now. */
  openAccounts?: number
  /** The secret itself, or the one that the family began with: containing it ends both. */
  endsWith?: string
}>

/** A credential of a text, without the credential. `known: false`: not ours, or of a key that the actor can't manage. */
export type CheckedCredential = Readonly<{ kind: CredentialKind }> &
  (
    | Readonly<{ known: false }>
    | (Found &
        Use &
        Readonly<{ known: true; keyName: string | null; keyState: ApiKeyState | null; owner: string | null }>)
  )

/**
 * Finds the secrets, tokens and sign-in links in a text, and says whose each is and whether it works. Changes and records
 * nothing, and the result holds nothing of the text.
 * @throws Refusal `forbidden`; `too_many_requests` after 30 checks of the user in a minute; `input_invalid` for a text of
 *   over 64 KiB
 */
export async function checkLeak(services: Services, actor: Actor, text: string): Promise<readonly CheckedCredential[]> {
  requireManager(actor)
  if (actor.kind === 'person') await services.limits.leakChecksOfUser.countFailure(actor.userId)
  if (Buffer.byteLength(text) > maxTextLength) throw new Refusal('input_invalid', { fields: { text: 'too_long' } })
  const checked: CheckedCredential[] = []
  for (const credential of findCredentials(text)) checked.push(await check(services, actor, credential))
  return checked
}

async function check(services: Services, actor: Actor, credential: FoundCredential): Promise<CheckedCredential> {
  const { kind } = credential
  const found = await finders[kind](services, credential.text)
  if (!found) return { kind, known: false }
  const key = found.keyId === null ? undefined : await findKey(services.db, found.keyId)
  if (key && !mayManageKey(actor, key.owner)) return { kind, known: false }
  const isKeyUsable = key ? key.state === 'active' && key.ownerActive : true
  const works = found.works && isKeyUsable
  const named = { keyName: key?.name ?? null, keyState: key?.state ?? null, owner: key?.owner.name ?? null }
  return { kind, known: true, ...found, works, ...named, ...(await readUse(services.db, found)) }
}

async function readUse(db: Db, { keyId, secretId, familyId }: Found): Promise<Use> {
  const endsWith = secretId ?? (familyId && (await findSecretOfFamily(db, familyId)))
  if (keyId === null || !endsWith) return {}
  const openAccounts = await countOpenAccounts(db, { secretId: endsWith, familyId }, maxCountedAccounts)
  if (secretId === undefined) return { openAccounts, endsWith }
  const liveFamilies = await countLiveFamiliesOfSecret(db, secretId, maxCountedFamilies)
  return { openAccounts, endsWith, use: { ...(await countCallsOfSecret(db, { keyId, secretId })), liveFamilies } }
}

const finders: Readonly<Record<CredentialKind, (services: Services, text: string) => Promise<Found | undefined>>> = {
  secret: findSecret,
  refresh_token: findRefreshToken,
  access_token: findAccessToken,
  sign_in_link: findLink,
}

/** A secret carries no key ID: it is found by its hash under every master secret. */
async function findSecret({ db, keys }: Services, text: string): Promise<Found | undefined> {
  const hashes = keys.all.map((set) => ({ masterId: set.id, secretHash: hashKeySecret(set, text) }))
  const secret = await findSecretByHash(db, hashes)
  if (!secret) return undefined
  const { id: secretId, keyId, state, lastUsedAt, createdAt: since } = secret
  return { keyId, secretId, state, works: state !== 'retired' && state !== 'lapsed', lastUsedAt, since }
}

async function findRefreshToken(services: Services, text: string): Promise<Found | undefined> {
  const token = parseRefreshToken(text)
  const family = token && (await findFamilyOfRefreshToken(services, token))
  if (!token || !family || typeof family === 'string') return undefined
  const ended = familyDenial(family) ?? expiryReason(family)
  const { generation } = token
  if (ended) return ofFamily(family, { state: ended, works: false, generation })
  return generation === family.generation
    ? ofFamily(family, { state: 'current', works: true, generation })
    : ofFamily(family, { state: 'replaced', works: false, generation })
}

async function findAccessToken(services: Services, text: string): Promise<Found | undefined> {
  const token = await readAccessToken(services, text)
  if (!token) return undefined
  const family = await findFamilyOfAccessToken(services, token)
  const { keyId, familyId } = token
  if (typeof family === 'string') return { keyId, familyId, state: family, works: false }
  return ofFamily(family, { state: 'current', works: true })
}

function ofFamily(
  { id: familyId, key, rotatedAt, issuedAt }: Family,
  found: Pick<Found, 'state' | 'works' | 'generation'>,
): Found {
  return { keyId: key.id, familyId, lastUsedAt: rotatedAt ?? issuedAt, since: issuedAt, ...found }
}

async function findLink({ db }: Services, text: string): Promise<Found | undefined> {
  const found = await findGrant(db, sha256(text), '')
  if (!found) return undefined
  const { id: grantId, keyId, familyId, state, issuedAt: since, accountName: account } = found.grant
  return { keyId, ...(familyId !== null && { familyId }), state, works: state === 'live', since, grantId, account }
}
