import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import type { ButtonLook } from './button.tsx'

type Props = Readonly<
  ButtonLook & {
    href: string
    /** A link to what is not a page of the portal (`/launch/…`, a download, another origin): a plain, whole navigation. */
    plain?: boolean
    /** It opens a dialog over this page, which stays where it is scrolled to. Rows of them are not prefetched. */
    inPlace?: boolean
    children: ReactNode
  } & Pick<
      ComponentProps<'a'>,
      'id' | 'target' | 'rel' | 'download' | 'title' | 'lang' | 'aria-label' | 'aria-describedby'
    >
>

/** A link that looks like a button: it goes somewhere, a Button does something. */
export function LinkButton({
  variant = 'secondary',
  size = 'medium',
  plain = false,
  inPlace = false,
  href,
  ...rest
}: Props) {
  const look = { className: 'lk-button', 'data-variant': variant, 'data-size': size }
  if (plain) return <a {...rest} {...look} href={href} />
  return <Link {...rest} {...look} href={href} scroll={!inPlace} prefetch={inPlace ? false : null} />
}
