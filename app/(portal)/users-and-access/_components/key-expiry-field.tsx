import { useRef } from 'react'
import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { FieldError } from '#components/ui/field.tsx'
import { fieldText, useFormReading } from './form-reading.ts'
import styles from './key-fields.module.css'

/** A lifetime to choose, with the date on which it would end. */
export type Expiry = Readonly<{ days: number; date: string }>

type Props = Readonly<{
  expiries: readonly Expiry[]
  form: Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf'>
}>

const defaultDays = '90'

/** Segments, and the date that follows from them, which needs scripts. */
export function KeyExpiryField({ expiries, form: { enteredIn, errorOf } }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const ref = useRef<HTMLSpanElement>(null)
  const chosen = useFormReading(ref, (form) => fieldText(form.get('expiresInDays')))
  const choices = [
    ...expiries.map(({ days }) => ({ value: String(days), label: t('lifeDays', { days }) })),
    { value: '', label: t('expiryNever') },
  ]
  const selected = enteredIn('expiresInDays') ?? defaultDays
  return (
    <fieldset className={`${styles.expiry} ${styles.unlessScim}`}>
      <legend>{t('expiry')}</legend>
      <div className={styles.line}>
        <div className={styles.segments}>
          {choices.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="expiresInDays"
                value={value}
                defaultChecked={value === selected}
                className="lk-unseen"
              />
              {label}
            </label>
          ))}
        </div>
        <span ref={ref} className={styles.ends} data-needs-script>
          {expiries.find(({ days }) => String(days) === chosen)?.date}
        </span>
        <span className={styles.never}>{t('neverWarningWhy')}</span>
      </div>
      <FieldError id="expiry" error={errorOf('expiresInDays')} />
    </fieldset>
  )
}
