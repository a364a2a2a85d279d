import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentOrganization } from '#app/(portal)/_preferences/site.ts'
import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import { PortalLink } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { siteName } from '#lib/domain/organization/organization/organization.ts'
import type { MissingFactor } from '#lib/domain/sign-in/sign-in-policy/read-policy.ts'

/** Above every page, in the last days of the time to add the second factor that the sign-in policy requires. */
export async function FactorNotice(missing: MissingFactor) {
  const t = await portalTranslator('shell')
  return (
    <Notice action={<PortalLink href={yourAccountPath}>{t('yourAccount')}</PortalLink>}>
      <RequiredFactor {...missing} />
    </Notice>
  )
}

/** Until when the user must add a second factor. */
export async function RequiredFactor({ graceEndsAt }: MissingFactor) {
  const t = await portalTranslator('security')
  const organization = siteName(await currentOrganization())
  if (graceEndsAt === null) return t('protection.required', { organization })
  return t.rich('protection.requiredUntil', { organization, date: () => <Moment at={graceEndsAt} mode="date" /> })
}
