import type { ReactNode } from 'react'
import styles from './table.module.css'

export type Column<Id extends string = string> = Readonly<{
  id: Id
  header: ReactNode
  /** `end` for row actions. */
  align?: 'end'
  /** Hides the heading visually (actions); screen readers still get it. */
  headerHidden?: boolean
  /** As narrow as its content. */
  narrow?: boolean
}>

export type TableRow<Id extends string = string> = Readonly<{
  id: string
  cells: Readonly<Record<Id, ReactNode>>
  /** Inactive: muted text. */
  muted?: boolean
  /** Highlights a row that is new to the reader. */
  marked?: boolean
}>

type Props<Id extends string> = Readonly<{
  /** The table's name, required. */
  caption: ReactNode
  /** Shows the caption. By default only screen readers get it, because a heading names the table. */
  captionShown?: boolean
  /** The first column is the row header. */
  columns: readonly Column<Id>[]
  rows: readonly TableRow<Id>[]
}>

/**
 * A table that becomes a list of cards below 640 px. Explicit roles, because `display: block` removes the implicit
 * ones.
 */
export function Table<Id extends string>({ caption, captionShown = false, columns, rows }: Props<Id>) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <>
      <table className={styles.table} role="table">
        <caption className={captionShown ? `lk-fine ${styles.caption}` : 'lk-unseen'}>{caption}</caption>
        <thead className={styles.head} role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.id} role="columnheader" scope="col" data-align={column.align} data-narrow={column.narrow}>
                {column.headerHidden ? <span className="lk-unseen">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} role="rowgroup">
          {rows.map((row) => (
            <tr
              key={row.id}
              id={row.id}
              role="row"
              data-muted={row.muted || undefined}
              data-marked={row.marked || undefined}
            >
              {columns.map((column, index) => (
                <Cell key={column.id} column={column} first={index === 0}>
                  {row.cells[column.id]}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <span className={styles.end} hidden />
    </>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  )
}

type CellProps = Readonly<{ column: Column; first: boolean; children: ReactNode }>

function Cell({ column: { header, headerHidden, align }, first, children }: CellProps) {
  const Tag = first ? 'th' : 'td'
  return (
    <Tag
      role={first ? 'rowheader' : 'cell'}
      scope={first ? 'row' : undefined}
      className={styles.cell}
      data-align={align}
      data-bare={headerHidden || undefined}
    >
      {!first && !headerHidden && (
        <span className={`lk-fine ${styles.label}`} aria-hidden="true">
          {header}
        </span>
      )}
      <div className={styles.value}>{children}</div>
    </Tag>
  )
}
