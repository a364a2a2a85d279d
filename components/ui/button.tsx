import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonLook = Readonly<{
  /** `primary`: ink, one per view. `quiet`: no border. `danger`: destroys something. */
  variant?: ButtonVariant
  /** `small` for rows and bars. On touch every size is at least 44 px high. */
  size?: 'medium' | 'small'
}>

type Props = Readonly<
  ButtonLook & {
    /** Shows that the work is under way and ignores further clicks; the button keeps its place and the focus. */
    pending?: boolean
    children: ReactNode
  } & Omit<ComponentProps<'button'>, 'className' | 'disabled'>
>

/** A button. Never disabled: a form that is not ready says why when it is submitted. */
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
      <span className={styles.label}>{children}</span>
      {pending && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
}

function ignore(event: MouseEvent) {
  event.preventDefault()
}
