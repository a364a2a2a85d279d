import { findNewestServiceUser, findStepsDone } from '#lib/domain/organization/first-steps/store.ts'
import { setFirstStepsHidden } from '#lib/domain/people/users/store.ts'
import type { Actor } from '#lib/foundation/authorization/actor.ts'
import { requireManager } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'

/** What leads from an empty instance to programs and agents that open accounts, in order. */
export const firstSteps = ['account', 'service', 'key', 'call', 'agent'] as const

export type FirstStep = (typeof firstSteps)[number]

export type StepsDone = Readonly<Record<FirstStep, boolean>>

/** `serviceUser`: one who can't open any account yet, which leaves their step to be done. */
export type FirstSteps = Readonly<{
  done: StepsDone
  serviceUser: Readonly<{ id: string; name: string }> | undefined
}>

/**
 * Which steps are done, read from what exists: suspended accounts, revoked keys and deactivated users count.
 * @returns undefined when all are done, or once this user hid them
 * @throws Refusal `forbidden`
 */
export async function readFirstSteps({ db }: Services, actor: Actor): Promise<FirstSteps | undefined> {
  requireManager(actor)
  const done = actor.kind === 'person' ? await findStepsDone(db, actor.userId) : undefined
  if (!done || firstSteps.every((step) => done[step])) return undefined
  return { done, serviceUser: done.service ? undefined : await findNewestServiceUser(db) }
}

/** Hides the steps from this user for good; other managers still see them. @throws Refusal `forbidden` */
export async function hideFirstSteps({ db }: Services, actor: Actor): Promise<void> {
  requireManager(actor)
  if (actor.kind === 'person') await setFirstStepsHidden(db, actor.userId)
}
