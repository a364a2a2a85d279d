import { z } from 'zod'
import { endSessionsOfFamily } from '#lib/domain/accounts/account-sessions/store.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyEvent } from '#lib/domain/keys/api-keys/key-event.ts'
import { getManagedKey } from '#lib/domain/keys/api-keys/managed-key.ts'
import { endSecret } from '#lib/domain/keys/api-keys/secret-rotation-store.ts'
import { lockSecretsOf } from '#lib/domain/keys/api-keys/secrets-store.ts'
import { endFamiliesOfSecret } from '#lib/domain/keys/key-rotation/end-families.ts'
import { containLink } from '#lib/domain/keys/leak-desk/contain-link.ts'
import { containable } from '#lib/domain/keys/leak-desk/containable.ts'
import { isContained } from '#lib/domain/keys/leak-desk/store.ts'
import { revokeFamilyRow } from '#lib/domain/tokens/refresh-tokens/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const containmentSchema = z.object({
  keyId: z.string('required').max(64, 'too_long'),
  subject: z.enum(containable, 'unknown'),
  /** Of the secret, the family or the grant. */
  id: z.string('required').max(64, 'too_long'),
})

/**
 * Retires a leaked secret in any state, with its token families; or one token family. The account sessions that the
 * families opened end, too. Or ends a sign-in link that a user launched from the portal, with its session: every
 * manager may end sessions of accounts. A second call changes and records nothing.
 * @throws Refusal `forbidden`, `confirmation_required`, `input_invalid`; `not_found` unless the key has the secret or
 *   family, or the link is a launch
 */
export async function containLeak(
  services: Services,
  actor: Actor,
  input: z.input<typeof containmentSchema>,
): Promise<void> {
  requireManager(actor)
  requireRecentConfirmation(actor, services.clock.now())
  const { keyId, subject, id } = parseInput(containmentSchema, input)
  await services.db.transaction().execute(async (trx) => {
    if (subject === 'link') return containLink(trx, actor, id)
    await lockSecretsOf(trx, keyId)
    const key = await getManagedKey(trx, actor, { id: keyId })
    if (subject === 'secret') await containSecret(trx, { actor, key, secretId: id })
    else await containFamily(trx, { actor, key, familyId: id })
  })
}

type OfKey = Readonly<{ actor: Actor; key: ApiKey }>

async function containSecret(
  trx: DbTransaction,
  { actor, key, secretId }: OfKey & Readonly<{ secretId: string }>,
): Promise<void> {
  const ended = await endSecret(trx, { keyId: key.id, secretId })
  if (ended === undefined) throw new Refusal('not_found')
  // The families of a secret that was retired before may live.
  const families = await endFamiliesOfSecret(trx, { secretId, ownerId: key.owner.id })
  if (!ended && families === 0) return
  await recordEvent(trx, actor, keyEvent('api_key.secret_retired', key, { secretId, reason: 'leaked', families }))
}

async function containFamily(
  trx: DbTransaction,
  { actor, key, familyId }: OfKey & Readonly<{ familyId: string }>,
): Promise<void> {
  const isDone = await isContained(trx, { keyId: key.id, subject: 'family', id: familyId })
  if (isDone === undefined) throw new Refusal('not_found')
  if (!(await revokeFamilyRow(trx, familyId, 'leaked'))) return
  await endSessionsOfFamily(trx, { id: familyId, ownerId: key.owner.id })
  await recordEvent(trx, actor, {
    kind: 'refresh_family.revoked',
    subject: { kind: 'api_key', id: key.id, name: key.name },
    details: { reason: 'leaked', familyId },
  })
}
