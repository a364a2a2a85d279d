'use client'

import { usePathname } from 'next/navigation'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { PortalLink, type PortalLinkProps } from './link-button.tsx'
import styles from './menu.module.css'

type Props = Readonly<{
  /** The accessible name if the trigger has no text. */
  label?: string
  trigger: ReactNode
  /** The trigger is only an icon: the button is square and needs `label`. */
  icon?: boolean
  size?: 'medium' | 'small'
  /** `MenuLink`, `MenuButton`, `MenuSection` or forms. */
  children: ReactNode
}>

/**
 * A button with a popover of links and actions. It opens without scripts; Esc and an outside click close it. Scripts
 * add arrow keys and close it after a choice.
 */
export function Menu({ label, trigger, icon = false, size = 'small', children }: Props) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const pathname = usePathname()
  const openedOn = useRef(pathname)
  // Navigation closes the menu; hydration after the opening click does not.
  useEffect(() => {
    if (openedOn.current !== pathname) ref.current?.hidePopover()
    openedOn.current = pathname
  }, [pathname])

  return (
    <>
      <button
        type="button"
        className="lk-button"
        data-variant="quiet"
        data-size={size}
        data-icon={icon || undefined}
        aria-label={label}
        popoverTarget={id}
        onKeyDown={(event) => enter(event, ref.current)}
      >
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys and clicks of the links and buttons inside. */}
      <div ref={ref} id={id} popover="auto" className={styles.menu} onKeyDown={moveFocus} onClick={closeAfterChoice}>
        {children}
      </div>
    </>
  )
}

type LinkProps = PortalLinkProps & Readonly<{ danger?: boolean; children: ReactNode }>

export function MenuLink({ danger, ...link }: LinkProps) {
  return <PortalLink {...link} className={styles.entry} data-danger={danger || undefined} />
}

/** A menu entry that acts. With `type="submit"` in a form it works without scripts. */
export function MenuButton(button: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...button} className={styles.entry} />
}

export function MenuSection({ title, children }: Readonly<{ title?: ReactNode; children: ReactNode }>) {
  return (
    <div className={styles.section}>
      {title && <p className={`lk-fine ${styles.title}`}>{title}</p>}
      {children}
    </div>
  )
}

const focusable = 'a[href], button'

/** Arrow down on the trigger moves the focus into the menu. */
function enter(event: KeyboardEvent<HTMLElement>, menu: HTMLElement | null) {
  if (event.key !== 'ArrowDown' || !menu) return
  event.preventDefault()
  // `source` also anchors the popover.
  if (!menu.matches(':popover-open')) menu.showPopover({ source: event.currentTarget })
  menu.querySelector<HTMLElement>(focusable)?.focus()
}

/** Moves the focus between the entries of a list by arrow keys, Home and End. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // Keys move the cursor of a field.
  if (event.target instanceof HTMLInputElement) return
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)]
  const current = entries.findIndex((entry) => entry.matches(':focus'))
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  entries.at(next % entries.length)?.focus()
}

function closeAfterChoice(event: MouseEvent<HTMLElement>) {
  const chosen = event.target instanceof Element && event.target.closest(`${focusable}, [data-keep-open]`)
  // A choice such as the theme leaves the menu open, so that its effect is visible.
  if (chosen && !chosen.closest('[data-keep-open]')) event.currentTarget.hidePopover()
}
