'use client'

import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Field, type FieldTexts } from './field.tsx'

type Props = Readonly<
  FieldTexts & {
    label: string
    /** Tells password managers what to offer; `off` for a secret of another server. */
    autoComplete: 'current-password' | 'new-password' | 'off'
  } & Omit<ComponentProps<'input'>, 'className' | 'type' | 'autoComplete'>
>

/** A password field with a show button and a caps lock warning. Without scripts it is a plain field. */
export function PasswordField({ label, note, hint, error, id, ...input }: Props) {
  const t = useTranslations('widgets')
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <>
          <div className="lk-box">
            <input
              {...input}
              {...control}
              type={shown ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              className="lk-control"
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              className="lk-button lk-show"
              data-variant="quiet"
              data-size="small"
              data-needs-script
              aria-label={t(shown ? 'hidePasswordNamed' : 'showPasswordNamed', { label })}
              onClick={() => setShown(!shown)}
            >
              {t(shown ? 'hidePassword' : 'showPassword')}
            </button>
          </div>
          <div role="status" className={capsLock ? 'lk-caps-lock' : undefined}>
            {capsLock && t('capsLock')}
          </div>
        </>
      )}
    </Field>
  )
}
