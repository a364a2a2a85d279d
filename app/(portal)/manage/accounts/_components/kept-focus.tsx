'use client'

import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from '../../../../../components/use-kept-focus.ts'
import { moveBetweenRows, useRovingRows } from '../../../../../components/use-roving-rows.ts'

/** Wraps a table of accounts: arrow keys move between rows, and a row keeps the focus when its button disappears. */
export function KeptFocus({ children }: Readonly<{ children: ReactNode }>) {
  const root = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(root)
  useRovingRows(root)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events that bubble from links and buttons.
    <div ref={root} onKeyDown={moveBetweenRows} {...keptFocus}>
      {children}
    </div>
  )
}
