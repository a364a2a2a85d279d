import { z } from 'zod'
import type { PortalUser } from '#lib/actor.ts'
import { type OptionalKind, optionalKinds } from '#lib/mails/mail.ts'
import { parseInput } from '#lib/parse-input.ts'
import type { Services } from '#lib/services.ts'
import { findMutedNotices, setMutedNotices } from '#lib/users/profile-store.ts'

const inputSchema = z.object({
  wanted: z.array(z.enum(optionalKinds, 'malformed')).max(optionalKinds.length, 'malformed'),
})

/** The optional notices that the user gets by mail. @returns undefined if this server sends no mail */
export async function readOwnNotices(
  { db, env }: Services,
  { userId }: PortalUser,
): Promise<OptionalKind[] | undefined> {
  if (!env.mail) return undefined
  const muted = await findMutedNotices(db, userId)
  return optionalKinds.filter((kind) => !muted.includes(kind))
}

/** Turns off the optional notices that aren't wanted. Mails already queued still go out. @throws Refusal `input_invalid` */
export async function updateOwnNotices(
  { db }: Services,
  { userId }: PortalUser,
  input: Readonly<{ wanted: readonly string[] }>,
): Promise<void> {
  const { wanted } = parseInput(inputSchema, input)
  const muted = optionalKinds.filter((kind) => !wanted.includes(kind))
  await setMutedNotices(db, userId, muted)
}
