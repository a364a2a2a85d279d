import { IconSearch } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import styles from './field.module.css'
import { Kbd } from './kbd.tsx'

type Props = Readonly<
  {
    /** The accessible name and default placeholder. */
    label: string
    /** The shortcut, shown in the field while it is empty and unfocused. */
    shortcut?: string
    /** `large` for the main field of a page. */
    scale?: 'medium' | 'large'
  } & Omit<ComponentProps<'input'>, 'className' | 'type'>
>

/** A search field. In a GET form it works without scripts. */
export function SearchField({ label, shortcut, scale = 'medium', ...input }: Props) {
  return (
    <div className={`lk-box ${styles.searchBox}`} data-scale={scale}>
      <IconSearch className={styles.icon} size={scale === 'large' ? 20 : 16} stroke={1.75} aria-hidden="true" />
      <input
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        {...input}
        type="search"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={`lk-control ${styles.search}`}
      />
      {shortcut && (
        <span className={styles.shortcut} aria-hidden="true">
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </div>
  )
}
