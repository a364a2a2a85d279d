'use client'

import type { ReactNode } from 'react'
import { SignInLink } from '#components/connection/sign-in-link.tsx'
import { Notice, type NoticeTone } from './notice.tsx'

export type FormProblem = Readonly<{
  title: string
  why?: ReactNode
  /** `danger` by default. */
  tone?: NoticeTone
  /** Offers to sign in in another tab. */
  signIn?: boolean
}>

type Props = Readonly<{ problem: FormProblem }>

/** The error of a whole form. */
export function FormNotice({ problem: { title, why, tone = 'danger', signIn = false } }: Props) {
  return (
    <Notice tone={tone} title={title} action={signIn && <SignInLink />}>
      {why}
    </Notice>
  )
}
