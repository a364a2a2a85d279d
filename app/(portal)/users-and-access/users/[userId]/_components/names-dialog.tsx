import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { ConfirmFormDialog } from '#app/(portal)/users-and-access/_components/lazy-dialogs.tsx'
import type { UndecidedNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { decideNamesAction } from './user-actions.ts'

type Props = Readonly<{ user: User; names: UndecidedNames; decision: 'approve' | 'reject'; confirmBy: ConfirmBy }>

/** Approves or rejects the names that the dialog shows, and no others. */
export async function NamesDialog({ user, names, decision, confirmBy }: Props) {
  const t = await portalTranslator('userPage')
  const { username = '', email = '' } = names
  const shown = { name: user.name, names: [username, email].filter((name) => name !== '').join(', ') }
  return (
    <ClientMessages namespaces={['usersAndAccess']}>
      <ConfirmFormDialog
        action={decideNamesAction}
        fields={{ userId: user.id, username, email, decision }}
        confirmBy={confirmBy}
        closeHref={userHref(user.id)}
        title={t(`names.${decision}Title`, shown)}
        submitLabel={t(`names.${decision}Submit`)}
        danger={decision === 'reject'}
      >
        <p>{t(`names.${decision}Why`, shown)}</p>
        <p>{t('names.why')}</p>
      </ConfirmFormDialog>
    </ClientMessages>
  )
}
