'use client'

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { SubmitButton } from './button.tsx'
import styles from './form.module.css'
import { FormNotice, type FormProblem } from './form-notice.tsx'

type Props = Readonly<
  {
    /** The error of the whole form, announced above the fields. Field errors belong to the fields. */
    problem?: FormProblem | undefined
    /** The label of the submit button, if the form needs no other buttons. */
    submitLabel?: string
    children: ReactNode
  } & Omit<ComponentProps<'form'>, 'className' | 'noValidate' | 'onReset'>
>

/**
 * A form that keeps its input after a refusal and focuses the first invalid field. Pass the action from
 * `useForm`; without scripts it is a plain POST.
 */
export function Form({ problem, submitLabel, children, ...form }: Props) {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Runs per response (each has a new `problem` object), not per keystroke.
    if (problem) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  return (
    // React resets a form after its action, even after a refusal; the input must stay.
    <form {...form} ref={ref} noValidate className="lk-form" onReset={(event) => event.preventDefault()}>
      {problem && <FormNotice problem={problem} />}
      {children}
      {submitLabel && (
        <FormActions>
          <SubmitButton>{submitLabel}</SubmitButton>
        </FormActions>
      )}
    </form>
  )
}

/** The buttons at the end of a form, the submit button last. In a dialog, they are its footer. */
export function FormActions({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div className={styles.actions} data-form-actions>
      {children}
    </div>
  )
}
