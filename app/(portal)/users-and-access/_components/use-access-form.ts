'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useFormAction } from '../../../../components/connection/use-form-action.ts'
import { useRefusal } from '../../../../components/use-refusal.ts'
import type { FormAction, FormState } from '../form-state.ts'

type Options = Readonly<{
  askPassword: boolean
  /** Where to go when it is done; left out where there is something to show first. */
  doneHref?: string
  /** See `useFormAction`. */
  repeatable?: boolean
  unknownOutcome?: string
}>

export type AccessFormState = Pick<ReturnType<typeof useAccessForm>, 'formAction' | 'problem' | 'errorOf'> &
  Readonly<{ state: Pick<FormState, 'askPassword' | 'confirmFirst'> }>

/**
 * A form of this page: its state, its refusal in words, and what was entered where scripts did not keep it. It survives
 * outages and ended sessions, as `useFormAction` describes.
 */
export function useAccessForm<T>(action: FormAction<FormState<T>>, { askPassword, doneHref, ...onOutage }: Options) {
  const router = useRouter()
  const initialState: FormState<T> = { result: undefined, entered: [], askPassword, confirmFirst: askPassword }
  const [state, formAction, outage] = useFormAction(action, initialState, onOutage)
  useEffect(() => {
    // Replaces the dialog's place in the history: Back does not open it again.
    if (state.result?.ok && doneHref) router.replace(doneHref, { scroll: false })
  }, [state, doneHref, router])
  // A confirmation that ran out is no mistake: the form asks for the password, and marks nothing.
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
