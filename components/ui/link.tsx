import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link that the router follows. Nothing is fetched ahead: the server renders every page when it is requested, so a
 * prefetch would cost a rendering and show nothing sooner.
 */
export function Link(link: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...link} prefetch={false} />
}
