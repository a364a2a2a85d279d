'use client'

import { AccessFormDialog } from '../../../../_components/access-form-dialog.tsx'
import { useAccessForm } from '../../../../_components/use-access-form.ts'
import { confirmBeforeChoosingAction } from '../../../../actions.ts'

type Props = Readonly<{ userId: string; closeHref: string }>

/** Asks for the password before accounts are chosen, then returns to the page. */
export function ConfirmDialog({ userId, closeHref }: Props) {
  const form = useAccessForm(confirmBeforeChoosingAction, { askPassword: true })
  return (
    <AccessFormDialog form={form} title="" closeHref={closeHref} submit={null}>
      <input type="hidden" name="userId" value={userId} />
    </AccessFormDialog>
  )
}
