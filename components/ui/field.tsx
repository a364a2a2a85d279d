import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export type FieldTexts = Readonly<{
  label: ReactNode
  /** A muted note next to the label: "optional". */
  note?: ReactNode
  /** What to enter, or why. Placed above the control, so that it is read first. */
  hint?: ReactNode
  /** The problem of the value. Announced, and linked by `aria-describedby`. */
  error?: ReactNode
}>

/** The attributes that connect a control with its label, hint and error. */
type ControlProps = Readonly<{
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}>

type Props = Readonly<FieldTexts & { id: string | undefined; children: (control: ControlProps) => ReactNode }>

export function Field({ id: givenId, label, note, hint, error, children }: Props) {
  const ownId = useId()
  const id = givenId ?? ownId
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="lk-field">
      <div className={styles.heading}>
        <label className="lk-label" htmlFor={id}>
          {label}
        </label>
        {note && <span className="lk-fine">{note}</span>}
      </div>
      {hint && (
        <p className="lk-fine" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      <FieldError id={id} error={error} />
    </div>
  )
}

/** The error of a field or group. Always rendered, so that screen readers announce a new error. */
export function FieldError({ id, error }: Readonly<{ id: string; error?: ReactNode }>) {
  return (
    <div role="alert" id={`${id}-error`} className={error ? 'lk-error' : undefined}>
      {error}
    </div>
  )
}
