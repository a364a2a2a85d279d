import type { ReactNode } from 'react'

type Props = Readonly<{
  title: ReactNode
  why: ReactNode
  /** What to do next: one button or link, and at most one secondary action. */
  children?: ReactNode
  /** Label and request ID to quote to the operator. */
  reference?: Readonly<{ label: string; id: string }> | undefined
}>

/** The layout of every refusal. A full page wraps it in `SingleColumn`. */
export function Refusal({ title, why, children, reference }: Props) {
  return (
    <div className="lk-refusal">
      <h1>{title}</h1>
      <p>{why}</p>
      {children && <div className="lk-actions">{children}</div>}
      {reference && (
        <p className="lk-fine">
          {reference.label} <code>{reference.id}</code>
        </p>
      )}
    </div>
  )
}
