'use client'

import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { loadScript } from '#components/connection/load-script.ts'
import { isShortcut } from '#components/shortcuts.ts'
import styles from './header.module.css'
import type { ShortcutTexts } from './shortcuts-dialog.tsx'

type Props = Readonly<{
  label: string
  /** The palette's shortcut, as it is shown. */
  keys: string
  shortcuts: ShortcutTexts
}>
type Name = 'jump' | 'shortcuts'

/**
 * The link that opens the command palette, as ⌘K or Ctrl-K does; without scripts it leads to the palette's page. Also
 * opens the list of shortcuts, on `?` and on buttons marked `data-shows-shortcuts`, even inside a menu that closes.
 * Each dialog loads when it first opens.
 */
export function Jump(props: Props) {
  const [shown, setShown] = useState<Readonly<{ name: Name; render: (props: Props) => ReactNode }>>()
  useEffect(() => {
    const close = (name: Name) => setShown((now) => (now?.name === name ? undefined : now))
    const load = {
      jump: async () => {
        const { Palette } = await import('#app/(portal)/jump/_components/palette.tsx')
        return ({ label }: Props) => <Palette label={label} onClose={() => close('jump')} />
      },
      shortcuts: async () => {
        const { ShortcutsDialog } = await import('./shortcuts-dialog.tsx')
        return ({ shortcuts }: Props) => <ShortcutsDialog texts={shortcuts} onClose={() => close('shortcuts')} />
      },
    }
    const show = (event: Event, name: Name) => {
      event.preventDefault()
      loadScript<(props: Props) => ReactNode>(load[name]).then((render) => setShown({ name, render }))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const isJump = key === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
      // A modal dialog makes everything else inert.
      if (isJump && !document.querySelector('dialog:modal')) show(event, 'jump')
      else if (isShortcut(event, '?')) show(event, 'shortcuts')
    }
    const onClick = (event: MouseEvent) => {
      const { target, ctrlKey, metaKey, shiftKey } = event
      if (!(target instanceof Element)) return
      if (target.closest('[data-shows-shortcuts]')) show(event, 'shortcuts')
      else if (target.closest('[data-jump]') && !(ctrlKey || metaKey || shiftKey)) show(event, 'jump')
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('click', onClick)
    }
  }, [])
  return (
    <>
      <a className={`lk-button ${styles.jump}`} data-variant="secondary" data-size="small" href="/jump" data-jump>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span>{props.label}</span>
        <kbd data-needs-script>{props.keys}</kbd>
      </a>
      {shown?.render(props)}
    </>
  )
}
