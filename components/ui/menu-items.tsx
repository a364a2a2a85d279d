import type { ComponentProps, ReactNode } from 'react'
import styles from './menu.module.css'
import { PortalLink, type PortalLinkProps } from './portal-link.tsx'

type LinkProps = PortalLinkProps & Readonly<{ current?: boolean; danger?: boolean; children: ReactNode }>

/** A menu entry that navigates. */
export function MenuLink({ current, danger, ...link }: LinkProps) {
  return (
    <PortalLink
      {...link}
      className={styles.entry}
      aria-current={current ? 'page' : undefined}
      data-danger={danger || undefined}
    />
  )
}

type ButtonProps = Readonly<{ danger?: boolean } & Omit<ComponentProps<'button'>, 'className'>>

/** A menu entry that acts. With `type="submit"` in a form it works without scripts. */
export function MenuButton({ danger = false, ...button }: ButtonProps) {
  return <button type="button" {...button} className={styles.entry} data-danger={danger || undefined} />
}

/** A titled group of entries, separated by a line. */
export function MenuSection({ title, children }: Readonly<{ title?: ReactNode; children: ReactNode }>) {
  return (
    <div className={styles.section}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  )
}
