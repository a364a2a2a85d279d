import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { providerDialogs, providerHref, signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { EditProviderDialog } from '#app/(portal)/settings/sign-in/_components/edit-provider-dialog.tsx'
import { MappingDialog } from '#app/(portal)/settings/sign-in/_components/mapping-dialog.tsx'
import { changeProviderAction } from '#app/(portal)/settings/sign-in/actions.ts'
import { providerActions } from '#app/(portal)/settings/sign-in/provider-actions.ts'
import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import type { ListedMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'

type Props = Readonly<{
  actor: PortalUser
  provider: SignInProvider
  mappings: readonly ListedMapping[]
  query: Query
}>

/** The dialog that the URL names. */
export async function OpenProviderDialog({ actor, provider, mappings, query }: Props) {
  const name = providerDialogs.find((known) => known === query.dialog)
  if (!name) return null
  const services = await getServices()
  const [t, confirmBy] = await Promise.all([portalTranslator('companySignIn'), findConfirmBy(services, actor)])
  const mapping = mappings.find(({ id }) => id === textOf(query.of))
  const { id, label } = provider
  const isConfirmation = name === 'remove' || name === 'switch-on' || name === 'switch-off'
  const closeHref = providerHref(id)
  return (
    <ClientMessages namespaces={['companySignIn']}>
      {name === 'edit' && <EditProviderDialog provider={provider} confirmBy={confirmBy} />}
      {name === 'map' && (
        <MappingDialog
          providerId={id}
          groupName={textOf(query.of)}
          confirmBy={confirmBy}
          targets={await listTargets(actor)}
        />
      )}
      {(isConfirmation || (name === 'unmap' && mapping)) && (
        <ActionDialog
          actions={providerActions}
          name={name}
          action={changeProviderAction}
          say={(word) => t(word, { label, group: mapping?.groupName ?? '' })}
          fields={{ id, mappingId: mapping?.id ?? '' }}
          confirmBy={confirmBy}
          closeHref={closeHref}
          doneHref={name === 'remove' ? signInSettingsPath : closeHref}
        />
      )}
    </ClientMessages>
  )
}

/** Roles, then account groups. An owner is never made by a group. */
async function listTargets(actor: PortalUser) {
  const [t, groups] = await Promise.all([
    portalTranslator('companySignIn'),
    listGroupChoices(await getServices(), actor),
  ])
  const roles = ['agent', 'admin'] as const
  return [
    ...roles.map((role) => ({ value: role, label: t(`mappings.roles.${role}`) })),
    ...groups.map(({ id, name }) => ({ value: id, label: t('mappings.accountGroup', { name }) })),
  ]
}
