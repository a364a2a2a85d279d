import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { type ListState, readDialog } from '#app/(portal)/_urls/accounts-url.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { countOpenSessions } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import { findManagedAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AccountDialog } from './account-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

type Props = Readonly<{
  actor: PortalUser
  query: Query
  listState: ListState
  /** The dialog is over the account's page: it leads back there. */
  onAccountPage?: boolean
}>

/** The dialog that the URL names; none if its account doesn't exist. */
export async function OpenAccountDialog({ actor, query, listState, onAccountPage = false }: Props) {
  const dialog = readDialog(query)
  if (!dialog) return null
  const services = await getServices()
  const account = dialog.name === 'add' ? undefined : await findManagedAccount(services, actor, dialog.of)
  if (dialog.name !== 'add' && !account) return null
  const onPageOf = onAccountPage ? account?.id : undefined
  return (
    <ClientMessages namespaces={['accounts']}>
      {account && dialog.name === 'suspend' ? (
        <SuspendDialog
          account={{ id: account.id, name: account.name }}
          sessions={await countOpenSessions(services, actor, account.id)}
          listState={listState}
          onPageOf={onPageOf}
          confirmBy={await findConfirmBy(services, actor)}
        />
      ) : (
        <AccountDialog key={account?.id} account={account} listState={listState} onPageOf={onPageOf} />
      )}
    </ClientMessages>
  )
}
