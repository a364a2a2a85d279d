import type { ComponentProps, ReactNode } from 'react'
import { PortalLink, type PortalLinkProps } from './link-button.tsx'
import styles from './menu.module.css'

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

/** A menu entry that acts. With `type="submit"` in a form it works without scripts. */
export function MenuButton(button: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...button} className={styles.entry} />
}

/** A titled group of entries, separated by a line. */
export function MenuSection({ title, children }: Readonly<{ title?: ReactNode; children: ReactNode }>) {
  return (
    <div className={styles.section}>
      {title && <p className={`lk-fine ${styles.title}`}>{title}</p>}
      {children}
    </div>
  )
}
