import type { ReactNode } from 'react'

type Props = Readonly<{
  letters: string
  /** The number of an account's color. */
  color: number
  /** `inverted`: on a bar in the account's color. */
  size?: 'small' | 'medium' | 'large' | 'inverted'
}>

/** Letters on an account's color, which is the color of the bar once it is open. Decorative: the name is next to it. */
export function Monogram({ letters, color, size = 'medium' }: Props) {
  return (
    <span className="lk-monogram" data-account-color={color} data-size={size} aria-hidden="true">
      {letters}
    </span>
  )
}

type AvatarProps = Readonly<{
  /** The user's initials, or the icon of a service user. */
  children: ReactNode
  kind?: 'person' | 'service'
  size?: 'small' | 'medium'
}>

/** Stands for a user. Decorative: the name is next to it. */
export function Avatar({ children, kind = 'person', size = 'medium' }: AvatarProps) {
  return (
    <span className="lk-avatar" data-size={size} data-kind={kind} aria-hidden="true">
      {children}
    </span>
  )
}
