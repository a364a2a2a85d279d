'use client'

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { SignInLink } from '../connection/sign-in-link.tsx'
import { SubmitButton } from './button.tsx'
import styles from './form.module.css'
import { Notice, type NoticeTone } from './notice.tsx'

export type FormProblem = Readonly<{
  title: string
  why?: ReactNode
  /** `danger` by default. */
  tone?: NoticeTone
  /** Offers to sign in in another tab. */
  signIn?: boolean
}>

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
      {problem && (
        <Notice
          tone={problem.tone ?? 'danger'}
          title={problem.title}
          action={problem.signIn === true && <SignInLink />}
        >
          {problem.why}
        </Notice>
      )}
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
