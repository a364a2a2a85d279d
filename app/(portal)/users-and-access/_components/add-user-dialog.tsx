'use client'

import { fieldLengths } from '#lib/field-lengths.ts'
import type { Role } from '#lib/roles.ts'
import { useTranslations } from '../../../../components/messages.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { TextField } from '../../../../components/ui/text-field.tsx'
import { addUserAction } from '../actions.ts'
import { AccessFormDialog } from './access-form-dialog.tsx'
import { PasswordLinkPanel } from './password-link-panel.tsx'
import { RoleAndAccessFields } from './role-and-access-fields.tsx'
import { useAccessForm } from './use-access-form.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{ roles: readonly Role[]; listState: string; closeHref: string; askPassword: boolean }>

/** Adds a person and shows the link that sets their password, or adds a service user. */
export function AddUserDialog({ roles, listState, closeHref, askPassword }: Props) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(addUserAction, { askPassword })
  if (form.done?.link) {
    return (
      <Dialog title={t('passwordLink.added', { name: form.done.name })} dismissable={false} size="medium">
        <PasswordLinkPanel link={form.done.link} name={form.done.name} doneHref={closeHref} user={form.done} />
      </Dialog>
    )
  }
  return (
    <AccessFormDialog
      form={form}
      title={t('addUser.title')}
      closeHref={closeHref}
      size="medium"
      fields={{ listState }}
      submitLabel={t('addUser.submit')}
    >
      <TextField
        label={t('addUser.name')}
        name="name"
        autoComplete="off"
        defaultValue={form.enteredIn('name')}
        error={form.errorOf('name', {}, fieldLengths.name)}
      />
      <RoleAndAccessFields
        roles={roles}
        role={form.enteredIn('role') ?? 'agent'}
        accountScope={form.enteredIn('accountScope') ?? 'list'}
        listHint={t('addUser.accessListHint')}
        errorOf={form.errorOf}
      />
      <NameFields {...form} />
    </AccessFormDialog>
  )
}

type NameFieldsProps = Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf'>

function NameFields({ enteredIn, errorOf }: NameFieldsProps) {
  const t = useTranslations('usersAndAccess.addUser')
  return (
    <>
      <div className={styles.emailField}>
        <TextField
          label={t('email')}
          name="email"
          type="email"
          defaultValue={enteredIn('email')}
          error={errorOf('email', { malformed: t('emailMalformed') }, fieldLengths.email)}
        />
      </div>
      <TextField
        label={t('username')}
        hint={t('usernameHint')}
        name="username"
        mono
        defaultValue={enteredIn('username')}
        error={errorOf('username', { malformed: t('usernameMalformed') }, fieldLengths.username)}
      />
    </>
  )
}
