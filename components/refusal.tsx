import type { ReactNode } from 'react'

type Props = Readonly<{
  /** What happened. */
  title: ReactNode
  /** One sentence why. */
  why: ReactNode
  /** The way forward: one button or link, at most a second quiet one. */
  children?: ReactNode
  /** What to quote to whoever runs this: label and number. */
  reference?: Readonly<{ label: string; id: string }> | undefined
}>

/** What every refusal says, in the one order. On a page of its own it stands in a `SingleColumn`. */
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
