'use client'

import type { ReactNode } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '../../../components/ui/button.tsx'

type Props = Readonly<{
  /** The session's id, or `others`. */
  ends: string
  /** What the button says to those who hear it, where its text is the same in every row. */
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
