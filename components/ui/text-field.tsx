import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

type Props = Readonly<
  FieldTexts & {
    /** For identifiers and URLs: monospace, no autocorrection. */
    mono?: boolean
  } & Omit<ComponentProps<'input'>, 'className'>
>

/** Single-line text, uncontrolled: pass `defaultValue`. In a `Form` the input survives a refusal. */
export function TextField({ label, note, hint, error, mono = false, id, ...input }: Props) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...input}
          {...(mono ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          {...control}
          className={mono ? `${styles.control} ${styles.mono}` : styles.control}
        />
      )}
    </Field>
  )
}
