'use client'

import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react'
import { useTranslations } from '../messages.tsx'
import { Dialog, type DialogState } from './dialog.tsx'
import { DialogCancel } from './dialog-cancel.tsx'
import { Form } from './form.tsx'
import { FormActions } from './form-actions.tsx'
import { SubmitButton } from './submit-button.tsx'
import { TextField } from './text-field.tsx'

type Props = Readonly<
  DialogState &
    Pick<ComponentProps<typeof Form>, 'action' | 'problem'> & {
      title: ReactNode
      description?: ReactNode
      /** What has to be typed: the name of what is about to be destroyed. */
      phrase: string
      /** What will stop working; further fields of the form, such as the password. */
      children?: ReactNode
      /** Sent along, hidden: the id of the thing. */
      fields?: Readonly<Record<string, string>>
      /** What the server says of what was typed: without scripts nobody else compares. */
      phraseError?: ReactNode
      confirmLabel: string
    }
>

/** Asks for a destructive step to be confirmed in words. */
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
