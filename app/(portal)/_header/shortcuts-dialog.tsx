'use client'

import type { ComponentProps } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { Keys } from '#components/ui/kbd.tsx'
import { Segments } from './segments.tsx'
import styles from './shortcuts.module.css'

export type ShortcutTexts = Pick<ComponentProps<typeof Segments>, 'choices' | 'current'> &
  Readonly<{
    title: string
    single: string
    entries: readonly (readonly [keys: readonly string[], text: string])[]
  }>

type Props = Readonly<{ texts: ShortcutTexts; onClose: () => void }>

/** Lists all keyboard shortcuts and switches single-character shortcuts on or off. */
export function ShortcutsDialog({ texts: { title, single, entries, choices, current }, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <dl className={styles.keys}>
        {entries.map(([keys, text]) => (
          <div key={text}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="lk-fine">{single}</p>
      <Segments name="shortcuts" choices={choices} current={current} />
    </Dialog>
  )
}
