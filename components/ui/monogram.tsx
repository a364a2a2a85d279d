import styles from './monogram.module.css'

type Props = Readonly<{
  name: string
  /** Replaces the initials of the name. */
  letters?: string
  /** Small and round for users, square for everything else. */
  shape?: 'round' | 'square'
}>

/** Initials that help to scan a list. Decorative: the name is beside them. */
export function Monogram({ name, letters = initials(name), shape = 'square' }: Props) {
  return (
    <span className={styles.monogram} data-shape={shape} aria-hidden="true">
      {letters}
    </span>
  )
}

/** The first letters of the first and last word: "Émile de la Tour" → "ÉT". */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => [...word.normalize('NFC')].at(0) ?? '')
    .join('')
    .toLocaleUpperCase()
}
