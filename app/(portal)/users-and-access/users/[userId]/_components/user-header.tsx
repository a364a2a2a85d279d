import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { DetailHeader } from '#app/(portal)/_details/detail-header.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { MenuLink } from '#components/ui/menu.tsx'
import { State } from '#components/ui/state.tsx'
import { opensAllAccounts, type User, userState } from '#lib/domain/people/users/user.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import { userDialogHref } from './user-url.ts'

type Props = Readonly<{
  user: User
  /** Whether the user has a second factor that the actor may reset. */
  canReset: boolean
}>

/** The user's name, state and names to sign in with, and what can be changed. */
export async function UserHeader({ user, canReset }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name, username, email, role } = user
  const isActive = user.deactivatedAt === null
  return (
    <DetailHeader
      icon={<UserAvatar user={user} />}
      name={name}
      state={
        <>
          <span className="lk-fine">{t(`roles.${role}`)}</span>
          {!isActive && <State kind="off">{t('users.states.deactivated')}</State>}
          {userState(user) === 'invited' && <State kind="waiting">{t('users.states.neverSignedIn')}</State>}
        </>
      }
      id={email === null ? username : `${username}\u00a0· ${email}`}
      actions={
        <>
          <LinkButton href={userDialogHref(id, 'edit-user')} inPlace>
            {t('users.edit')}
          </LinkButton>
          {!opensAllAccounts(user) && <LinkButton href={userAccountsHref(id)}>{t('chooseAccounts')}</LinkButton>}
          <RowMenu label={t('actionsFor', { name })}>
            {isActive && isPortalRole(role) && (
              <MenuLink href={userDialogHref(id, 'password-link')} inPlace>
                {t('users.newLink')}
              </MenuLink>
            )}
            {canReset && (
              <MenuLink href={userDialogHref(id, 'reset-factors')} inPlace>
                {t('users.resetFactors')}
              </MenuLink>
            )}
            <MenuLink
              href={userDialogHref(id, isActive ? 'deactivate-user' : 'reactivate-user')}
              inPlace
              danger={isActive}
            >
              {t(isActive ? 'users.deactivate' : 'users.reactivate')}
            </MenuLink>
          </RowMenu>
        </>
      }
    />
  )
}
