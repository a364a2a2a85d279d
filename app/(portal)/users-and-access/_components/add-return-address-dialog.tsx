'use client'

import { Dialog } from '../../../../components/ui/dialog.tsx'
import { DialogCancel } from '../../../../components/ui/dialog-cancel.tsx'
import { Form } from '../../../../components/ui/form.tsx'
import { FormActions } from '../../../../components/ui/form-actions.tsx'
import { SubmitButton } from '../../../../components/ui/submit-button.tsx'
import { TextField } from '../../../../components/ui/text-field.tsx'
import { useTranslations } from '../../../../components/words.tsx'
import { addReturnAddressAction } from '../actions.ts'
import { PasswordAgain } from './password-again.tsx'
import { useAccessForm } from './use-access-form.ts'

type Props = Readonly<{ place: string; closeHref: string; askPassword: boolean }>

export function AddReturnAddressDialog({ place, closeHref, askPassword }: Props) {
  const t = useTranslations('usersAndAccess.addAddress')
  const form = useAccessForm(addReturnAddressAction, { askPassword, doneHref: closeHref })
  const ownWords = { malformed: t('malformed'), insecure: t('insecure'), taken: t('taken') }
  return (
    <Dialog title={t('title')} closeHref={closeHref}>
      <Form action={form.formAction} problem={form.problem}>
        <input type="hidden" name="place" value={place} />
        <TextField
          label={t('origin')}
          hint={t('hint')}
          name="origin"
          type="url"
          inputMode="url"
          mono
          defaultValue={form.enteredIn('origin')}
          error={form.errorOf('origin', ownWords)}
        />
        <PasswordAgain asked={form.state.askPassword} error={form.errorOf('password')} />
        <FormActions>
          <SubmitButton>{t('submit')}</SubmitButton>
          <DialogCancel closeHref={closeHref} />
        </FormActions>
      </Form>
    </Dialog>
  )
}
