import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import styles from './menu.module.css'

type LinkProps = Readonly<{
  href: string
  /** A link to what is not a page of the portal: a plain, whole navigation. */
  plain?: boolean
  /** It opens a dialog over this page, which stays where it is scrolled to. */
  inPlace?: boolean
  current?: boolean
  danger?: boolean
  children: ReactNode
}>

/** An entry of a Menu that goes somewhere. */
export function MenuLink({ href, plain = false, inPlace = false, current, danger, children }: LinkProps) {
  const look = {
    className: styles.entry,
    'aria-current': current ? ('page' as const) : undefined,
    'data-danger': danger || undefined,
  }
  if (plain) {
    return (
      <a href={href} {...look}>
        {children}
      </a>
    )
  }
  return (
    <Link href={href} scroll={!inPlace} {...look}>
      {children}
    </Link>
  )
}

type ButtonProps = Readonly<{ danger?: boolean } & Omit<ComponentProps<'button'>, 'className'>>

/** An entry that does something; inside a form with `type="submit"` it works without scripts. */
export function MenuButton({ danger = false, ...button }: ButtonProps) {
  return <button type="button" {...button} className={styles.entry} data-danger={danger || undefined} />
}

/** A group of entries under a small heading; a hairline parts it from what stands before. */
export function MenuSection({ title, children }: Readonly<{ title?: ReactNode; children: ReactNode }>) {
  return (
    <div className={styles.section}>
      {title && <p className={styles.title}>{title}</p>}
      {children}
    </div>
  )
}
