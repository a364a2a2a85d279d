'use client'

import { type ReactNode, useRef } from 'react'
import { moveBetweenRows, useRovingRows } from './use-roving-rows.ts'

/** Wraps a table: one row is a tab stop, and arrow keys move between rows. */
export function RovingRows({ children }: Readonly<{ children: ReactNode }>) {
  const root = useRef<HTMLDivElement>(null)
  useRovingRows(root)
  return (
    <div ref={root} onKeyDownCapture={moveBetweenRows}>
      {children}
    </div>
  )
}
