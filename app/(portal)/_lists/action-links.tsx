import type { ReactNode } from 'react'
import { ActionForm } from '#components/connection/action-form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { MenuLink } from '#components/ui/menu.tsx'
import type { NounAction } from './noun-action.ts'

type Props<Subject, Name extends string, Label extends string> = Readonly<{
  actions: Readonly<Record<NoInfer<Name>, NounAction<Subject, Label>>>
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
  return named.filter(({ isOpen }) => isOpen?.(subject) ?? true)
}

type DirectProps = Readonly<{ name: string; id: string; run: (form: FormData) => Promise<void>; children: ReactNode }>

/** Does an action without a dialog. @param children its button */
export function DirectAction({ name, id, run, children }: DirectProps) {
  return (
    <ActionForm action={run}>
      <input type="hidden" name="do" value={name} />
      <input type="hidden" name="id" value={id} />
      {children}
    </ActionForm>
  )
}
