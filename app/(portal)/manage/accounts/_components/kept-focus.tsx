'use client'

import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from '../../../../../components/use-kept-focus.ts'
import { moveBetweenRows, useRovingRows } from '../../../../../components/use-roving-rows.ts'

/** Around a table of accounts: one row is a tab stop, arrow keys move, and a row whose button goes away keeps the focus. */
export function KeptFocus({ children }: Readonly<{ children: ReactNode }>) {
  const root = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(root)
  useRovingRows(root)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what bubbles up from links and buttons.
    <div ref={root} onKeyDown={moveBetweenRows} {...keptFocus}>
      {children}
    </div>
  )
}
