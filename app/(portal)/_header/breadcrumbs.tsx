import { IconChevronRight } from '@tabler/icons-react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type AdminPlace, adminPlaces } from '#app/(portal)/_urls/admin-places.ts'
import { Link } from '#components/ui/link.tsx'
import styles from './breadcrumbs.module.css'

type Props = Readonly<{
  place: AdminPlace
  /** Pages between the place and this page, the topmost first. */
  below?: readonly Readonly<{ href: string; label: string }>[]
}>

/** The way back to the pages above this one; the page's title follows. */
export async function Breadcrumbs({ place, below = [] }: Props) {
  const t = await portalTranslator('shell')
  const trail = [{ href: adminPlaces[place], label: t(place) }, ...below]
  return (
    <nav className={styles.trail} aria-label={t('breadcrumbs')} data-print="hide">
      <ol className={styles.places}>
        {trail.map(({ href, label }, index) => (
          <li key={href}>
            <Link href={href}>{label}</Link>
            {index < trail.length - 1 && <IconChevronRight size={14} stroke={1.75} aria-hidden />}
          </li>
        ))}
      </ol>
    </nav>
  )
}
