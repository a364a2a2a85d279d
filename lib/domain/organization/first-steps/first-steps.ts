import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import { listOpenableIds } from '#lib/domain/accounts/accounts/account-permissions-store.ts'
import { findManagedAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { listRefusalsOfKey } from '#lib/domain/events/refusals/find-refusals.ts'
import { readLiveKey } from '#lib/domain/events/refusals/live-key.ts'
import { type FirstCall, findFirstCall } from '#lib/domain/events/refusals/live-store.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { findApiKey } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import {
  areFirstStepsHidden,
  findFirstAccount,
  findFirstAgent,
  findNewestKeyId,
  findOpeningKey,
  findProgram,
  type Made,
  type Program,
} from '#lib/domain/organization/first-steps/store.ts'
import { findExampleAccount } from '#lib/domain/people/user-lifecycle/find-example-account.ts'
import { setFirstStepsHidden } from '#lib/domain/people/users/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { managedOwners, requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import type { Services } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'

/** What leads from an empty instance to programs and agents that open accounts, in order. */
export const firstSteps = ['account', 'program', 'key', 'call', 'agent'] as const

export type FirstStep = (typeof firstSteps)[number]

/** A refusal, with the account that the program asked for, if there is one, and whether it may be opened by now. */
type RefusedCall = Readonly<{ refusal: KeptRefusal; asked: Account | undefined; isSolved: boolean }>

export type FirstSteps = Readonly<{
  done: Readonly<Record<FirstStep, boolean>>
  account: Made | undefined
  /** The owner of the key; before there is one, the newest service user. `opens` is 0 while the step isn't done. */
  program: Program | undefined
  /** The key that opened the first account, or else the newest; undefined if the actor may not manage it. */
  key: ApiKey | undefined
  /** An account that the key opens; before there is one, the first account. */
  example: Account | undefined
  call: FirstCall
  /** The newest refusal of the key, unless its calls went on since. */
  refused: RefusedCall | undefined
  /** Of the key, as its live page has it. */
  version: string
  agent: Made | undefined
}>

/** Older keys may have events without number, of which the first opening would have to be found. */
const followedMs = 7 * dayMs

const noCall: FirstCall = { token: null, link: null, opened: null }

/**
 * What the steps made. The first account counts whoever's key opened it; all other keys only if the actor may manage
 * them, since nobody else follows their calls.
 * @returns undefined a day after that account was opened, or once this user closed the steps
 * @throws Refusal `forbidden`
 */
export async function readFirstSteps(services: Services, actor: Actor): Promise<FirstSteps | undefined> {
  requireManager(actor)
  const { db } = services
  if (actor.kind !== 'person' || (await areFirstStepsHidden(db, actor.userId))) return undefined
  const followed = await followKey(services, actor)
  if (!followed) return undefined
  const { key, call, version } = followed
  const isOpened = call.opened !== null
  const [account, program, agent, refused] = await Promise.all([
    findFirstAccount(db),
    findProgram(db, key?.owner.id),
    findFirstAgent(db),
    key && !isOpened ? findRefused(services, actor, { key, call }) : undefined,
  ])
  const exampleId = key ? await findExampleAccount(services, actor, key.id) : account?.id
  const done = {
    account: account !== undefined,
    program: isOpened || (program !== undefined && program.opens > 0),
    key: isOpened || key !== undefined,
    call: isOpened,
    agent: agent !== undefined,
  }
  const example = exampleId === undefined ? undefined : await findManagedAccount(services, actor, exampleId)
  return { done, account, program, key, example, call, refused, version, agent }
}

type Followed = Pick<FirstSteps, 'key' | 'call' | 'version'>

/** @returns undefined a day after the first account was opened */
async function followKey(services: Services, actor: Actor): Promise<Followed | undefined> {
  const { db, clock } = services
  const isNew = ({ createdAt }: Readonly<{ createdAt: number }>) => clock.now() - createdAt < followedMs
  const opening = await findOpeningKey(db)
  if (opening && !isNew(opening)) return undefined
  const keyId = opening?.id ?? (await findNewestKeyId(db, managedOwners(actor)))
  if (keyId === undefined) return { key: undefined, call: noCall, version: '' }
  const key = await findApiKey(services, actor, keyId)
  // Before the calls: what comes between them is a newer version.
  const version = key ? (await readLiveKey(services, actor, keyId)).version : ''
  const call = opening || (key && isNew(key)) ? await findFirstCall(db, keyId) : noCall
  if (call.opened !== null && clock.now() - call.opened >= dayMs) return undefined
  return { key, call, version }
}

async function findRefused(
  services: Services,
  actor: Actor,
  { key, call: { token, link } }: Readonly<{ key: ApiKey; call: FirstCall }>,
): Promise<RefusedCall | undefined> {
  const since = Math.max(key.createdAt, token ?? 0, link ?? 0)
  const [refusal] = await listRefusalsOfKey(services, actor, { keyId: key.id, since, limit: 1 })
  if (!refusal) return undefined
  const { accountId } = refusal.facts
  if (accountId === undefined || refusal.endpoint === '/sso') return { refusal, asked: undefined, isSolved: false }
  const [asked, openable] = await Promise.all([
    findManagedAccount(services, actor, accountId),
    listOpenableIds(services.db, key.owner.id, [accountId]),
  ])
  const isWithinKey = key.accountIds === null || key.accountIds.includes(accountId)
  return { refusal, asked, isSolved: openable.length > 0 && isWithinKey }
}

/** Closes the steps for this user, for good; other managers still see them. @throws Refusal `forbidden` */
export async function hideFirstSteps({ db }: Services, actor: Actor): Promise<void> {
  requireManager(actor)
  if (actor.kind === 'person') await setFirstStepsHidden(db, actor.userId)
}
