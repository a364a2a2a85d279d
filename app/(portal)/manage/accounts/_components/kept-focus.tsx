'use client'

import { type ReactNode, useRef } from 'react'
import { useKeptFocus } from '../../../../../components/use-kept-focus.ts'

/** Around a table: suspending an account replaces the link that had the focus. */
export function KeptFocus({ children }: Readonly<{ children: ReactNode }>) {
  const root = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(root)
  return (
    <div ref={root} {...keptFocus}>
      {children}
    </div>
  )
}
