import type { ComponentProps } from 'react'
import styles from './mark.module.css'
import { markPath } from './mark-path.ts'

type Props = Readonly<{ size?: number } & Omit<ComponentProps<'svg'>, 'className' | 'width' | 'height'>>

/** The product's mark: a drawn latchkey, in brass. Decorative; the name stands beside it. */
export function Mark({ size = 24, ...svg }: Props) {
  return (
    <svg {...svg} className={styles.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path fill="currentColor" fillRule="evenodd" d={markPath} />
    </svg>
  )
}
