import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { ConfirmFormDialog } from '#app/(portal)/users-and-access/_components/lazy-dialogs.tsx'
import { type LeaverSheet, maxRotated } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import type { UndecidedNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { ShownIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { RotateSeenDialog } from './lazy-rotate-dialog.tsx'
import { NamesDialog } from './names-dialog.tsx'
import { endUserSessionsAction, unlinkUserIdentityAction } from './user-actions.ts'
import type { UserDialog } from './user-url.ts'

type Props = Readonly<{
  name: UserDialog
  sheet: LeaverSheet
  confirmBy: ConfirmBy
  /** To unlink. */
  identity: ShownIdentity | undefined
  /** To decide. */
  names: UndecidedNames | undefined
}>

/** The dialog of this page that the URL names. @returns nothing if there is nothing left to do */
export async function OpenUserDialog({ name, sheet, confirmBy, identity, names }: Props) {
  const t = await portalTranslator('userPage')
  if (name === 'unlink') return identity && <UnlinkDialog user={sheet.user} identity={identity} confirmBy={confirmBy} />
  if (name === 'approve-names' || name === 'reject-names') {
    const decision = name === 'approve-names' ? 'approve' : 'reject'
    return names && <NamesDialog user={sheet.user} names={names} decision={decision} confirmBy={confirmBy} />
  }
  const { user, sessions, secrets } = sheet
  const closeHref = userHref(user.id)
  const dialog = { confirmBy, closeHref }
  const keys = new Set(secrets.filter(({ step }) => step === 'rotate').map(({ key }) => key.id)).size
  return (
    <ClientMessages namespaces={['userPage', 'usersAndAccess']}>
      {name === 'rotate' ? (
        // Stays while it shows the new secrets: no key is left to rotate by then.
        <RotateSeenDialog {...dialog} userId={user.id} name={user.name} keys={keys} max={maxRotated} />
      ) : (
        <ConfirmFormDialog
          {...dialog}
          action={endUserSessionsAction}
          fields={{ userId: user.id }}
          title={t('endDialog.title', { name: user.name })}
          submitLabel={t('endDialog.submit')}
          danger
        >
          <p>{t('endDialog.effect', { count: sessions.length })}</p>
        </ConfirmFormDialog>
      )}
    </ClientMessages>
  )
}

type UnlinkProps = Readonly<{ user: User; identity: ShownIdentity; confirmBy: ConfirmBy }>

async function UnlinkDialog({ user, identity: { id, label }, confirmBy }: UnlinkProps) {
  const t = await portalTranslator('companySignIn')
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      <ConfirmFormDialog
        action={unlinkUserIdentityAction}
        fields={{ userId: user.id, identityId: id }}
        confirmBy={confirmBy}
        closeHref={userHref(user.id)}
        title={t('identities.unlinkTitle', { label })}
        submitLabel={t('identities.unlinkSubmit')}
        danger
      >
        <p>{t('identities.unlinkWhy', { name: user.name })}</p>
      </ConfirmFormDialog>
    </ClientMessages>
  )
}
