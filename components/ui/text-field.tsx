import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

type Props<Element extends 'input' | 'textarea'> = Readonly<
  FieldTexts & {
    /** For identifiers and URLs: monospace, no autocorrection. */
    mono?: boolean
  } & Omit<ComponentProps<Element>, 'className'>
>

/** Single-line text, uncontrolled: pass `defaultValue`. In a `Form` the input survives a refusal. */
export function TextField({ label, note, hint, error, mono = false, id, ...input }: Props<'input'>) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => <input type="text" autoComplete="off" {...input} {...textAttributes(mono)} {...control} />}
    </Field>
  )
}

/** Multi-line text, like {@link TextField}. */
export function TextArea({ label, note, hint, error, mono = false, id, ...area }: Props<'textarea'>) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => <textarea autoComplete="off" {...area} {...textAttributes(mono)} {...control} />}
    </Field>
  )
}

function textAttributes(mono: boolean) {
  if (!mono) return { className: styles.control }
  return {
    className: `${styles.control} ${styles.mono}`,
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  }
}
