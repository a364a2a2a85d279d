'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useFormStatus } from 'react-dom'
import { useForm } from '../../../components/connection/use-form.ts'
import { useTranslations } from '../../../components/messages.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Form } from '../../../components/ui/form.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { endSessions } from './actions.ts'

/** Wraps the list of sessions, whose buttons name the session to end, and shows the result above it. */
export function SessionsForm({ children }: Readonly<{ children: ReactNode }>) {
  const t = useTranslations('security.sessions')
  const { result, action, problem } = useForm(endSessions, {}, { repeatable: true })
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button disappeared with its row.
    if (result?.ok) outcome.current?.focus()
  }, [result])
  return (
    <Form action={action} problem={problem}>
      {result?.ok && (
        <div ref={outcome} tabIndex={-1}>
          <Notice tone="success">
            {result.value === 'one' ? t('ended') : t('othersEnded', { count: result.value.others })}
          </Notice>
        </div>
      )}
      {children}
    </Form>
  )
}

type EndButtonProps = Readonly<{
  /** The session ID, or `others`. */
  ends: string
  /** The accessible name, because all rows show the same text. */
  label?: string
  size?: 'small'
  children: ReactNode
}>

/** Shows a spinner only on the button that was pressed. */
export function EndButton({ ends, label, size, children }: EndButtonProps) {
  const { data } = useFormStatus()
  return (
    <Button
      type="submit"
      name="sessionId"
      value={ends}
      aria-label={label}
      pending={data?.get('sessionId') === ends}
      {...(size && { size })}
    >
      {children}
    </Button>
  )
}
