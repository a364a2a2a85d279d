'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { changeProviderAction } from '#app/(portal)/settings/sign-in/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Checkbox } from '#components/ui/choice.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { Advanced, ClientFields, DomainFields, isChecked, LabelField } from './provider-fields.tsx'

type Props = Readonly<{ confirmBy: ConfirmBy; provider: SignInProvider }>

export function EditProviderDialog({ confirmBy, provider }: Props) {
  const t = useTranslations('companySignIn.form')
  const closeHref = providerHref(provider.id)
  const form = useAccessForm(changeProviderAction, { confirmBy, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('editTitle')}
      closeHref={closeHref}
      size="medium"
      fields={{ do: 'edit', id: provider.id }}
      submitLabel={t('save')}
    >
      <LabelField form={form} label={provider.label} />
      <ClientFields form={form} before={provider} />
      <DomainFields form={form} before={provider} />
      <Checkbox
        label={t('passwordsOff')}
        hint={t('passwordsOffHint')}
        name="passwordsOff"
        defaultChecked={isChecked(form, 'passwordsOff', provider.passwordsOff)}
      />
      <Advanced form={form} before={provider} />
    </FormDialog>
  )
}
