import styles from './bulk-bar.module.css'

type BoxProps = Readonly<{
  /** The `id` of the list's `BulkForm`. */
  list: string
  value: string
  /** "Select Acme". */
  label: string
}>

/** Selects a row of a list with a `BulkForm`. The server renders it, and the list's script hears it. */
export function PickBox({ list, value, label }: BoxProps) {
  return (
    <label className={styles.pick}>
      <input
        type="checkbox"
        className={styles.box}
        data-pick="row"
        form={list}
        name="pick"
        value={value}
        aria-label={label}
        autoComplete="off"
      />
    </label>
  )
}

/** Selects all rows of the page. Only scripts can. */
export function PickPage({ label }: Pick<BoxProps, 'label'>) {
  return (
    <label className={`${styles.pick} ${styles.page}`}>
      <input type="checkbox" className={styles.box} data-pick="page" aria-label={label} autoComplete="off" />
    </label>
  )
}
