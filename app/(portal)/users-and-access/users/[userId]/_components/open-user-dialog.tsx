import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { userHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { type LeaverSheet, maxRotated } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import type { UndecidedNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import type { ShownIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { changeSheetAction } from './actions.ts'
import { RotateSeenDialog } from './lazy-rotate-dialog.tsx'
import { identityActions, sheetActions } from './sheet-actions.ts'
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
export function OpenUserDialog(props: Props) {
  return (
    <ClientMessages namespaces={['userPage', 'usersAndAccess']}>
      <NamedDialog {...props} />
    </ClientMessages>
  )
}

async function NamedDialog({ name, sheet: { user, sessions, secrets }, confirmBy, identity, names }: Props) {
  const [t, signIn] = await Promise.all([portalTranslator('userPage'), portalTranslator('companySignIn')])
  const dialog = { confirmBy, closeHref: userHref(user.id) }
  const confirmation = { ...dialog, action: changeSheetAction }
  if (name === 'rotate') {
    // Stays while it shows the new secrets: no key is left to rotate by then.
    const keys = new Set(secrets.filter(({ step }) => step === 'rotate').map(({ key }) => key.id)).size
    return <RotateSeenDialog {...dialog} userId={user.id} name={user.name} keys={keys} max={maxRotated} />
  }
  if (name === 'unlink') {
    if (!identity) return null
    const { id, label } = identity
    return (
      <ActionDialog
        {...confirmation}
        actions={identityActions}
        name={name}
        say={(word) => signIn(word, { label, name: user.name })}
        fields={{ id }}
      />
    )
  }
  if (name !== 'end-sessions' && !names) return null
  const { username = '', email = '' } = names ?? {}
  const shown = [username, email].filter((text) => text !== '').join(', ')
  return (
    <ActionDialog
      {...confirmation}
      actions={sheetActions}
      name={name}
      say={(word) => t(word, { name: user.name, names: shown, count: sessions.length })}
      fields={{ id: user.id, username, email }}
    />
  )
}
