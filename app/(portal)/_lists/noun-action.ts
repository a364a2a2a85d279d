import { readText } from '#app/(portal)/_session/form-text.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

type UseCase<Input> = (services: Services, actor: PortalUser, input: Input) => Promise<unknown>

/** An action on a thing, for menus, pages, its dialog and the Server Action of the noun. */
export type NounAction<Subject, Label extends string = string, Word extends string = string> = Readonly<{
  /** The message that names it. */
  label: Label
  /** Menus and pages offer it on this condition; without one, always. */
  isOpen?: (subject: Subject) => boolean
  danger?: true
  /** The messages of a dialog that only asks for a confirmation. */
  confirm?: Readonly<{
    title: Word
    why: readonly Word[]
    submit: Word
    /** It is idempotent: see `useForm`. */
    repeatable?: true
  }>
  /** The use case, if the form names nothing but the thing, in its field `id`. */
  run?: UseCase<string>
  /** Reads the form's fields for the use case. Neither, if the form shows a result: it has its own Server Action. */
  save?: UseCase<FormData>
}>

type Works = Readonly<Record<string, Pick<NounAction<never>, 'label' | 'run' | 'save'>>>

/** What the form's field `do` names. @throws Refusal `not_found` for an action that has its own Server Action */
export function findWork(actions: Works, form: FormData): (services: Services, actor: PortalUser) => Promise<unknown> {
  const name = readText(form, 'do')
  const { run, save } = (Object.hasOwn(actions, name) && actions[name]) || {}
  if (save) return (services, actor) => save(services, actor, form)
  if (run) return (services, actor) => run(services, actor, readText(form, 'id'))
  throw new Refusal('not_found')
}
