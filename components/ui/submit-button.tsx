'use client'

import type { ComponentProps } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'pending'>

/** Submits its form and shows a spinner while the action runs. Primary by default. */
export function SubmitButton({ variant = 'primary', ...rest }: Props) {
  const { pending } = useFormStatus()
  return <Button {...rest} type="submit" variant={variant} pending={pending} />
}
