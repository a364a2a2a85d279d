import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'

/** The layout of single-purpose pages: sign-in, set-up, refusals. */
export function SingleColumn({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <main className="lk-column">
      <Brand />
      {children}
    </main>
  )
}
