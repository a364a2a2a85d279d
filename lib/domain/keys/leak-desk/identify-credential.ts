import { hashKeySecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import type { CredentialKind, FoundCredential } from '#lib/domain/keys/leak-desk/find-credentials.ts'
import { findLink } from '#lib/domain/keys/leak-desk/find-link.ts'
import type { UseOfNetwork } from '#lib/domain/keys/leak-desk/known-networks.ts'
import { findSecretByHash } from '#lib/domain/keys/leak-desk/store.ts'
import { foreignOrigin } from '#lib/domain/links/return-addresses/back-url.ts'
import { isGrantAllowed } from '#lib/domain/links/sso-grants/redemption-store.ts'
import { toGrantId } from '#lib/domain/links/sso-grants/sso-grant.ts'
import { readAccessToken } from '#lib/domain/tokens/access-tokens/verify-access-token.ts'
import {
  findFamilyOfAccessToken,
  findFamilyOfRefreshToken,
} from '#lib/domain/tokens/refresh-tokens/authenticate-token.ts'
import { expiryReason, type Family, familyDenial, isRotatable } from '#lib/domain/tokens/refresh-tokens/family.ts'
import { parseRefreshToken } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'
import type { Services } from '#lib/foundation/services.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { sha256 } from '#lib/kernel/crypto.ts'

/** What a credential says of itself, without the credential. */
export type CredentialFacts = Readonly<{
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
  /** Of a link from the portal: who launched it, and the session that it opened, unless that is over. */
  user?: string
  session?: 'open' | 'pending'
}>

export type IdentifiedCredential = Readonly<{
  facts: CredentialFacts
  /** When it stops working by itself; null if never. */
  until: number | null
  /** Where a link was opened. */
  opened?: UseOfNetwork | undefined
}>

/** Whose a credential is, and whether it works; undefined if it is not ours. */
export function identifyCredential(
  services: Services,
  { kind, text }: FoundCredential,
): Promise<IdentifiedCredential | undefined> {
  return finders[kind](services, text)
}

/** The earlier end; null: never. */
export function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

const finders: Readonly<
  Record<CredentialKind, (services: Services, text: string) => Promise<IdentifiedCredential | undefined>>
> = {
  secret: findSecret,
  refresh_token: findRefreshToken,
  access_token: findAccessToken,
  sign_in_link: findSignInLink,
}

/** A secret carries no key ID: it is found by its hash under every master secret. */
async function findSecret({ db, keys }: Services, text: string): Promise<IdentifiedCredential | undefined> {
  const hashes = keys.all.map((set) => ({ masterId: set.id, secretHash: hashKeySecret(set, text) }))
  const secret = await findSecretByHash(db, hashes)
  if (!secret) return undefined
  const { id: secretId, keyId, state, lastUsedAt, createdAt: since, retires_at, lapses_at } = secret
  const works = state !== 'retired' && state !== 'lapsed'
  const until = state === 'pending' ? lapses_at : retires_at
  return { facts: { keyId, secretId, state, works, lastUsedAt, since }, until }
}

async function findRefreshToken(services: Services, text: string): Promise<IdentifiedCredential | undefined> {
  const token = parseRefreshToken(text)
  const family = token && (await findFamilyOfRefreshToken(services, token))
  if (!token || !family || typeof family === 'string') return undefined
  const { generation } = token
  const ended = familyDenial(family) ?? expiryReason(family)
  const isCurrent = generation === family.generation
  // A token that was replaced gets the same successor again for a moment.
  const retryMs = services.env.refreshRetrySeconds * secondMs
  const works = ended === undefined && isRotatable(family, token, retryMs)
  const end = earliest(family.expiresAt, family.idleExpiresAt)
  const until = isCurrent ? end : earliest(end, (family.rotatedAt ?? 0) + retryMs)
  return { facts: ofFamily(family, { state: ended ?? (isCurrent ? 'current' : 'replaced'), works, generation }), until }
}

async function findAccessToken(services: Services, text: string): Promise<IdentifiedCredential | undefined> {
  const token = await readAccessToken(services, text)
  if (!token) return undefined
  const family = await findFamilyOfAccessToken(services, token)
  const { keyId, familyId, expiresAt: until } = token
  if (typeof family === 'string') return { facts: { keyId, familyId, state: family, works: false }, until }
  return { facts: ofFamily(family, { state: 'current', works: true }), until }
}

function ofFamily(
  { id: familyId, key, rotatedAt, issuedAt }: Family,
  facts: Pick<CredentialFacts, 'state' | 'works' | 'generation'>,
): CredentialFacts {
  return { keyId: key.id, familyId, lastUsedAt: rotatedAt ?? issuedAt, since: issuedAt, ...facts }
}

async function findSignInLink({ db, env }: Services, text: string): Promise<IdentifiedCredential | undefined> {
  const tokenHash = sha256(text)
  const link = await findLink(db, toGrantId(tokenHash))
  if (!link) return undefined
  const { id: grantId, keyId, familyId, issuedAt: since, accountName: account, userName: user } = link.grant
  const { state, openedAt: at, openedFrom: network, expiresAt: until } = link.record
  const opened = at === null || network === null ? undefined : { network, at }
  const origin = foreignOrigin(link.grant.backUrl, env.baseUrl)
  // A live link is refused if, for example, its family was revoked since.
  const works = state === 'live' && (await isGrantAllowed(db, { tokenHash, origin, networks: link.networks }))
  const facts = { keyId, state, works, since, grantId, account }
  if (familyId !== null) return { facts: { ...facts, familyId }, until, opened }
  const session = link.session && (link.session.state === 'pending' ? 'pending' : 'open')
  return { facts: { ...facts, user, ...(session && { session }) }, until, opened }
}
