import type { Account } from '#lib/accounts/account.ts'
import { accountEvent } from '#lib/accounts/account.ts'
import { setOpened } from '#lib/accounts/launcher-store.ts'
import { findOpenable } from '#lib/accounts/openable-accounts-store.ts'
import type { PortalUser } from '#lib/actor.ts'
import { recordEvent } from '#lib/audit/record-event.ts'
import { secondMs } from '#lib/clock.ts'
import { Refusal } from '#lib/errors.ts'
import type { Platform } from '#lib/remote-platform/platform.ts'
import type { Services } from '#lib/services.ts'
import { admitGrantRequest } from '#lib/sso-grants/admit-grant-request.ts'
import type { GrantRequest } from '#lib/sso-grants/grant-request.ts'
import { waitWithinLimit } from '#lib/wait-budget.ts'

/** All that is asked of the platform for one launch; what the database takes besides leaves nobody waiting for 5 s. */
const platformMs = 4 * secondMs

type ServicesBeside = Services & Readonly<{ platform: Platform }>

/**
 * Has the other platform make the link (section 7 of the protocol). Who may open what is decided here, by the local
 * list; there it opens as the owner of the key, so that only this record names the person. It is written before anybody
 * is sent there, and if it cannot be, nobody is.
 * @throws Refusal `invalid_request`, `access_denied`, and what the platform met: see `Platform.requestGrantUrl`
 */
export async function launchElsewhere(
  services: ServicesBeside,
  person: PortalUser,
  request: GrantRequest,
): Promise<string> {
  const { account, backUrl } = await admitGrantRequest(services, person, request)
  const { locale, deepPath } = request
  const wanted = { accountId: account.id, backUrl, locale, deepPath }
  const grantUrl = await waitWithinLimit(platformMs, (limitMs) =>
    services.platform.requestGrantUrl(wanted, AbortSignal.timeout(Math.floor(limitMs))),
  )
  await recordLaunch(services, person, account)
  return grantUrl
}

function recordLaunch({ db, platform }: ServicesBeside, person: PortalUser, account: Account): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // The platform may have taken seconds: what was withdrawn meanwhile is not opened.
    if (!(await findOpenable(trx, person.userId, account.id))) throw new Refusal('access_denied')
    await setOpened(trx, person.userId, account.id)
    await recordEvent(trx, person, accountEvent('sso_grant.obtained', account, { platform: platform.origin }))
  })
}
