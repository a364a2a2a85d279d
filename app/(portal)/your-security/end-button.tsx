'use client'

import type { ReactNode } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '../../../components/ui/button.tsx'

type Props = Readonly<{
  /** The session ID, or `others`. */
  ends: string
  /** The accessible name, because all rows show the same text. */
  label?: string
  size?: 'small'
  children: ReactNode
}>

export function EndButton({ ends, label, size, children }: Props) {
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
