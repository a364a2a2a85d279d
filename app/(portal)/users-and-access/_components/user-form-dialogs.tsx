'use client'

import type { ReactNode } from 'react'
import { AccountPicker } from '#app/(portal)/_chips/account-picker.tsx'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import { OptionalTexts } from '#app/(portal)/_forms/optional-texts.tsx'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { userAccountsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { addUserAction, updateUserAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import { Link } from '#components/ui/link.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { UserWithAccounts } from '#lib/domain/people/users/find-users.ts'
import { maxBulkAccess, type UserText, userTextLengths, userTexts } from '#lib/domain/people/users/limits.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { isPortalRole, type Role } from '#lib/foundation/authorization/roles.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import { recordOf } from '#lib/kernel/record-of.ts'
import { nameEntries } from './name-entries.ts'
import { NewPasswordLink } from './password-link-dialog.tsx'

type Props = Readonly<{
  /** The roles that may be assigned. */
  roles: readonly Role[]
  closeHref: string
  confirmBy: ConfirmBy
}>

type AddProps = Props &
  Readonly<{
    /** The role that is chosen at first. */
    role: Role | undefined
    /** The account that is proposed. */
    accountId: string
  }>

/** Adds a person and shows the link that sets their password, or adds the service user of a program. */
export function AddUserDialog({ roles, role = 'agent', accountId, closeHref, confirmBy }: AddProps) {
  const t = useTranslations('usersAndAccess')
  const widgets = useTranslations('widgets')
  const form = useAccessForm(addUserAction, { confirmBy })
  const refused = form.entriesOf('accountIds')
  const unknownWords = (ids: readonly string[]) => t('newKey.accountsUnknown', nameEntries(ids))
  if (form.done?.link) {
    const { link, name, userId, choosesAccounts } = form.done
    return (
      <NewPasswordLink
        title={t('passwordLink.added', { name })}
        link={link}
        name={name}
        doneHref={closeHref}
        choosesAccountsOf={choosesAccounts && userId}
      />
    )
  }
  return (
    <FormDialog
      form={form}
      title={t('addUser.title')}
      closeHref={closeHref}
      size="medium"
      submitLabel={t('addUser.submit')}
    >
      <RadioGroup
        legend={t('addUser.kind')}
        name="kind"
        defaultValue={form.enteredIn('kind') ?? (isPortalRole(role) ? 'person' : 'program')}
        choices={(['person', 'program'] as const).map((value) => ({
          value,
          label: t(`addUser.kinds.${value}`),
          hint: t(`addUser.kindHints.${value}`),
        }))}
      />
      <NameField form={form} before={undefined} />
      <div className={styles.forPerson}>
        <TextField
          label={t('addUser.email')}
          name="email"
          type="email"
          defaultValue={form.enteredIn('email')}
          error={form.errorOf('email', { malformed: t('addUser.emailMalformed') }, fieldLengths.email)}
        />
        <TextField
          label={t('addUser.username')}
          hint={t('addUser.usernameHint')}
          note={widgets('optional')}
          name="username"
          mono
          defaultValue={form.enteredIn('username')}
          error={form.errorOf('username', { malformed: t('addUser.usernameMalformed') }, fieldLengths.username)}
        />
        <RoleField
          form={form}
          name="role"
          roles={roles.filter(isPortalRole)}
          before={isPortalRole(role) ? role : 'agent'}
        />
      </div>
      <div className={styles.forProgram}>
        <RoleField
          form={form}
          name="programRole"
          roles={roles.filter((offered) => !isPortalRole(offered))}
          before={isPortalRole(role) ? 'service' : role}
        />
      </div>
      <AccessField form={form} before="list" listHint={t('addUser.accountsHint')} />
      <div className={styles.forList}>
        <AccountPicker
          label={t('newKey.newOwnerAccounts')}
          hint=""
          defaultValue={form.enteredIn('accountIds') ?? accountId}
          refused={refused}
          error={form.errorOf('accountIds', { unknown: unknownWords(refused) })}
          unknownWords={unknownWords}
          max={maxBulkAccess}
          tooMany={t('newKey.newOwnerAccountsMany', { max: maxBulkAccess })}
        />
      </div>
      <UserTexts form={form} before={noTexts} />
    </FormDialog>
  )
}

const noTexts = recordOf(userTexts, () => null)

type EditProps = Props &
  Readonly<{
    user: Pick<UserWithAccounts, 'id' | 'name' | 'username' | 'email' | 'role' | 'accountScope' | UserText> &
      Readonly<{ listedAccounts: number }>
  }>

/** Changes a user's name, texts, role and account access; the accounts themselves are chosen on their own page. */
export function EditUserDialog({ user, roles, closeHref, confirmBy }: EditProps) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(updateUserAction, { confirmBy, doneHref: closeHref, repeatable: true })
  const { id, name, username, email, accountScope } = user
  const listed = (
    <>
      {t('editUser.listedNow', { count: user.listedAccounts })}{' '}
      <Link href={userAccountsHref(id)}>{t('chooseAccounts')}</Link>
    </>
  )
  return (
    <FormDialog
      form={form}
      title={t('editUser.title', { name })}
      description={email === null ? username : `${username}\u00a0· ${email}`}
      closeHref={closeHref}
      size="medium"
      fields={{ userId: id, formerScope: accountScope }}
      submitLabel={t('editUser.submit')}
    >
      <NameField form={form} before={name} />
      <RoleField form={form} name="role" roles={roles} before={user.role} />
      <AccessField
        form={form}
        before={accountScope}
        listHint={accountScope === 'list' ? listed : t('addUser.accessListHint')}
      />
      <UserTexts form={form} before={user} />
    </FormDialog>
  )
}

type FieldProps = Readonly<{ form: Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf'> }>

function NameField({ form, before }: FieldProps & Readonly<{ before: string | undefined }>) {
  const t = useTranslations('usersAndAccess')
  return (
    <TextField
      label={t('addUser.name')}
      name="name"
      defaultValue={form.enteredIn('name') ?? before}
      error={form.errorOf('name', {}, fieldLengths.name)}
    />
  )
}

type RoleProps = FieldProps & Readonly<{ name: 'role' | 'programRole'; roles: readonly Role[]; before: Role }>

/** The roles to choose from; a single one needs no choice. */
function RoleField({ form, name, roles, before }: RoleProps) {
  const t = useTranslations('usersAndAccess')
  if (roles.length < 2) return <input type="hidden" name={name} value={roles[0]} />
  return (
    <div className={styles.choices}>
      <RadioGroup
        legend={t('addUser.role')}
        name={name}
        defaultValue={form.enteredIn(name) ?? before}
        choices={roles.map((value) => ({ value, label: t(`roles.${value}`), hint: t(`roleHints.${value}`) }))}
        error={form.errorOf('role')}
      />
    </div>
  )
}

type AccessProps = FieldProps &
  Readonly<{
    before: string
    /** Explains the choice "selected accounts" in this form. */
    listHint: ReactNode
  }>

/** The style sheet hides it for owners and admins, also without scripts; the use case ignores it for them. */
function AccessField({ form, before, listHint }: AccessProps) {
  const t = useTranslations('usersAndAccess')
  return (
    <div className={`${styles.choices} ${styles.accessChoice}`}>
      <RadioGroup
        legend={t('addUser.access')}
        name="accountScope"
        defaultValue={form.enteredIn('accountScope') ?? before}
        choices={[
          { value: 'list', label: t('addUser.accessList'), hint: listHint },
          { value: 'all', label: t('addUser.accessAll'), hint: t('addUser.accessAllHint') },
        ]}
        error={form.errorOf('accountScope')}
      />
    </div>
  )
}

function UserTexts({ form, before }: FieldProps & Readonly<{ before: Readonly<Record<UserText, string | null>> }>) {
  const t = useTranslations('usersAndAccess')
  return (
    <OptionalTexts
      form={form}
      lengths={userTextLengths}
      wordsOf={(field) => ({ label: t(`userTexts.${field}.label`), hint: t(`userTexts.${field}.hint`) })}
      before={before}
    />
  )
}
