import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Link } from '#components/ui/link.tsx'
import styles from './breadcrumbs.module.css'

/** The way back to the page above this one, which isn't a place of the admin bar. */
export async function BackLink({ href, label }: Readonly<{ href: string; label: string }>) {
  const t = await portalTranslator('shell')
  return (
    <nav className={styles.trail} aria-label={t('breadcrumbs')} data-print="hide">
      <ol className={styles.places}>
        <li>
          <Link href={href}>{label}</Link>
        </li>
      </ol>
    </nav>
  )
}
