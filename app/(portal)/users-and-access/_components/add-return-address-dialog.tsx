'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { changeAddressAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{ closeHref: string; confirmBy: ConfirmBy }>

export function AddReturnAddressDialog({ closeHref, confirmBy }: Props) {
  const t = useTranslations('usersAndAccess.addAddress')
  const form = useAccessForm(changeAddressAction, { confirmBy, doneHref: closeHref })
  const origin = form.enteredIn('origin') ?? ''
  const ownWords = {
    malformed: t('malformed'),
    path: t('path', { origin }),
    credentials: t('credentials', { origin }),
    scheme_missing: t('schemeMissing', { origin }),
    too_long: t('tooLong'),
    insecure: t('insecure'),
    taken: t('taken'),
  }
  return (
    <FormDialog
      form={form}
      title={t('title')}
      closeHref={closeHref}
      fields={{ do: 'add-return-address' }}
      submitLabel={t('submit')}
    >
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
    </FormDialog>
  )
}
