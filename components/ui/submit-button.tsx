'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'pending'>

/** Submits the form around it and shows by itself that the action is under way. Primary unless told otherwise. */
export function SubmitButton({ variant = 'primary', ...rest }: Props) {
  const { pending } = useFormStatus()
  return <Button {...rest} type="submit" variant={variant} pending={pending} />
}
