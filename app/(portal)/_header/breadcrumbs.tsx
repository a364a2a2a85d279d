import { IconChevronRight } from '@tabler/icons-react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type AdminPlace, adminPlaces } from '#app/(portal)/_urls/admin-places.ts'
import { Link } from '#components/ui/link.tsx'
import styles from './breadcrumbs.module.css'

/** The places of the admin bar, and pages of the user menu with pages below them. */
const places = { ...adminPlaces, signInSettings: '/sign-in-settings' } satisfies Record<AdminPlace, string> &
  Record<string, string>

type Props = Readonly<{
  place: keyof typeof places
  /** Pages between the place and this page, the topmost first. */
  below?: readonly Readonly<{ href: string; label: string }>[]
}>

/** The way back to the pages above this one; the page's title follows. */
export async function Breadcrumbs({ place, below = [] }: Props) {
  const t = await portalTranslator('shell')
  const trail = [{ href: places[place], label: t(place) }, ...below]
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
