import type { ComponentProps, ReactNode } from 'react'
import type { ButtonLook } from './button.tsx'
import { Link } from './link.tsx'

export type PortalLinkProps = Readonly<{
  href: string
  /** The target isn't a portal page (`/launch/…`, `/sign-in`, a download, another origin): a full navigation. */
  plain?: boolean
  /** Opens a dialog over this page: keeps the scroll position. */
  inPlace?: boolean
  /** Leaves a dialog: Back must not reopen it. */
  replace?: boolean
}>

type LinkAttributes = Omit<ComponentProps<typeof Link>, 'href' | 'scroll' | 'replace'>

/** A link that the router handles, unless it is `plain`. */
export function PortalLink({
  plain = false,
  inPlace = false,
  replace = false,
  ...link
}: PortalLinkProps & LinkAttributes) {
  return plain ? <a {...link} /> : <Link {...link} replace={replace} scroll={!inPlace} />
}

type Props = Readonly<
  ButtonLook & PortalLinkProps & { children: ReactNode } & Pick<ComponentProps<'a'>, 'rel' | 'download' | 'aria-label'>
>

/** A link that looks like a button: links navigate, buttons act. */
export function LinkButton({ variant = 'secondary', size = 'medium', ...link }: Props) {
  return <PortalLink {...link} className="lk-button" data-variant={variant} data-size={size} />
}
