'use client'

import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from '../messages.tsx'
import { SubmitButton } from './button.tsx'
import { Dialog, DialogCancel, type DialogState } from './dialog.tsx'
import { Form, FormActions } from './form.tsx'
import { TextField } from './text-field.tsx'

type Props = Readonly<
  DialogState &
    Pick<ComponentProps<typeof Form>, 'action' | 'problem'> & {
      title: ReactNode
      description?: ReactNode
      /** The text to type: the name of the thing that will be destroyed. */
      phrase: string
      /** What will stop working, and further fields such as the password. */
      children?: ReactNode
      /** Hidden form fields: the ID of the thing. */
      fields?: Readonly<Record<string, string>>
      /** The server's error for the typed text. Without scripts only the server compares it. */
      phraseError?: ReactNode
      confirmLabel: string
    }
>

/** Asks the user to type a name before a destructive action. */
export function ConfirmDialog(props: Props) {
  const { phrase, children, fields, phraseError, confirmLabel, action, problem, ...dialog } = props
  const t = useTranslations('widgets')
  const [mistyped, setMistyped] = useState(false)
  const wish = t('typeToConfirm', { phrase })

  function check(event: FormEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget).get('confirmation')
    const wrong = typeof typed !== 'string' || typed.trim() !== phrase.trim()
    setMistyped(wrong)
    if (!wrong) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>('[name="confirmation"]')?.focus()
  }

  return (
    <Dialog {...dialog}>
      <Form action={action} problem={problem} onSubmit={check}>
        {Object.entries(fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <TextField label={wish} name="confirmation" error={mistyped ? wish : phraseError} mono />
        <FormActions>
          <SubmitButton variant="danger">{confirmLabel}</SubmitButton>
          <DialogCancel closeHref={dialog.closeHref} />
        </FormActions>
      </Form>
    </Dialog>
  )
}
