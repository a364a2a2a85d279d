'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { SubmitButton } from '../../../../components/ui/button.tsx'
import { Dialog, DialogCancel } from '../../../../components/ui/dialog.tsx'
import { AccessForm } from './access-form.tsx'
import type { AccessFormState } from './use-access-form.ts'

type Props = Readonly<{
  form: AccessFormState
  title: string
  description?: string
  size?: 'small' | 'medium'
  closeHref: string
  submitLabel: string
  danger?: boolean
  /** Hidden fields: the form's subject and the list state to return to. */
  fields?: Readonly<Record<string, string>>
  children?: ReactNode
}>

/** A form in a dialog, titled "Confirm it's you" while it asks for the password. */
export function AccessFormDialog({ form, title, description, size = 'small', closeHref, ...content }: Props) {
  const t = useTranslations('usersAndAccess.confirm')
  const confirming = form.state.askPassword
  return (
    <Dialog
      title={confirming ? t('title') : title}
      description={confirming ? undefined : description}
      closeHref={closeHref}
      size={confirming ? 'small' : size}
    >
      <AccessForm
        form={form}
        submit={<SubmitButton variant={content.danger ? 'danger' : 'primary'}>{content.submitLabel}</SubmitButton>}
        cancel={<DialogCancel closeHref={closeHref} />}
      >
        {Object.entries(content.fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {content.children}
      </AccessForm>
    </Dialog>
  )
}
