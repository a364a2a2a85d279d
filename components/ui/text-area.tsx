import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'
import { describeField, Field, type FieldTexts } from './field.tsx'

type Props = Readonly<
  FieldTexts & {
    /** Identifiers and addresses: mono, with slashed zeros. */
    mono?: boolean
  } & Omit<ComponentProps<'textarea'>, 'className'>
>

/** Several lines of text. Uncontrolled, like a TextField. */
export function TextArea({ label, note, hint, error, mono = false, id, ...area }: Props) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <Field id={fieldId} label={label} note={note} hint={hint} error={error}>
      <textarea
        autoComplete="off"
        {...area}
        {...(mono ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
        {...describeField(fieldId, { hint, error })}
        className={mono ? `${styles.control} ${styles.mono}` : styles.control}
      />
    </Field>
  )
}
