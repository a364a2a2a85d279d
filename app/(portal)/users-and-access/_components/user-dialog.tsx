import { summarizeKeysOf } from '#lib/api-keys/find-api-keys.ts'
import { mayManageRole } from '#lib/permissions.ts'
import { roles } from '#lib/roles.ts'
import type { UserWithAccounts } from '#lib/users/find-users.ts'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { deactivateUserAction, reactivateUserAction } from '../actions.ts'
import { findUserOfUrl } from '../find-user-of-url.ts'
import { AddUserDialog, ConfirmFormDialog, EditUserDialog, PasswordLinkDialog } from './lazy-dialogs.tsx'
import type { DialogContext } from './open-dialog.tsx'

type OneUserProps = Readonly<{ context: DialogContext; user: UserWithAccounts }>

/** @returns `undefined` if the user doesn't exist or the actor may not do this to them now */
export async function findUserDialog(context: DialogContext) {
  const { name, actor, listState, closeHref, askPassword } = context
  const form = { listState, closeHref, askPassword }
  const offered = roles.filter((role) => mayManageRole(actor.role, role))
  if (name === 'add-user') {
    const role = offered.find((known) => known === context.subject)
    return <AddUserDialog roles={offered} role={role} {...form} />
  }
  const user = await findUserOfUrl(context.services, actor, context.subject)
  if (!user || !isOpenTo(user, context)) return undefined
  if (name === 'edit-user') {
    const kinds = offered.filter((role) => (role === 'service') === (user.role === 'service'))
    return <EditUserDialog user={toEditable(user)} roles={kinds} {...form} />
  }
  if (name === 'password-link') {
    const shown = { id: user.id, name: user.name, hasPassword: user.passwordSetAt !== null }
    return <PasswordLinkDialog user={shown} closeHref={closeHref} askPassword={askPassword} />
  }
  return <ChangeUserDialog context={context} user={user} />
}

/** Only what the form needs: the user's account list may be long. */
function toEditable({ id, name, username, email, role, accountScope, accountIds }: UserWithAccounts) {
  return { id, name, username, email, role, accountScope, listedAccounts: accountIds.length }
}

function isOpenTo(user: UserWithAccounts, { name, actor }: DialogContext): boolean {
  if (!mayManageRole(actor.role, user.role)) return false
  const active = user.deactivatedAt === null
  if (name === 'reactivate-user') return !active
  if (name === 'edit-user') return true
  return active && (name !== 'password-link' || user.role !== 'service')
}

async function ChangeUserDialog({ context, user }: OneUserProps) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name, role } = user
  const change = context.name === 'reactivate-user' ? 'reactivate' : 'deactivate'
  return (
    <ConfirmFormDialog
      action={change === 'reactivate' ? reactivateUserAction : deactivateUserAction}
      fields={{ userId: id, listState: context.listState }}
      askPassword={context.askPassword}
      closeHref={context.closeHref}
      title={t(`${change}.title`, { name })}
      submitLabel={t(`${change}.submit`, { name })}
      danger={change === 'deactivate'}
    >
      {change === 'deactivate' && id === context.actor.userId && (
        <p>
          <strong>{t('deactivate.yourself')}</strong>
        </p>
      )}
      <p>{t(`${change}.${role === 'service' ? 'service' : 'person'}`, { name })}</p>
      {change === 'reactivate' ? <p>{t('reactivate.keys')}</p> : <AffectedKeys context={context} user={user} />}
    </ConfirmFormDialog>
  )
}

async function AffectedKeys({ context: { services, actor }, user: { id, name } }: OneUserProps) {
  const t = await portalTranslator('usersAndAccess')
  const { count, usesInLastDay } = await summarizeKeysOf(services, actor, id)
  const uses = t('deactivate.uses', { count: usesInLastDay })
  return (
    <>
      <p>{count === 0 ? t('deactivate.noKeys') : `${t('deactivate.keys', { name, count })} ${uses}`}</p>
      <p>{t('deactivate.keeps')}</p>
    </>
  )
}
