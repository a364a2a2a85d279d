'use client'

import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useFormStatus } from 'react-dom'

export type ButtonLook = Readonly<{
  /** `primary`: ink, one per view. `quiet`: no border. `danger`: destructive. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** `small` for rows and bars. On touch screens every size is at least 44 px high. */
  size?: 'medium' | 'small'
}>

type Props = Readonly<
  ButtonLook & {
    /** Shows a spinner and ignores clicks. The button keeps its size and the focus. */
    pending?: boolean
    children: ReactNode
  } & Omit<ComponentProps<'button'>, 'className' | 'disabled'>
>

/** A button that is never disabled: an incomplete form names its missing fields when submitted. */
export function Button({ variant = 'secondary', size = 'medium', pending = false, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className="lk-button"
      data-variant={variant}
      data-size={size}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      {...(pending ? { onClick: ignore } : {})}
    >
      <span data-label>{children}</span>
    </button>
  )
}

/** Submits its form and shows a spinner while the action runs. Primary by default. */
export function SubmitButton({ variant = 'primary', ...rest }: Omit<Props, 'type' | 'pending'>) {
  const { pending } = useFormStatus()
  return <Button {...rest} type="submit" variant={variant} pending={pending} />
}

function ignore(event: MouseEvent) {
  event.preventDefault()
}
