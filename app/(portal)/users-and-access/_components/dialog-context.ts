import type { PortalUser } from '#lib/actor.ts'
import type { Services } from '#lib/services.ts'
import type { OpenDialog } from '../list-state.ts'

/** Props of every dialog on this page. */
export type DialogContext = OpenDialog &
  Readonly<{
    services: Services
    actor: PortalUser
    /** The list state to return to: encoded for a form, and as a URL. */
    listState: string
    closeHref: string
    askPassword: boolean
  }>
