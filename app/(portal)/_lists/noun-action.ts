import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** An action on a thing. On the same condition, pages offer it and its dialog opens. */
export type NounAction<Subject, Label extends string = string> = Readonly<{
  /** The message that names it. */
  label: Label
  isOpen: (subject: Subject) => boolean
  danger?: true
  /** The use case, if its dialog only asks for a confirmation. */
  run?: (services: Services, actor: PortalUser, id: string) => Promise<unknown>
}>

type Confirmed = Readonly<Record<string, Pick<NounAction<never>, 'label' | 'run'>>>

/** The use case that a form names. @throws Refusal `not_found` for any that needs more than a confirmation */
export function findConfirmed(actions: Confirmed, name: string) {
  const run = Object.hasOwn(actions, name) ? actions[name]?.run : undefined
  if (!run) throw new Refusal('not_found')
  return run
}
