import type { ReactNode } from 'react'
import { Mark } from './ui/mark.tsx'

/** The layout of single-purpose pages: sign-in, set-up, refusals. */
export function SingleColumn({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <main className="lk-column">
      <Brand />
      {children}
    </main>
  )
}

/** The logo, linked to the start page. A plain link, so that it works on a page that has failed. */
export function Brand({ href = '/' }: Readonly<{ href?: string }>) {
  return (
    <a className="lk-brand" href={href}>
      <Mark size={24} />
      Latchkey
    </a>
  )
}
