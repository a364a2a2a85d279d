import type { ComponentProps } from 'react'
import type { NounAction } from '#app/(portal)/_lists/noun-action.ts'
import { ConfirmFormDialog } from './lazy-confirm-form-dialog.tsx'

type Props<Name extends string, Word extends string> = Readonly<{
  actions: Readonly<Record<Name, NounAction<never, string, Word>>>
  name: Name
  /** The message with the names and numbers that it mentions. */
  say: (word: Word) => string
}> &
  Omit<ComponentProps<typeof ConfirmFormDialog>, 'title' | 'submitLabel' | 'danger' | 'repeatable'>

/** The dialog of an action that only asks for a confirmation. `children` follow its sentences. */
export function ActionDialog<Name extends string, Word extends string>(props: Props<Name, Word>) {
  const { actions, name, say, fields, children, ...dialog } = props
  const { confirm, danger = false } = actions[name]
  if (!confirm) return null
  return (
    <ConfirmFormDialog
      {...dialog}
      title={say(confirm.title)}
      submitLabel={say(confirm.submit)}
      danger={danger}
      repeatable={confirm.repeatable ?? false}
      fields={{ do: name, ...fields }}
    >
      {confirm.why.map((word) => (
        <p key={word}>{say(word)}</p>
      ))}
      {children}
    </ConfirmFormDialog>
  )
}
