import type { ReactNode } from 'react'
import styles from './code.module.css'

/** An inline identifier or code fragment; one click selects all of it. */
export function Code({ children }: Readonly<{ children: ReactNode }>) {
  return <code className={styles.code}>{children}</code>
}

type BlockProps = Readonly<{ label: ReactNode; children: string; action?: ReactNode }>

/** A block for a secret or a snippet. Long lines wrap, so that nothing is hidden. */
export function CodeBlock({ label, children, action }: BlockProps) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.label}>{label}</figcaption>
      <div className={styles.block}>
        <pre className={styles.pre}>
          <code className={styles.code}>{children}</code>
        </pre>
        {action}
      </div>
    </figure>
  )
}
