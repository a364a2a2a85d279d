import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  deactivateUserAction,
  reactivateUserAction,
  resetFactorsAction,
} from '#app/(portal)/users-and-access/actions.ts'
import { findUserOfUrl } from '#app/(portal)/users-and-access/find-user-of-url.ts'
import { listActiveKeysOf } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { countCallsInLastDay } from '#lib/domain/keys/usage/count-calls-in-last-day.ts'
import { previewFactorReset } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import type { UserWithAccounts } from '#lib/domain/people/users/find-users.ts'
import { isManager, mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole, roles } from '#lib/foundation/authorization/roles.ts'
import { AddUserDialog, ConfirmFormDialog, EditUserDialog, PasswordLinkDialog } from './lazy-dialogs.tsx'
import type { DialogContext } from './open-dialog.tsx'

type OneUserProps = Readonly<{ context: DialogContext; user: UserWithAccounts }>

/** @returns `undefined` if the user doesn't exist or the actor may not do this to them now */
export async function findUserDialog(context: DialogContext) {
  const { name, actor, listState, closeHref, confirmBy } = context
  const form = { listState, closeHref, confirmBy }
  const offered = roles.filter((role) => mayManageRole(actor.role, role))
  if (name === 'add-user') {
    const role = offered.find((known) => known === context.subject)
    return <AddUserDialog roles={offered} role={role} {...form} />
  }
  const user = await findUserOfUrl(context.services, actor, context.subject)
  if (!user || !isOpenTo(user, context)) return undefined
  if (name === 'edit-user') {
    const kinds = offered.filter((role) => isPortalRole(role) === isPortalRole(user.role))
    return <EditUserDialog user={toEditable(user)} roles={kinds} {...form} />
  }
  if (name === 'password-link') {
    const shown = { id: user.id, name: user.name, hasPassword: user.passwordSetAt !== null }
    return <PasswordLinkDialog user={shown} closeHref={closeHref} confirmBy={confirmBy} />
  }
  if (name === 'reset-factors') return findResetDialog(context, user)
  return <ChangeUserDialog context={context} user={user} />
}

async function findResetDialog(context: DialogContext, user: UserWithAccounts) {
  const { services, actor, listState, closeHref, confirmBy } = context
  const t = await portalTranslator('usersAndAccess')
  const preview = await previewFactorReset(services, actor, user)
  if (!preview) return undefined
  const { id, name } = user
  const next = t(`resetFactors.${preview.mustEnroll ? 'required' : 'optional'}`, { name })
  return (
    <ConfirmFormDialog
      action={resetFactorsAction}
      fields={{ userId: id, listState }}
      confirmBy={confirmBy}
      closeHref={closeHref}
      title={t('resetFactors.title', { name })}
      submitLabel={t('resetFactors.submit')}
      danger
    >
      <p>{t('resetFactors.removed', { name })}</p>
      <p>{preview.isMailed ? `${next} ${t('resetFactors.mailed', { name })}` : next}</p>
      <p>{t('resetFactors.sure', { name })}</p>
    </ConfirmFormDialog>
  )
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
  if (name === 'reset-factors') return user.id !== actor.userId
  return active && (name !== 'password-link' || isPortalRole(user.role))
}

async function ChangeUserDialog({ context, user }: OneUserProps) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name, role } = user
  const change = context.name === 'reactivate-user' ? 'reactivate' : 'deactivate'
  return (
    <ConfirmFormDialog
      action={change === 'reactivate' ? reactivateUserAction : deactivateUserAction}
      fields={{ userId: id, listState: context.listState }}
      confirmBy={context.confirmBy}
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
      <p>{t(`${change}.${isPortalRole(role) ? 'person' : 'service'}`, { name })}</p>
      {change === 'deactivate' && isManager(role) && <p>{t('deactivate.secrets', { name })}</p>}
      {change === 'reactivate' ? <p>{t('reactivate.keys')}</p> : <AffectedKeys context={context} user={user} />}
    </ConfirmFormDialog>
  )
}

async function AffectedKeys({ context: { services, actor }, user: { id, name } }: OneUserProps) {
  const t = await portalTranslator('usersAndAccess')
  const keys = await listActiveKeysOf(services, actor, id)
  const calls = await countCallsInLastDay(services, actor, keys)
  const uses = t('deactivate.uses', { count: [...calls.values()].reduce((sum, each) => sum + each, 0) })
  return (
    <>
      <p>
        {keys.length === 0 ? t('deactivate.noKeys') : `${t('deactivate.keys', { name, count: keys.length })} ${uses}`}
      </p>
      <p>{t('deactivate.keeps')}</p>
    </>
  )
}
