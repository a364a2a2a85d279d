'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useFormAction } from '../../../../components/connection/use-form-action.ts'
import { useRefusal } from '../../../../components/use-refusal.ts'
import type { FormAction, FormState } from '../form-state.ts'

type Options = Readonly<{
  askPassword: boolean
  /** The URL to go to on success; omitted if there is a result to show first. */
  doneHref?: string
  /** See `useFormAction`. */
  repeatable?: boolean
  unknownOutcome?: string
}>

export type AccessFormState = Pick<ReturnType<typeof useAccessForm>, 'formAction' | 'problem' | 'errorOf'> &
  Readonly<{ state: Pick<FormState, 'askPassword' | 'confirmFirst'> }>

/**
 * State of a form on this page: its result, its refusal in words, and the values to restore without scripts. Survives
 * outages and ended sessions, as `useFormAction` describes.
 */
export function useAccessForm<T>(action: FormAction<FormState<T>>, { askPassword, doneHref, ...onOutage }: Options) {
  const router = useRouter()
  const initialState: FormState<T> = { result: undefined, entered: [], askPassword, confirmFirst: askPassword }
  const [state, formAction, outage] = useFormAction(action, initialState, onOutage)
  useEffect(() => {
    // Replaces the dialog's history entry, so that Back doesn't reopen it.
    if (state.result?.ok && doneHref) router.replace(doneHref, { scroll: false })
  }, [state, doneHref, router])
  // An expired confirmation isn't a mistake: the form asks for the password and marks no field.
  const outdated = state.result?.ok === false && state.result.code === 'confirmation_required'
  const { problem, errorOf, entriesOf } = useRefusal(outdated ? undefined : state.result, outage)
  const enteredIn = (name: string) => state.entered.find(([field]) => field === name)?.[1]
  return {
    state,
    formAction,
    problem,
    errorOf,
    entriesOf,
    enteredIn,
    done: state.result?.ok ? state.result.value : undefined,
  }
}
