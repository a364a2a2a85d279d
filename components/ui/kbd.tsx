import type { ReactNode } from 'react'
import styles from './kbd.module.css'

export function Kbd({ children }: Readonly<{ children: ReactNode }>) {
  return <kbd className={styles.key}>{children}</kbd>
}

export function Keys({ keys }: Readonly<{ keys: readonly string[] }>) {
  return keys.map((key) => <Kbd key={key}>{key}</Kbd>)
}
