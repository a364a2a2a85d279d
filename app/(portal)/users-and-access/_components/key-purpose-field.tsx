import { IconDoorEnter, IconTerminal2, IconUsersGroup } from '@tabler/icons-react'
import { useTranslations } from '#components/messages.tsx'
import type { KeyPurpose } from '#lib/domain/keys/api-keys/key-purpose.ts'
import styles from './key-fields.module.css'

const icons = { open: IconDoorEnter, manage: IconTerminal2, scim: IconUsersGroup } as const

type Props = Readonly<{ purposes: readonly KeyPurpose[]; defaultValue: string }>

/** The style sheet shows the fields of the purpose, also without scripts. */
export function KeyPurposeField({ purposes, defaultValue }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  return (
    <fieldset className={styles.purposes}>
      <legend>{t('purpose')}</legend>
      {purposes.map((purpose) => {
        const Icon = icons[purpose]
        return (
          <label key={purpose} className={styles.purpose}>
            <input
              type="radio"
              name="purpose"
              value={purpose}
              defaultChecked={purpose === defaultValue}
              className="lk-unseen"
            />
            <Icon size={20} stroke={1.5} aria-hidden="true" />
            <span>
              <strong>{t(`purposes.${purpose}.title`)}</strong>
              <span>{t(`purposes.${purpose}.why`)}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
