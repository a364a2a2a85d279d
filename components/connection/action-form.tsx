'use client'

import type { ComponentProps } from 'react'
import { reportFailure } from './connection-state.ts'
import { sendAction } from './send-action.ts'
import { useIsMounted } from './use-form-action.ts'

type Props = Readonly<
  {
    /** An idempotent Server Action: it is retried after an outage. */
    action: (form: FormData) => Promise<void>
  } & Omit<ComponentProps<'form'>, 'action'>
>

/**
 * A form with little more than a button: a pin, a theme, sign-out. An outage leaves the page as it is, and
 * `ConnectionStatus` reports it. Forms with fields use `useFormAction`.
 */
export function ActionForm({ action, ...form }: Props) {
  const isWanted = useIsMounted()
  async function send(fields: FormData) {
    await sendAction(() => action(fields), {
      repeatable: true,
      isWanted,
      onFailure: (failure) => reportFailure(failure?.kind),
    })
  }
  // The server renders the action itself, so that the form works without scripts.
  return <form {...form} action={typeof window === 'undefined' ? action : send} />
}
