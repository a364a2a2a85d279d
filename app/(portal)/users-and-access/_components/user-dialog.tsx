import { ActionDialog } from '#app/(portal)/_forms/action-dialog.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { changeUserAction } from '#app/(portal)/users-and-access/actions.ts'
import { findUserOfUrl } from '#app/(portal)/users-and-access/find-user-of-url.ts'
import { type UserAction, userActions } from '#app/(portal)/users-and-access/user-actions.ts'
import { listActiveKeysOf } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { countCallsInLastDay } from '#lib/domain/keys/usage/count-calls-in-last-day.ts'
import { type FactorReset, previewFactorReset } from '#lib/domain/people/user-lifecycle/reset-factors.ts'
import type { UserWithAccounts } from '#lib/domain/people/users/find-users.ts'
import { userTexts } from '#lib/domain/people/users/limits.ts'
import { isManager, mayManageRole } from '#lib/foundation/authorization/permissions.ts'
import { isPortalRole, roles } from '#lib/foundation/authorization/roles.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import { AddUserDialog, EditUserDialog, PasswordLinkDialog } from './lazy-dialogs.tsx'
import type { DialogContext } from './open-dialog.tsx'

type OneUserProps = Readonly<{ context: DialogContext; user: UserWithAccounts }>

/** @returns `undefined` if the user doesn't exist or the actor may not do this to them now */
export async function findUserDialog(context: DialogContext) {
  const { name, services, actor, closeHref, confirmBy } = context
  const form = { closeHref, confirmBy }
  const offered = roles.filter((role) => mayManageRole(actor.role, role))
  if (name === 'add-user') {
    const role = offered.find((known) => known === context.subject)
    return <AddUserDialog roles={offered} role={role} accountId={context.firstStep?.accountId ?? ''} {...form} />
  }
  const user = await findUserOfUrl(services, actor, context.subject)
  if (!user || !isUserAction(name) || !mayManageRole(actor.role, user.role)) return undefined
  const reset = name === 'reset-factors' ? await previewFactorReset(services, actor, user) : undefined
  const subject = { ...user, hasFactor: reset !== undefined, isSelf: user.id === actor.userId }
  if (!userActions[name].isOpen(subject)) return undefined
  if (name === 'edit-user') {
    const kinds = offered.filter((role) => isPortalRole(role) === isPortalRole(user.role))
    return <EditUserDialog user={toEditable(user)} roles={kinds} {...form} />
  }
  if (name === 'password-link') {
    const shown = { id: user.id, name: user.name, hasPassword: user.passwordSetAt !== null }
    return <PasswordLinkDialog user={shown} {...form} />
  }
  const t = await portalTranslator('usersAndAccess')
  return (
    <ActionDialog
      {...form}
      actions={userActions}
      name={name}
      action={changeUserAction}
      say={(word) => t(word, { name: user.name })}
      fields={{ id: user.id }}
    >
      {name === 'reset-factors' && reset && <Reset name={user.name} reset={reset} />}
      {name === 'deactivate-user' && <Deactivation context={context} user={user} />}
      {name === 'reactivate-user' && <Reactivation user={user} />}
    </ActionDialog>
  )
}

function isUserAction(name: string): name is UserAction {
  return Object.hasOwn(userActions, name)
}

/** Only what the form needs: the user's account list may be long. */
function toEditable(user: UserWithAccounts) {
  const { id, name, username, email, role, accountScope, accountIds } = user
  const texts = recordOf(userTexts, (field) => user[field])
  return { id, name, username, email, ...texts, role, accountScope, listedAccounts: accountIds.length }
}

async function Reset({ name, reset: { mustEnroll, isMailed } }: Readonly<{ name: string; reset: FactorReset }>) {
  const t = await portalTranslator('usersAndAccess')
  const next = t(`resetFactors.${mustEnroll ? 'required' : 'optional'}`, { name })
  return (
    <>
      <p>{isMailed ? `${next} ${t('resetFactors.mailed', { name })}` : next}</p>
      <p>{t('resetFactors.sure', { name })}</p>
    </>
  )
}

async function Reactivation({ user: { name, role } }: Pick<OneUserProps, 'user'>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <>
      <p>{t(`reactivate.${isPortalRole(role) ? 'person' : 'service'}`, { name })}</p>
      <p>{t('reactivate.keys')}</p>
    </>
  )
}

async function Deactivation({ context: { services, actor }, user: { id, name, role } }: OneUserProps) {
  const t = await portalTranslator('usersAndAccess')
  const keys = await listActiveKeysOf(services, actor, id)
  const calls = await countCallsInLastDay(services, actor, keys)
  const uses = t('deactivate.uses', { count: [...calls.values()].reduce((sum, each) => sum + each, 0) })
  return (
    <>
      {id === actor.userId && (
        <p>
          <strong>{t('deactivate.yourself')}</strong>
        </p>
      )}
      <p>{t(`deactivate.${isPortalRole(role) ? 'person' : 'service'}`, { name })}</p>
      {isManager(role) && <p>{t('deactivate.secrets', { name })}</p>}
      <p>
        {keys.length === 0 ? t('deactivate.noKeys') : `${t('deactivate.keys', { name, count: keys.length })} ${uses}`}
      </p>
      <p>{t('deactivate.keeps')}</p>
    </>
  )
}
