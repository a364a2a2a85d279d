'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { mapGroupAction } from '#app/(portal)/sign-in-settings/provider-actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

const limits = { name: { min: 1, max: 256 }, mappings: 500 }

type Props = Readonly<{
  providerId: string
  targets: readonly Readonly<{ value: string; label: string }>[]
  confirmBy: ConfirmBy
}>

/** Maps a group to a role or to an account group. */
export function MappingDialog({ providerId, targets, confirmBy }: Props) {
  const t = useTranslations('companySignIn.mappings')
  const closeHref = providerHref(providerId)
  const form = useAccessForm(mapGroupAction, { confirmBy, doneHref: closeHref })
  const problems = { taken: t('same'), too_many: t('tooMany', { max: limits.mappings }) }
  return (
    <FormDialog
      form={form}
      title={t('add')}
      closeHref={closeHref}
      fields={{ id: providerId }}
      submitLabel={t('submit')}
    >
      <TextField
        label={t('group')}
        name="groupName"
        mono
        defaultValue={form.enteredIn('groupName')}
        error={form.errorOf('groupName', problems, limits.name)}
      />
      <Select
        label={t('gives')}
        name="role"
        options={targets}
        defaultValue={form.enteredIn('role')}
        error={form.errorOf('role') ?? form.errorOf('accountGroupId')}
      />
    </FormDialog>
  )
}
