import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link that the router follows. Nothing is fetched ahead: the server renders every page for its request, so that it
 * would render five more with each page, and the reader would see none of them sooner.
 */
export function Link(link: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...link} prefetch={false} />
}
