'use client'

import type { ReactNode } from 'react'
import type { Role } from '#lib/roles.ts'
import { useTranslations } from '../../../../components/messages.tsx'
import { RadioGroup } from '../../../../components/ui/choice.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{
  roles: readonly Role[]
  role: string
  accountScope: string
  /** Explains the choice "selected accounts" in this form. */
  listHint: ReactNode
  errorOf: (field: string) => string | undefined
}>

/**
 * Role and account access. The style sheet hides account access for owners and admins, also without scripts; the use
 * case ignores it for them.
 */
export function RoleAndAccessFields({ roles, role, accountScope, listHint, errorOf }: Props) {
  const t = useTranslations('usersAndAccess')
  return (
    <>
      {roles.length === 1 ? (
        <input type="hidden" name="role" value={roles[0]} />
      ) : (
        <div className={styles.choices}>
          <RadioGroup
            legend={t('addUser.role')}
            name="role"
            defaultValue={role}
            choices={roles.map((value) => ({ value, label: t(`roles.${value}`), hint: t(`roleHints.${value}`) }))}
            error={errorOf('role')}
          />
        </div>
      )}
      <div className={`${styles.choices} ${styles.accessChoice}`}>
        <RadioGroup
          legend={t('addUser.access')}
          name="accountScope"
          defaultValue={accountScope}
          choices={[
            { value: 'list', label: t('addUser.accessList'), hint: listHint },
            { value: 'all', label: t('addUser.accessAll'), hint: t('addUser.accessAllHint') },
          ]}
          error={errorOf('accountScope')}
        />
      </div>
    </>
  )
}
