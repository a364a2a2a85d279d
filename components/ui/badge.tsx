import type { ReactNode } from 'react'

/** A highlighted word: "you", "this session", "will be added". */
export function Badge({ children }: Readonly<{ children: ReactNode }>) {
  return <span className="lk-badge">{children}</span>
}
