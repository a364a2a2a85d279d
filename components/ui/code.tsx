import type { ReactNode } from 'react'
import styles from './code.module.css'

/** An identifier or a piece of code within text: mono, one click selects all of it. */
export function Code({ children }: Readonly<{ children: ReactNode }>) {
  return <code className={styles.code}>{children}</code>
}

type BlockProps = Readonly<{
  /** What it is: "Secret". */
  label: ReactNode
  /** For screen readers only, where the text around it says it. */
  labelHidden?: boolean
  children: string
  /** A button at the end: usually a CopyButton. */
  action?: ReactNode
}>

/** A secret or a snippet on a ground of its own; long lines wrap, so that nothing is hidden. */
export function CodeBlock({ label, labelHidden = false, children, action }: BlockProps) {
  return (
    <figure className={styles.figure}>
      <figcaption className={labelHidden ? 'lk-unseen' : styles.label}>{label}</figcaption>
      <div className={styles.block}>
        <pre className={styles.pre}>
          <code className={styles.code}>{children}</code>
        </pre>
        {action}
      </div>
    </figure>
  )
}
