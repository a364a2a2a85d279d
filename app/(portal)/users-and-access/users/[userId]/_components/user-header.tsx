import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { DetailHeader } from '#app/(portal)/_details/detail-header.tsx'
import { ActionButtons, ActionEntries } from '#app/(portal)/_lists/action-links.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { type UserAction, type UserActionLabel, userActions } from '#app/(portal)/users-and-access/user-actions.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { State } from '#components/ui/state.tsx'
import { opensAllAccounts, type User, userState } from '#lib/domain/people/users/user.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { userDialogHref } from './user-url.ts'

type Props = Readonly<{
  actor: PortalUser
  user: User
  hasFactor: boolean
}>

/** The user's name, state and names to sign in with, and what can be changed. */
export async function UserHeader({ actor, user, hasFactor }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { id, name, username, email, role } = user
  const hrefOf = (action: UserAction) => userDialogHref(id, action)
  const labelOf = (label: UserActionLabel) => t(label)
  const offered = {
    actions: userActions,
    subject: { ...user, hasFactor, isSelf: id === actor.userId },
    hrefOf,
    labelOf,
  }
  return (
    <DetailHeader
      icon={<UserAvatar user={user} />}
      name={name}
      state={
        <>
          <span className="lk-fine">{t(`roles.${role}`)}</span>
          {user.deactivatedAt !== null && <State kind="off">{t('users.states.deactivated')}</State>}
          {userState(user) === 'invited' && <State kind="waiting">{t('users.states.neverSignedIn')}</State>}
        </>
      }
      id={email === null ? username : `${username}\u00a0· ${email}`}
      actions={
        <>
          <ActionButtons {...offered} names={['edit-user']} />
          {!opensAllAccounts(user) && <LinkButton href={userAccountsHref(id)}>{t('chooseAccounts')}</LinkButton>}
          <RowMenu label={t('actionsFor', { name })}>
            <ActionEntries
              {...offered}
              names={['password-link', 'reset-factors', 'deactivate-user', 'reactivate-user']}
            />
          </RowMenu>
        </>
      }
    />
  )
}
