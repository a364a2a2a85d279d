'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { accentShades } from '#lib/domain/organization/organization/accent.ts'
import type { LogoImage } from '#lib/domain/organization/organization/organization.ts'
import styles from './organization.module.css'

type Props = Readonly<{
  name: string
  logo: LogoImage | undefined
  /** `#rrggbb`, or empty for the product's. */
  accent: string
}>

/** The header and the sign-in card in both themes. Pictures: nothing in them can be used. */
export function Preview(props: Props) {
  const t = useTranslations('organization.preview')
  return (
    <section aria-label={t('title')} className={styles.preview}>
      {(['light', 'dark'] as const).map((theme) => (
        <figure key={theme} className={styles.figure}>
          <figcaption className="lk-fine">{t(theme)}</figcaption>
          <Screen theme={theme} {...props} />
        </figure>
      ))}
    </section>
  )
}

function Screen({ theme, name, logo, accent }: Props & Readonly<{ theme: 'light' | 'dark' }>) {
  const shell = useTranslations('shell')
  const signIn = useTranslations('signIn')
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The content security policy forbids style attributes in markup. Without scripts, the page shows the saved color.
    const { style } = screen.current ?? document.createElement('div')
    style.setProperty('--accent', accent === '' ? 'var(--brass-strong)' : accentShades(accent)[theme])
    style.setProperty('--accent-line', accent === '' ? '0' : '3px')
  }, [accent, theme])
  const brand = (
    <span className="lk-brand">
      {logo ? <img className="lk-logo" {...logo} alt="" /> : <span className="lk-mark" />}
      <span>{name}</span>
    </span>
  )
  return (
    <div ref={screen} className={styles.screen} data-theme={theme} aria-hidden="true">
      <div className={styles.header}>
        {brand}
        <span className={styles.tab}>{shell('accounts')}</span>
      </div>
      <div className={styles.signIn}>
        {brand}
        <div className={styles.card}>
          <strong>{signIn('title')}</strong>
          <span className={styles.field} />
          <span className={styles.field} />
          <span className="lk-button" data-variant="primary">
            {signIn('submit')}
          </span>
        </div>
      </div>
    </div>
  )
}
