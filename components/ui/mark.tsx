import styles from './mark.module.css'

/** A key on a 24 px grid; the same path as in public/mark.svg. */
const outline =
  'M12.91 10.01 21.79 18.89 21.76 21.61 19.1 22 17.9 20.8 18.04 18.25 15.5 18.4 14.65 17.55 14.79 15 12.24 15.14 10.01 12.91A6.1 6.1 0 1 1 12.91 10.01ZM4.64 4.64a1.75 1.75 0 1 0 2.47 2.47 1.75 1.75 0 1 0 -2.47 -2.47Z'

/** The product's mark. Decorative: the name is beside it. */
export function Mark({ size }: Readonly<{ size: number }>) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path fillRule="evenodd" strokeWidth="0.6" strokeLinejoin="round" d={outline} />
    </svg>
  )
}
