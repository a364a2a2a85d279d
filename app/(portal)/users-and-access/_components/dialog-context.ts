import type { PortalUser } from '#lib/actor.ts'
import type { Services } from '#lib/services.ts'
import type { OpenDialog } from '../list-place.ts'

/** What every dialog of this page is opened with. */
export type DialogContext = OpenDialog &
  Readonly<{
    services: Services
    person: PortalUser
    /** The place in the list to come back to: packed for a form, and as an address. */
    place: string
    closeHref: string
    askPassword: boolean
  }>
