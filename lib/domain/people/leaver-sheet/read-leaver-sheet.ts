import { listUsableSessionsOfUser } from '#lib/domain/accounts/account-sessions/lookup-store.ts'
import { listLastOpened } from '#lib/domain/accounts/accounts/launcher-store.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { listKeys, listKeysById } from '#lib/domain/keys/api-keys/listing-store.ts'
import { countOpenAccounts } from '#lib/domain/keys/leak-desk/store.ts'
import {
  type LeaverSheet,
  maxCountedAccounts,
  maxListed,
  type SecretStep,
  type SeenSecret,
} from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import {
  type LiveSecret,
  listLiveSecretsOf,
  listLiveSecretsOfKeys,
  listOpenLinksOf,
  listWebhooksShownTo,
} from '#lib/domain/people/leaver-sheet/store.ts'
import { getManagedUser } from '#lib/domain/people/users/find-users.ts'
import { listLiveSessions } from '#lib/domain/sign-in/portal-sessions/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { managedOwners, mayManageKey, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'

/** What a user who leaves knows, owns, opened and has open. @throws Refusal `forbidden`, `not_found` */
export async function readLeaverSheet({ db, env }: Services, actor: Actor, userId: string): Promise<LeaverSheet> {
  requireManager(actor)
  const user = await getManagedUser(db, actor, { id: userId })
  const ofUser = { search: '', state: 'current', age: 'any', ownerId: userId, sort: 'newest' } as const
  const [seen, webhooks, links, keys, opened, sessions, accounts] = await Promise.all([
    listSeenSecrets(db, actor, userId),
    listWebhooksShownTo(db, userId, maxListed),
    listOpenLinksOf(db, userId, maxListed),
    listKeys(db, managedOwners(actor), { ...ofUser, offset: 0, limit: maxListed }),
    listLastOpened(db, userId, maxListed),
    listLiveSessions(db, env.portalLifetimes, userId),
    listUsableSessionsOfUser(db, userId, maxListed),
  ])
  const secrets = await Promise.all(
    seen.secrets.map(async (secret) => ({ ...secret, openAccounts: await countAccountsOf(db, secret.id) })),
  )
  return { user, secrets, hiddenSecrets: seen.hidden, webhooks, links, keys, opened, sessions, accounts }
}

function countAccountsOf(db: Db, secretId: string): Promise<number> {
  return countOpenAccounts(db, { secretId, familyId: undefined }, maxCountedAccounts)
}

export type UncountedSecret = Omit<SeenSecret, 'openAccounts'>

/**
 * The newest live secrets that the user saw or handed over, of keys that the actor may manage. The caller authorizes.
 */
export async function listSeenSecrets(
  db: Db,
  actor: Actor,
  userId: string,
): Promise<Readonly<{ secrets: readonly UncountedSecret[]; hidden: number }>> {
  const found = await listLiveSecretsOf(db, userId, maxListed)
  const keyIds = [...new Set(found.map(({ keyId }) => keyId))]
  const keys = new Map((await listKeysById(db, keyIds)).map((key) => [key.id, key]))
  const live = await listLiveSecretsOfKeys(db, keyIds)
  const secrets = found.flatMap((secret) => {
    const key = keys.get(secret.keyId)
    if (!key || !mayManageKey(actor, key.owner)) return []
    const others = live.filter(({ keyId, id }) => keyId === key.id && id !== secret.id)
    return [toSeenSecret(secret, key, others)]
  })
  return { secrets, hidden: found.length - secrets.length }
}

function toSeenSecret(secret: LiveSecret, key: ApiKey, others: readonly LiveSecret[]): UncountedSecret {
  const { id, createdAt, lastUsedAt, worksUntil } = secret
  const { name, state, owner } = key
  return {
    id,
    key: { id: key.id, name, state, owner },
    createdAt,
    lastUsedAt,
    worksUntil,
    state: secret.state === 'pending' || secret.state === 'retiring' ? secret.state : 'current',
    step: nextStep(secret, key, others),
  }
}

function nextStep(secret: LiveSecret, { ownerActive }: ApiKey, others: readonly LiveSecret[]): SecretStep {
  if (secret.shownTo === 'recipient') return 'handed_over'
  if (!ownerActive) return 'refused'
  if (secret.state === 'retiring') return 'retiring'
  if (others.some(({ state }) => state === 'retiring')) return 'blocked'
  const isUnseen = ({ createdBy, shownTo }: LiveSecret) => createdBy !== secret.createdBy || shownTo !== 'creator'
  return others.some((other) => other.state === 'pending' && isUnseen(other)) ? 'waiting' : 'rotate'
}
