import { checkLogo } from '#lib/domain/organization/organization/check-logo.ts'
import { type Organization, organizationEvent } from '#lib/domain/organization/organization/organization.ts'
import { rememberOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { organizationSchema } from '#lib/domain/organization/organization/schema.ts'
import { findOrganization, setLogo, setNameAndAccent } from '#lib/domain/organization/organization/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { DbTransaction } from '#lib/foundation/db/database.ts'
import { takeLock } from '#lib/foundation/db/lock.ts'
import type { Services } from '#lib/foundation/services.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** What isn't given stays. */
export type OrganizationInput = Readonly<{ name?: string; accent?: string }>

/**
 * Sets name and accent color; an empty text goes back to the product's. @throws Refusal `forbidden`, `input_invalid`
 */
export async function updateOrganization(services: Services, actor: Actor, input: OrganizationInput): Promise<void> {
  requireManager(actor)
  const { name, accent } = parseInput(organizationSchema.partial(), input)
  await changeOrganization(services, (trx, former) => {
    const wanted = {
      name: name === undefined ? former.name : name,
      accent: accent === undefined ? former.accent : accent,
    }
    return changeNameAndAccent(trx, actor, { former, wanted })
  })
}

export type NameAndAccent = Pick<Organization, 'name' | 'accent'>

/** Records what changes; nothing if nothing does. The caller authorizes. */
export async function changeNameAndAccent(
  trx: DbTransaction,
  actor: Actor,
  { former, wanted: { name, accent } }: Readonly<{ former: Organization; wanted: NameAndAccent }>,
): Promise<void> {
  if (name === former.name && accent === former.accent) return
  await setNameAndAccent(trx, { name, accent })
  const details = {
    ...(name !== former.name && { formerName: former.name }),
    ...(accent !== former.accent && { accent, formerAccent: former.accent }),
  }
  await recordEvent(trx, actor, organizationEvent('organization.updated', { ...former, name, accent }, details))
}

/** @param bytes of a PNG @throws Refusal `forbidden`; `input_invalid`: why `logo` can't be used */
export async function changeLogo(services: Services, actor: Actor, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  requireManager(actor)
  const checked = checkLogo(bytes)
  const digest = sha256(bytes)
  await changeOrganization(services, async (trx, former) => {
    if (digest === former.logo?.digest) return
    await setLogo(trx, { ...checked, digest, bytes })
    await recordEvent(trx, actor, organizationEvent('organization.logo_changed', former))
  })
}

/** Succeeds without a logo too. @throws Refusal `forbidden` */
export async function removeLogo(services: Services, actor: Actor): Promise<void> {
  requireManager(actor)
  await changeOrganization(services, async (trx, former) => {
    if (former.logo === null) return
    await setLogo(trx, null)
    await recordEvent(trx, actor, organizationEvent('organization.logo_removed', former))
  })
}

/** One change at a time, so that each event names the former value. The caller authorizes. */
export async function changeOrganization<Result>(
  services: Services,
  work: (trx: DbTransaction, former: Organization) => Promise<Result>,
): Promise<Result> {
  const { organization, result } = await services.db.transaction().execute(async (trx) => {
    await takeLock(trx, 'organization')
    const done = await work(trx, await findOrganization(trx))
    return { organization: await findOrganization(trx), result: done }
  })
  rememberOrganization(services, organization)
  return result
}
