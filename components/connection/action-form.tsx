'use client'

import type { ComponentProps } from 'react'
import { reportFailure } from './connection-state.ts'
import { sendAction } from './send-action.ts'
import { useIsMounted } from './use-form-action.ts'

type Props = Readonly<
  {
    /** A Server Action that has the same effect when it runs twice: an outage is retried. */
    action: (form: FormData) => Promise<void>
  } & Omit<ComponentProps<'form'>, 'action'>
>

/**
 * A form that is little more than its button: a pin, a theme, sign-out. An outage leaves the page as it is, and
 * `ConnectionStatus` says so. Forms with fields use `useFormAction`.
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
