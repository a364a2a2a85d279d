import { cache } from 'react'
import type { Site } from '#components/single-column.tsx'
import { logoImage, siteName } from '#lib/domain/organization/organization/organization.ts'
import { readOrganization } from '#lib/domain/organization/organization/read-organization.ts'
import { getServices } from '#lib/foundation/services.ts'

/** The organization, the same in every part of one response. */
export const currentOrganization = cache(async () => readOrganization(await getServices()))

/** Name and logo of the site. */
export async function currentSite(): Promise<Site> {
  const organization = await currentOrganization()
  const { logo } = organization
  return { name: siteName(organization), logo: logo === null ? undefined : logoImage(logo) }
}
