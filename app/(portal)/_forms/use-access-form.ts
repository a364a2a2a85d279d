'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useForm } from '#components/connection/use-form.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { FormAction, FormState } from './form-state.ts'

type Options = Readonly<{
  confirmBy: ConfirmBy
  /** The URL to go to on success; omitted if there is a result to show first. */
  doneHref?: string
  /** See `useForm`. */
  repeatable?: boolean
  unknownOutcome?: string
}>

/** `useForm` for this page, with the result and the values to restore without scripts. */
export function useAccessForm<T, Shown = never>(
  action: FormAction<FormState<T, Shown>>,
  { confirmBy, doneHref, ...onOutage }: Options,
) {
  const router = useRouter()
  const initialState: FormState<T, Shown> = {
    result: undefined,
    entered: [],
    confirmBy,
    confirmFirst: confirmBy !== false,
  }
  const form = useForm(action, initialState, onOutage)
  const { state } = form
  useEffect(() => {
    // Replaces the dialog's history entry, so that Back doesn't reopen it.
    if (state.result?.ok && doneHref) router.replace(doneHref, { scroll: false })
  }, [state, doneHref, router])
  const enteredIn = (name: string) => state.entered.find(([field]) => field === name)?.[1]
  return { ...form, enteredIn, done: state.result?.ok ? state.result.value : undefined }
}
