import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { FieldError } from './field.tsx'

type Props = Readonly<
  {
    label: ReactNode
    /** A second line below the label. */
    hint?: ReactNode
    error?: ReactNode
  } & Omit<ComponentProps<'input'>, 'className' | 'type'>
>

/** A single checkbox. The whole label is the click target. */
export function Checkbox({ label, hint, error, id, ...input }: Props) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div>
      <label className={styles.choice} htmlFor={fieldId}>
        <input
          {...input}
          id={fieldId}
          type="checkbox"
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${fieldId}-error` : undefined}
        />
        <span className={styles.texts}>
          <span>{label}</span>
          {hint && <span className={styles.hint}>{hint}</span>}
        </span>
      </label>
      <FieldError id={fieldId} error={error} />
    </div>
  )
}
