'use client'

import Link from 'next/link'
import { fieldLengths } from '#lib/field-lengths.ts'
import type { Role } from '#lib/roles.ts'
import type { UserWithAccounts } from '#lib/users/find-users.ts'
import { useTranslations } from '../../../../components/messages.tsx'
import { TextField } from '../../../../components/ui/text-field.tsx'
import { updateUserAction } from '../actions.ts'
import { userAccountsHref } from '../list-state.ts'
import { AccessFormDialog } from './access-form-dialog.tsx'
import { RoleAndAccessFields } from './role-and-access-fields.tsx'
import { useAccessForm } from './use-access-form.ts'

type Props = Readonly<{
  user: Pick<UserWithAccounts, 'id' | 'name' | 'username' | 'email' | 'role' | 'accountScope'> &
    Readonly<{ listedAccounts: number }>
  /** The roles that may be assigned. */
  roles: readonly Role[]
  listState: string
  closeHref: string
  askPassword: boolean
}>

/** Changes a user's name, role and account access; the accounts themselves are chosen on their own page. */
export function EditUserDialog({ user, roles, listState, closeHref, askPassword }: Props) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(updateUserAction, { askPassword, doneHref: closeHref, repeatable: true })
  const { errorOf, enteredIn } = form
  const { id, name, username, email } = user
  return (
    <AccessFormDialog
      form={form}
      title={t('editUser.title', { name })}
      description={email === null ? username : `${username} · ${email}`}
      closeHref={closeHref}
      size="medium"
      fields={{ userId: id, formerScope: user.accountScope, listState }}
      submitLabel={t('editUser.submit')}
    >
      <TextField
        label={t('addUser.name')}
        name="name"
        defaultValue={enteredIn('name') ?? name}
        error={errorOf('name', {}, fieldLengths.name)}
      />
      <RoleAndAccessFields
        roles={roles}
        role={enteredIn('role') ?? user.role}
        accountScope={enteredIn('accountScope') ?? user.accountScope}
        listHint={user.accountScope === 'list' ? <ListHint user={user} /> : t('addUser.accessListHint')}
        errorOf={errorOf}
      />
    </AccessFormDialog>
  )
}

function ListHint({ user }: Pick<Props, 'user'>) {
  const t = useTranslations('usersAndAccess')
  return (
    <>
      {t('editUser.listedNow', { count: user.listedAccounts })}{' '}
      <Link href={userAccountsHref(user.id)}>{t('chooseAccounts')}</Link>
    </>
  )
}
