import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type Props = Readonly<{
  title: ReactNode
  /** One sentence: what the page or section is for. */
  children?: ReactNode
  action?: ReactNode
}>

/** The start of a page: title, one sentence, and an action on the right. */
export function PageHeader({ title, ...rest }: Props) {
  return <Header {...rest} level="page" heading={<h1>{title}</h1>} />
}

/** The start of a section, like {@link PageHeader}. @param id of the heading, for the section's `aria-labelledby` */
export function SectionHeader({ title, id, ...rest }: Props & Readonly<{ id?: string }>) {
  return <Header {...rest} level="section" heading={<h2 id={id}>{title}</h2>} />
}

type HeaderProps = Omit<Props, 'title'> & Readonly<{ level: 'page' | 'section'; heading: ReactNode }>

function Header({ level, heading, children, action }: HeaderProps) {
  return (
    <header className={styles.header} data-level={level}>
      <div className={styles.texts}>
        {heading}
        {children && <p className={styles.sentence}>{children}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </header>
  )
}
