import { summarizeKeysOf } from '#lib/api-keys/find-api-keys.ts'
import { mayManageRole } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'
import type { UserWithAccounts } from '#lib/users/find-users.ts'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { deactivateUserAction, reactivateUserAction } from '../actions.ts'
import { findUserOfUrl } from '../find-user-of-url.ts'
import { AddUserDialog } from './add-user-dialog.tsx'
import { ConfirmFormDialog } from './confirm-form-dialog.tsx'
import type { DialogContext } from './dialog-context.ts'
import { EditUserDialog } from './edit-user-dialog.tsx'
import { NotFoundDialog } from './not-found-dialog.tsx'
import { PasswordLinkDialog } from './password-link-dialog.tsx'

type Props = Readonly<{ context: DialogContext }>
type OneUserProps = Props & Readonly<{ user: UserWithAccounts }>

export async function UserDialog({ context }: Props) {
  const { name, actor, listState, closeHref, askPassword } = context
  const form = { listState, closeHref, askPassword }
  const offered = roles.filter((role) => mayManageRole(actor.role, role))
  if (name === 'add-user') return <AddUserDialog roles={offered} {...form} />
  const user = await findUserOfUrl(context.services, actor, context.subject)
  if (!user || !isOpenTo(user, context)) return <NotFoundDialog closeHref={closeHref} />
  if (name === 'edit-user') {
    const kinds = offered.filter((role) => (role === 'service') === (user.role === 'service'))
    return <EditUserDialog user={toEditable(user)} roles={kinds} {...form} />
  }
  if (name === 'password-link') {
    const shown = { id: user.id, name: user.name, hasPassword: user.passwordSetAt !== null }
    return <PasswordLinkDialog user={shown} closeHref={closeHref} askPassword={askPassword} />
  }
  if (name === 'reactivate-user') return <ReactivateDialog context={context} user={user} />
  return <DeactivateDialog context={context} user={user} />
}

/** Only what the form needs: the user's account list may be long. */
function toEditable({ id, name, username, email, role, accountScope, accountIds }: UserWithAccounts) {
  return { id, name, username, email, role, accountScope, listedAccounts: accountIds.length }
}

/** Whether this user may do this to that user now. */
function isOpenTo(user: UserWithAccounts, { name, actor }: DialogContext): boolean {
  if (!mayManageRole(actor.role, user.role)) return false
  const active = user.deactivatedAt === null
  if (name === 'reactivate-user') return !active
  if (name === 'edit-user') return true
  return active && (name !== 'password-link' || user.role !== 'service')
}

async function DeactivateDialog({ context, user }: OneUserProps) {
  const { id, name } = user
  const [t, affected] = await Promise.all([
    portalTranslator('usersAndAccess'),
    summarizeKeysOf(context.services, context.actor, id),
  ])
  return (
    <ConfirmFormDialog
      action={deactivateUserAction}
      fields={{ userId: id, listState: context.listState }}
      askPassword={context.askPassword}
      closeHref={context.closeHref}
      title={t('deactivate.title', { name })}
      submitLabel={t('deactivate.submit', { name })}
      danger
    >
      {id === context.actor.userId && (
        <p>
          <strong>{t('deactivate.yourself')}</strong>
        </p>
      )}
      <p>{t(user.role === 'service' ? 'deactivate.service' : 'deactivate.person', { name })}</p>
      <p>
        {affected.count === 0
          ? t('deactivate.noKeys')
          : `${t('deactivate.keys', { name, count: affected.count })} ${t('deactivate.uses', { count: affected.usesInLastDay })}`}
      </p>
      <p>{t('deactivate.keeps')}</p>
    </ConfirmFormDialog>
  )
}

async function ReactivateDialog({ context, user }: OneUserProps) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name } = user
  return (
    <ConfirmFormDialog
      action={reactivateUserAction}
      fields={{ userId: id, listState: context.listState }}
      askPassword={context.askPassword}
      closeHref={context.closeHref}
      title={t('reactivate.title', { name })}
      submitLabel={t('reactivate.submit', { name })}
    >
      <p>{t(user.role === 'service' ? 'reactivate.service' : 'reactivate.person', { name })}</p>
      <p>{t('reactivate.keys')}</p>
    </ConfirmFormDialog>
  )
}
