import type { ReactNode } from 'react'
import { SortHead, type SortLink, sortOf } from './sort-head.tsx'
import styles from './table.module.css'

export type Column<Id extends string = string> = Readonly<{
  id: Id
  header: ReactNode
  /** `end` for row actions. */
  align?: 'end'
  /** Hides the heading visually (actions); screen readers still get it. */
  headerHidden?: boolean
  narrow?: boolean
  /** Checkboxes: the next column is the row header. */
  pick?: boolean
  /** The orders that the heading offers, in place of its text. */
  sorts?: readonly SortLink[] | undefined
  /** A fixed width, so that the column stays where it is while the list changes. */
  width?: 'small' | 'medium' | 'large'
  /**
   * Leaves first where the table is narrow: 3 below 1060 px, 2 below 960 px, 1 below 860 px. Lists of cards show 1 and
   * 2.
   */
  priority?: 1 | 2 | 3
  /**
   * On phones, a fact in the line below the name, without its heading: the value says what it is. A `moment` is left
   * out if there was none, a `state` unless it is an exception.
   */
  onPhones?: 'fact' | 'moment' | 'state' | 'absent'
}>

export type TableRow<Id extends string = string> = Readonly<{
  id: string
  cells: Readonly<Record<Id, ReactNode>>
  muted?: boolean
  /** Highlights a row that is new to the reader. */
  marked?: boolean
}>

type Props<Id extends string> = Readonly<{
  caption: ReactNode
  /** Shows the caption. By default only screen readers get it, because a heading names the table. */
  captionShown?: boolean
  /** Hides the headings visually; screen readers still get them. */
  headHidden?: boolean
  /** The first column without checkboxes is the row header. */
  columns: readonly Column<Id>[]
  rows: readonly TableRow<Id>[]
}>

/**
 * A list of cards below 640 px. All widths are those of the table itself: the same page gives it more or less room.
 * Roles are explicit, because `display: block` removes the implicit ones.
 */
export function Table<Id extends string>({
  caption,
  captionShown = false,
  headHidden = false,
  columns,
  rows,
}: Props<Id>) {
  const isFixed = columns.some(({ width }) => width)
  const rowHeader = columns.find(({ pick }) => !pick)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above.
    <div className={styles.frame}>
      <table
        className={styles.table}
        role="table"
        data-fixed={isFixed || undefined}
        data-picks={columns.some(({ pick }) => pick) || undefined}
        data-facts={columns.some(({ onPhones }) => onPhones) || undefined}
      >
        <caption className={captionShown ? `lk-fine ${styles.caption}` : 'lk-unseen'}>{caption}</caption>
        <thead
          className={styles.head}
          role="rowgroup"
          data-hidden={headHidden || undefined}
          data-acts={columns.some(acts) || undefined}
        >
          <tr role="row">
            {columns.map((column) => (
              <Heading key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className={styles.body} role="rowgroup">
          {rows.map((row) => (
            <tr
              key={row.id}
              id={row.id}
              role="row"
              {...given({ 'data-muted': row.muted || undefined, 'data-marked': row.marked || undefined })}
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} first={column === rowHeader}>
                  {row.cells[column.id]}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <span className={styles.end} hidden />
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above.
  )
}

/** Whether the heading sorts or selects. */
function acts({ sorts, pick }: Column): boolean {
  return Boolean(sorts ?? pick)
}

function Heading({ column }: Readonly<{ column: Column }>) {
  const { header, headerHidden, align, narrow, pick, sorts, width, priority } = column
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: as in `Table`.
      role="columnheader"
      scope="col"
      {...given({
        'aria-sort': sorts && sortOf(sorts),
        'data-align': align,
        'data-narrow': narrow,
        'data-pick': pick,
        'data-acts': acts(column) || undefined,
        'data-width': width,
        'data-priority': priority,
      })}
    >
      {headerHidden ? <span className="lk-unseen">{header}</span> : sorts ? <SortHead links={sorts} /> : header}
    </th>
  )
}

type CellProps = Readonly<{ column: Column; first: boolean; children: ReactNode }>

function Cell({ column, first, children }: CellProps) {
  const { header, headerHidden, align, narrow, pick, priority, onPhones } = column
  const Tag = first ? 'th' : 'td'
  return (
    <Tag
      role={first ? 'rowheader' : 'cell'}
      className={styles.cell}
      {...given({
        scope: first ? 'row' : undefined,
        'data-align': align,
        'data-bare': headerHidden || undefined,
        'data-first': first || undefined,
        'data-narrow': narrow,
        'data-pick': pick,
        'data-priority': priority,
        'data-phones': onPhones,
      })}
    >
      {!first && !headerHidden && !pick && !onPhones && (
        <span className={`lk-fine ${styles.label}`} aria-hidden="true">
          {header}
        </span>
      )}
      <div className={styles.value}>{children}</div>
    </Tag>
  )
}

/** Without the attributes that are undefined: React would send each of them for every cell. */
function given<Attributes extends object>(attributes: Attributes): Partial<Attributes> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== undefined),
  ) as Partial<Attributes>
}
