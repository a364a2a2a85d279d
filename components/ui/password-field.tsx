'use client'

import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from '../messages.tsx'
import fieldStyles from './field.module.css'
import { describeField, Field, type FieldTexts } from './field.tsx'
import styles from './password-field.module.css'

type Props = Readonly<
  FieldTexts & {
    label: string
    /** What a password manager should offer. */
    autoComplete: 'current-password' | 'new-password'
  } & Omit<ComponentProps<'input'>, 'className' | 'type' | 'autoComplete'>
>

/** A password: can be shown, and says when caps lock is on. Without scripts it is a plain password field. */
export function PasswordField({ label, note, hint, error, id, ...input }: Props) {
  const t = useTranslations('widgets')
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const ownId = useId()
  const fieldId = id ?? ownId
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field id={fieldId} label={label} note={note} hint={hint} error={error}>
      <div className={styles.box}>
        <input
          {...input}
          {...describeField(fieldId, { hint, error })}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${fieldStyles.control} ${styles.input}`}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className={styles.show}
          data-needs-script
          aria-label={t(shown ? 'hidePasswordNamed' : 'showPasswordNamed', { label })}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'hidePassword' : 'showPassword')}
        </button>
      </div>
      <div role="status" className={capsLock ? styles.capsLock : undefined}>
        {capsLock && t('capsLock')}
      </div>
    </Field>
  )
}
