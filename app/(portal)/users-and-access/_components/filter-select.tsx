import { IconChevronDown } from '@tabler/icons-react'
import styles from './key-filter.module.css'

type Props = Readonly<{
  label: string
  name: string
  options: readonly Readonly<{ value: string; label: string }>[]
  value: string
  /** The value that filters nothing: the chip's border is dashed. */
  idle: string
}>

/** A native select as a chip. Its own options say what it filters; the label is for screen readers. */
export function FilterSelect({ label, name, options, value, idle }: Props) {
  return (
    <span className={styles.chip} data-active={value !== idle || undefined}>
      <select name={name} defaultValue={value} aria-label={label} title={label}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
