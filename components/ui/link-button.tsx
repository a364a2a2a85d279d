import type { ComponentProps, ReactNode } from 'react'
import type { ButtonLook } from './button.tsx'
import { PortalLink, type PortalLinkProps } from './portal-link.tsx'

type Props = Readonly<
  ButtonLook &
    PortalLinkProps & { children: ReactNode } & Pick<
      ComponentProps<'a'>,
      'id' | 'target' | 'rel' | 'download' | 'title' | 'lang' | 'aria-label' | 'aria-describedby'
    >
>

/** A link that looks like a button: links navigate, buttons act. */
export function LinkButton({ variant = 'secondary', size = 'medium', ...link }: Props) {
  // Rows of links to dialogs would be prefetched all at once.
  const prefetch = link.inPlace ? false : null
  return <PortalLink {...link} prefetch={prefetch} className="lk-button" data-variant={variant} data-size={size} />
}
