import styles from './user-text.module.css'

/** A reason or note as its user wrote it. */
export function UserText({ children, fine = false }: Readonly<{ children: string; fine?: boolean }>) {
  return <span className={fine ? `lk-fine ${styles.text}` : styles.text}>{children}</span>
}
