'use client'

import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { SignInLink } from '../connection/sign-in-link.tsx'
import styles from './form.module.css'
import { Notice, type NoticeTone } from './notice.tsx'

export type FormProblem = Readonly<{
  title: string
  why?: ReactNode
  /** Danger unless told otherwise. */
  tone?: NoticeTone
  /** Offers to sign in, in another tab. */
  signIn?: boolean
}>

type Props = Readonly<
  {
    /** What stands against the whole form: announced, above the fields. Per-field errors belong to the fields. */
    problem?: FormProblem | undefined
    children: ReactNode
  } & Omit<ComponentProps<'form'>, 'className' | 'noValidate' | 'onReset'>
>

/**
 * A form whose typed values survive a refusal and that leads to the first field to correct. Pass the action of
 * `useActionState`; without scripts it is a plain form POST.
 */
export function Form({ problem, children, ...form }: Props) {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Runs when an answer has arrived (`problem` is a new object then), not at each key.
    if (problem) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  return (
    // React resets a form after its action, even one that refused; what was typed must stay.
    <form {...form} ref={ref} noValidate className={styles.form} onReset={(event) => event.preventDefault()}>
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
    </form>
  )
}
