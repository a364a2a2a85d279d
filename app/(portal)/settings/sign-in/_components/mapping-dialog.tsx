'use client'

import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { changeProviderAction } from '#app/(portal)/settings/sign-in/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { mappedNameLengths, maxMappingsOfSource } from '#lib/domain/people/group-mappings/limits.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{
  providerId: string
  /** That came in a test sign-in. */
  groupName: string
  targets: readonly Readonly<{ value: string; label: string }>[]
  confirmBy: ConfirmBy
}>

/** Maps a group to a role or to an account group. */
export function MappingDialog({ providerId, groupName, targets, confirmBy }: Props) {
  const t = useTranslations('companySignIn.mappings')
  const closeHref = providerHref(providerId)
  const form = useAccessForm(changeProviderAction, { confirmBy, doneHref: closeHref })
  const problems = { taken: t('same'), too_many: t('tooMany', { max: maxMappingsOfSource }) }
  return (
    <FormDialog
      form={form}
      title={t('add')}
      closeHref={closeHref}
      fields={{ do: 'map', id: providerId }}
      submitLabel={t('submit')}
    >
      <TextField
        label={t('group')}
        name="groupName"
        mono
        defaultValue={form.enteredIn('groupName') ?? groupName}
        error={form.errorOf('groupName', problems, mappedNameLengths)}
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
