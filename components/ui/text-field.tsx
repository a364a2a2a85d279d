import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts } from './field.tsx'

/** `mono`: for identifiers and URLs, monospace and without autocorrection. */
type Props<Element extends 'input' | 'textarea'> = Readonly<
  FieldTexts & { mono?: boolean } & Omit<ComponentProps<Element>, 'className'>
>

/** Single-line text, uncontrolled: pass `defaultValue`. In a `Form` the input survives a refusal. */
export function TextField({ label, note, hint, error, mono = false, id, ...input }: Props<'input'>) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => <input type="text" autoComplete="off" {...input} {...textAttributes(mono)} {...control} />}
    </Field>
  )
}

export function TextArea({ label, note, hint, error, mono = false, id, ...area }: Props<'textarea'>) {
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {(control) => <textarea autoComplete="off" {...area} {...textAttributes(mono)} {...control} />}
    </Field>
  )
}

/** The look of a text control, and what keeps browsers from changing identifiers. */
export function textAttributes(mono: boolean) {
  if (!mono) return { className: 'lk-control' }
  return {
    className: `lk-control ${styles.mono}`,
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  }
}
