'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { Dialog, DialogCancel } from '../../../../components/ui/dialog.tsx'
import { AccessForm } from './access-form.tsx'
import type { AccessFormState } from './use-access-form.ts'

type Props = Readonly<{
  form: AccessFormState
  title: string
  description?: string
  size?: 'small' | 'medium'
  closeHref: string
  submit: ReactNode
  children: ReactNode
}>

/** A form in a dialog, titled "Confirm it's you" while it asks for the password. */
export function AccessFormDialog({ form, title, description, size = 'small', closeHref, submit, children }: Props) {
  const t = useTranslations('usersAndAccess.confirm')
  const confirming = form.state.askPassword
  return (
    <Dialog
      title={confirming ? t('title') : title}
      description={confirming ? undefined : description}
      closeHref={closeHref}
      size={confirming ? 'small' : size}
    >
      <AccessForm form={form} submit={submit} cancel={<DialogCancel closeHref={closeHref} />}>
        {children}
      </AccessForm>
    </Dialog>
  )
}
