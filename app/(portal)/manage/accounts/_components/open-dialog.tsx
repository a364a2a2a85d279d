import { countOpenSessions } from '#lib/account-sessions/count-open-sessions.ts'
import { findManagedAccount } from '#lib/accounts/manage-accounts.ts'
import type { PortalUser } from '#lib/actor.ts'
import { getServices } from '#lib/services.ts'
import { ClientMessages } from '../../../_preferences/client-messages.tsx'
import { type ListState, type Query, readDialog } from '../list-state.ts'
import { AccountDialog } from './account-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

type Props = Readonly<{ actor: PortalUser; query: Query; listState: ListState }>

/** The dialog that the URL names; none if its account doesn't exist. */
export async function OpenDialog({ actor, query, listState }: Props) {
  const dialog = readDialog(query)
  if (!dialog) return null
  const services = await getServices()
  const account = dialog.name === 'add' ? undefined : await findManagedAccount(services, actor, dialog.of)
  if (dialog.name !== 'add' && !account) return null
  return (
    <ClientMessages namespaces={['accounts']}>
      {account && dialog.name === 'suspend' ? (
        <SuspendDialog
          account={{ id: account.id, name: account.name }}
          sessions={await countOpenSessions(services, actor, account.id)}
          listState={listState}
        />
      ) : (
        <AccountDialog key={account?.id} account={account} listState={listState} />
      )}
    </ClientMessages>
  )
}
