import { IconChevronDown, IconX } from '@tabler/icons-react'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { deleteViewAction } from '#app/(portal)/activity/actions.ts'
import styles from '#app/(portal)/activity/activity.module.css'
import { ActionForm } from '#components/connection/action-form.tsx'
import { Menu, MenuLink, MenuSection } from '#components/ui/menu.tsx'
import {
  builtInViews,
  listViews,
  maxSavedViews,
  type SavedView,
  viewNameLengths,
} from '#lib/domain/events/activity/saved-views.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { SaveViewForm } from './save-view-form.tsx'

type Props = Readonly<{
  actor: PortalUser
  /** The filter on the screen, without its position. */
  query: string
}>

/** Filters with a name: built-in ones, and the user's own. */
export async function SavedViews({ actor, query }: Props) {
  const [t, services] = await Promise.all([portalTranslator('activity'), getServices()])
  const own = await listViews(services, actor)
  const builtIn = Object.entries(builtInViews) as [keyof typeof builtInViews, string][]
  const canSave = query !== '' && own.length < maxSavedViews && !own.some((view) => view.query === query)
  return (
    <Menu
      trigger={
        <>
          {t('views.title')}
          <IconChevronDown size={14} stroke={2} aria-hidden="true" />
        </>
      }
    >
      <MenuSection title={t('views.builtIn')}>
        {builtIn.map(([name, filter]) => (
          <MenuLink key={name} href={`/activity?${filter}`} inPlace>
            {t(`views.${name}`)}
          </MenuLink>
        ))}
      </MenuSection>
      {own.length > 0 && (
        <MenuSection title={t('views.own')}>
          {own.map((view) => (
            <OwnView key={view.name} view={view} />
          ))}
        </MenuSection>
      )}
      {canSave && (
        <div className={styles.saveView} data-keep-open>
          <ClientMessages>
            <SaveViewForm
              key={own.length}
              query={query}
              maxLength={viewNameLengths.max}
              words={{
                name: t('views.name'),
                save: t('views.save'),
                taken: t('views.taken'),
                tooMany: t('views.tooMany', { max: maxSavedViews }),
              }}
            />
          </ClientMessages>
        </div>
      )}
    </Menu>
  )
}

async function OwnView({ view: { name, query } }: Readonly<{ view: SavedView }>) {
  const t = await portalTranslator('activity')
  const label = t('views.delete', { name })
  return (
    <div className={styles.view}>
      <MenuLink href={`/activity?${query}`} inPlace>
        {name}
      </MenuLink>
      <ActionForm action={deleteViewAction} data-keep-open>
        <input type="hidden" name="name" value={name} />
        <button
          type="submit"
          className="lk-button"
          data-variant="quiet"
          data-size="small"
          data-icon
          aria-label={label}
          title={label}
        >
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      </ActionForm>
    </div>
  )
}
