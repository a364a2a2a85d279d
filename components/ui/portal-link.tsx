import Link from 'next/link'
import type { ComponentProps } from 'react'

export type PortalLinkProps = Readonly<{
  href: string
  /** The target isn't a portal page (`/launch/…`, a download, another origin): a full navigation. */
  plain?: boolean
  /** Opens a dialog over this page: keeps the scroll position. */
  inPlace?: boolean
}>

type Props = PortalLinkProps & Omit<ComponentProps<typeof Link>, 'href' | 'scroll'>

/** A link that the router handles, unless it is `plain`. */
export function PortalLink({ plain = false, inPlace = false, prefetch = null, ...link }: Props) {
  return plain ? <a {...link} /> : <Link {...link} scroll={!inPlace} prefetch={prefetch} />
}
