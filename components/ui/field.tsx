import type { ReactNode } from 'react'
import styles from './field.module.css'

/** What every field of a form says about itself. */
export type FieldTexts = Readonly<{
  label: ReactNode
  /** Beside the label, quietly: "optional". */
  note?: ReactNode
  /** What to enter, or why it is asked. Above the control, so that it is read first. */
  hint?: ReactNode
  /** What is wrong with the value, in words. Announced, and described by the control. */
  error?: ReactNode
}>

type Props = Readonly<FieldTexts & { id: string; children: ReactNode }>

/** Label, hint, control and error in reading order. The control takes its attributes from {@link describeField}. */
export function Field({ id, label, note, hint, error, children }: Props) {
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

/** The error of a field or a group; always in the page, so that a screen reader hears it appear. */
export function FieldError({ id, error }: Readonly<{ id: string; error?: ReactNode }>) {
  return (
    <div role="alert" id={`${id}-error`} className={error ? styles.error : undefined}>
      {error}
    </div>
  )
}

/** `id`, `aria-invalid` and `aria-describedby` of the control inside a {@link Field}. */
export function describeField(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined } as const
}
