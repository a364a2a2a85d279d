import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { readDialog } from '#app/(portal)/_urls/accounts-url.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { accountActions } from '#app/(portal)/manage/accounts/account-actions.ts'
import { changeAccountAction } from '#app/(portal)/manage/accounts/actions.ts'
import { countOpenSessions } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import { findManagedAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AccountDialog } from './account-dialog.tsx'

type Props = Readonly<{ actor: PortalUser; query: Query; closeHref: string }>

/** The dialog that the URL names; none if its account doesn't exist. */
export async function OpenAccountDialog({ actor, query, closeHref }: Props) {
  const dialog = readDialog(query)
  if (!dialog) return null
  const services = await getServices()
  const account = dialog.name === 'add' ? undefined : await findManagedAccount(services, actor, dialog.of)
  if (dialog.name !== 'add' && !account) return null
  return (
    <ClientMessages namespaces={['accounts']}>
      {account && dialog.name === 'suspend' ? (
        <SuspendDialog actor={actor} account={account} closeHref={closeHref} />
      ) : (
        <AccountDialog key={account?.id} account={account} closeHref={closeHref} />
      )}
    </ClientMessages>
  )
}

type SuspendProps = Omit<Props, 'query'> & Readonly<{ account: Account }>

/** Suspending is reversible, so nothing has to be typed. */
async function SuspendDialog({ actor, account: { id, name }, closeHref }: SuspendProps) {
  const [t, services] = await Promise.all([portalTranslator('accounts'), getServices()])
  return (
    <ActionDialog
      actions={accountActions}
      name="suspend"
      action={changeAccountAction}
      say={(word) => t(word, { name })}
      description={t('suspension.sessions', { count: await countOpenSessions(services, actor, id) })}
      fields={{ id }}
      closeHref={closeHref}
      confirmBy={await findConfirmBy(services, actor)}
    />
  )
}
