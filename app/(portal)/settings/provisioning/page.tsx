import { Card } from '#app/(portal)/_details/card.tsx'
import { CardFoot } from '#app/(portal)/_details/items.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { listGroupChoices } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { listProvisionedGroups } from '#lib/domain/people/scim/map-groups.ts'
import { scimPath } from '#lib/domain/people/scim/schemas.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { ConnectDialog } from './_components/connect-dialog.tsx'
import { MapGroupDialog, RemoveMappingDialog } from './_components/mapping-dialogs.tsx'
import { ProvisionedGroupsTable } from './_components/provisioned-groups-table.tsx'
import { ProvisioningCard } from './_components/provisioning-card.tsx'

export const generateMetadata = pageTitle('provisioning', (t) => t('title'))

/** The groups of the directory, and what each gives. Owners change it, admins see the groups. */
export default async function ProvisioningPage({ searchParams }: PageProps<'/settings/provisioning'>) {
  const [actor, services, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    searchParams,
    portalTranslator('provisioning'),
  ])
  const isOwner = actor.role === 'owner'
  const groups = await listProvisionedGroups(services, actor)
  const mapped = groups.find(({ name }) => name === textOf(query.map))
  const removed = groups.flatMap(({ mappings }) => mappings).find(({ id }) => id === textOf(query.remove))
  const isConnecting = textOf(query.dialog) === 'connect'
  const isOpen = isOwner && (mapped || removed || isConnecting)
  const url = `${services.env.baseUrl}${scimPath}`
  const confirmBy = isOpen ? await findConfirmBy(services, actor) : false
  return (
    <>
      <SectionHeader title={t('title')}>{t('why')}</SectionHeader>
      <ProvisioningCard url={url} mayConnect={isOwner} />
      <Card title={t('groups.title')}>
        {groups.length === 0 ? (
          <EmptyState noun="group" title={t('groups.none')}>
            {t('groups.noneHint')}
          </EmptyState>
        ) : (
          <ProvisionedGroupsTable groups={groups} isOwner={isOwner} />
        )}
        <CardFoot>
          {t('groups.why')} {!isOwner && t('groups.onlyOwners')}
        </CardFoot>
      </Card>
      {isOpen && (
        <ClientMessages namespaces={['provisioning']}>
          {isConnecting && <ConnectDialog url={url} confirmBy={confirmBy} />}
          {mapped && (
            <MapGroupDialog
              group={mapped.name}
              accountGroups={await listGroupChoices(services, actor)}
              confirmBy={confirmBy}
            />
          )}
          {removed && <RemoveMappingDialog id={removed.id} group={removed.groupName} confirmBy={confirmBy} />}
        </ClientMessages>
      )}
    </>
  )
}
