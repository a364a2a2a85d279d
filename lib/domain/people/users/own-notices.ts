import { z } from 'zod'
import { getSessionUser } from '#lib/domain/people/users/find-users.ts'
import { findMutedNotices, setMutedNotices } from '#lib/domain/people/users/profile-store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { type OptionalKind, optionalKindsOf } from '#lib/foundation/mails/mail.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

/** `offered`: the optional notices that the user's role gets. `wanted`: those of them that are on. */
export type OwnNotices = Readonly<{
  /** Null: the user gets none. */
  address: string | null
  offered: readonly OptionalKind[]
  wanted: readonly OptionalKind[]
}>

/** The user's choice of notices by mail. @returns undefined if this server sends no mail */
export async function readOwnNotices(services: Services, actor: PortalUser): Promise<OwnNotices | undefined> {
  if (!services.env.mail) return undefined
  const { email: address } = await getSessionUser(services, actor)
  const offered = optionalKindsOf(actor.role)
  const muted = await findMutedNotices(services.db, actor.userId)
  return { address, offered, wanted: offered.filter((kind) => !muted.includes(kind)) }
}

/**
 * Turns off the offered notices that aren't wanted. Mails already queued still go out.
 * @throws Refusal `conflict` if the user gets no mail; `input_invalid`: `not_allowed` for a notice that isn't offered
 */
export async function updateOwnNotices(
  services: Services,
  actor: PortalUser,
  input: Readonly<{ wanted: readonly string[] }>,
): Promise<void> {
  const own = await readOwnNotices(services, actor)
  if (!own) throw new Refusal('conflict', { detail: 'SMTP_URL and MAIL_FROM are not set' })
  if (own.address === null) throw new Refusal('conflict', { detail: 'the user has no email address' })
  const { offered } = own
  const wantedSchema = z.array(z.enum(offered, 'not_allowed')).max(offered.length, 'malformed')
  const { wanted } = parseInput(z.object({ wanted: wantedSchema }), input)
  const muted = offered.filter((kind) => !wanted.includes(kind))
  await setMutedNotices(services.db, actor.userId, muted)
}
