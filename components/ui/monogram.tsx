import styles from './monogram.module.css'

type Props = Readonly<{
  name: string
  /** Shown instead of the initials of the name. */
  letters?: string
  /** `round` for people, `square` for everything else. */
  shape?: 'round' | 'square'
  size?: 'small' | 'medium'
}>

/** The first letters of a name, to find one's place in a list. Decorative: the name stands beside it. */
export function Monogram({ name, letters = initials(name), shape = 'square', size = 'medium' }: Props) {
  return (
    <span className={styles.monogram} data-shape={shape} data-size={size} aria-hidden="true">
      {letters}
    </span>
  )
}

/** First letters of the first and the last word, as readers see letters: "Émile de la Tour" → "ÉT". */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => [...word.normalize('NFC')].at(0) ?? '')
    .join('')
    .toLocaleUpperCase()
}
