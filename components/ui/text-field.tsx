import { type ComponentProps, useId } from 'react'
import styles from './field.module.css'
import { describeField, Field, type FieldTexts } from './field.tsx'

type Props = Readonly<
  FieldTexts & {
    /** Identifiers and addresses: mono, with slashed zeros. */
    mono?: boolean
  } & Omit<ComponentProps<'input'>, 'className'>
>

/** One line of text. Uncontrolled: pass `defaultValue`; inside a `Form` what was typed survives a refusal. */
export function TextField({ label, note, hint, error, mono = false, id, ...input }: Props) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <Field id={fieldId} label={label} note={note} hint={hint} error={error}>
      <input
        type="text"
        autoComplete="off"
        {...input}
        {...(mono ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
        {...describeField(fieldId, { hint, error })}
        className={mono ? `${styles.control} ${styles.mono}` : styles.control}
      />
    </Field>
  )
}
