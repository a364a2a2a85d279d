import { LinkButton } from '#components/ui/link-button.tsx'
import { MenuLink } from '#components/ui/menu.tsx'
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

/** The use case that a form names. @throws Refusal `not_found` for any that needs more than a confirmation */
export function findConfirmed<Subject>(actions: Readonly<Record<string, NounAction<Subject>>>, name: string) {
  const run = Object.hasOwn(actions, name) ? actions[name]?.run : undefined
  if (!run) throw new Refusal('not_found')
  return run
}

type Props<Subject, Name extends string, Label extends string> = Readonly<{
  actions: Readonly<Record<Name, NounAction<Subject, Label>>>
  subject: Subject
  /** Those to offer here, in this order. */
  names: readonly Name[]
  hrefOf: (name: Name) => string
  labelOf: (label: Label) => string
}>

/** The open ones as entries of a menu. */
export function ActionEntries<Subject, Name extends string, Label extends string>(props: Props<Subject, Name, Label>) {
  return openActions(props).map(({ name, label, danger = false }) => (
    <MenuLink key={name} href={props.hrefOf(name)} inPlace danger={danger}>
      {props.labelOf(label)}
    </MenuLink>
  ))
}

/** The open ones as buttons. */
export function ActionButtons<Subject, Name extends string, Label extends string>(props: Props<Subject, Name, Label>) {
  return openActions(props).map(({ name, label }) => (
    <LinkButton key={name} href={props.hrefOf(name)} inPlace>
      {props.labelOf(label)}
    </LinkButton>
  ))
}

function openActions<Subject, Name extends string, Label extends string>({
  actions,
  subject,
  names,
}: Props<Subject, Name, Label>) {
  const named = names.map((name) => ({ name, ...actions[name] }))
  return named.filter(({ isOpen }) => isOpen(subject))
}
