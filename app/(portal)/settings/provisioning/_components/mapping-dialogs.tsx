'use client'

import { ConfirmFormDialog } from '#app/(portal)/_forms/confirm-form-dialog.tsx'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { provisioningPath } from '#app/(portal)/_urls/provisioning-url.ts'
import { mapScimGroupAction, removeMappingAction } from '#app/(portal)/settings/provisioning/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Select } from '#components/ui/select.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type MapProps = Readonly<{
  group: string
  accountGroups: readonly Readonly<{ id: string; name: string }>[]
  confirmBy: ConfirmBy
}>

/** What the members of a group get. */
export function MapGroupDialog({ group, accountGroups, confirmBy }: MapProps) {
  const t = useTranslations('provisioning.mapping')
  const form = useAccessForm(mapScimGroupAction, { confirmBy, doneHref: provisioningPath })
  const options = [
    ...accountGroups.map(({ id, name }) => ({ value: id, label: t('accountGroup', { name }) })),
    { value: 'agent', label: t('agent') },
    { value: 'admin', label: t('admin') },
  ]
  const error =
    form.errorOf('groupName', { taken: t('taken'), too_many: t('tooMany') }) ??
    form.errorOf('accountGroupId', { unknown: t('unknown') })
  return (
    <FormDialog
      form={form}
      title={t('title', { group })}
      closeHref={provisioningPath}
      fields={{ group }}
      submitLabel={t('submit')}
    >
      <Select
        label={t('target')}
        hint={t('roleHint')}
        name="target"
        options={options}
        defaultValue={form.enteredIn('target')}
        error={error}
      />
    </FormDialog>
  )
}

type RemoveProps = Readonly<{ id: string; group: string; confirmBy: ConfirmBy }>

export function RemoveMappingDialog({ id, group, confirmBy }: RemoveProps) {
  const t = useTranslations('provisioning.mapping')
  return (
    <ConfirmFormDialog
      action={removeMappingAction}
      confirmBy={confirmBy}
      title={t('removeTitle')}
      closeHref={provisioningPath}
      fields={{ id }}
      submitLabel={t('removeSubmit')}
    >
      <p>{t('removeWhy', { group })}</p>
    </ConfirmFormDialog>
  )
}
