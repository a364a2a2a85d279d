import { z } from 'zod'
import { logoPath } from '#lib/domain/organization/organization/organization.ts'
import { organizationSchema } from '#lib/domain/organization/organization/schema.ts'
import type { Settings } from '#lib/domain/organization/settings/read-settings.ts'
import { secondFactorPolicies } from '#lib/domain/sign-in/sign-in-policy/sign-in-policy.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'

const name = { description: 'The name of the organization. Null: that of the product.', example: 'Contoso' }
const accent = { description: 'The accent color (`#rrggbb`). Null: that of the product.', example: '#0a5fb4' }

/** The settings as the management API shows them. */
export const settingsResource = z
  .strictObject({
    name: z.string().nullable().meta(name),
    accent: z.string().nullable().meta(accent),
    logoUrl: z.string().nullable().meta({ description: 'Where the logo is. Null: there is none.', example: null }),
    secondFactor: z.enum(secondFactorPolicies).meta({
      description:
        'Who needs a second factor. `off`: no user, and none can add one. `offered`: no user. `managers`: owners and admins. `all`: every user.',
      example: 'offered',
    }),
  })
  .meta({ component: 'Settings' })

type SettingsResource = z.output<typeof settingsResource>

const fixed = z.unknown().optional().meta({ description: 'Fixed. May be sent as it is.' })

/** The body of `PATCH /api/v1/settings` (RFC 7396). */
export const settingsPatchBody = z.strictObject({
  name: organizationSchema.shape.name.optional().meta(name),
  accent: organizationSchema.shape.accent.optional().meta(accent),
  logoUrl: fixed,
  secondFactor: fixed,
})

export function toSettingsResource({ name, accent, logo, secondFactor }: Settings, baseUrl: string): SettingsResource {
  return { name, accent, logoUrl: logo && `${baseUrl}${logoPath(logo.digest)}`, secondFactor }
}

/** What a patch changes. @throws Refusal `input_invalid`: `fixed` for another value of a fixed field */
export function patchSettingsFields(
  current: SettingsResource,
  patch: Readonly<Record<string, unknown>>,
): Pick<Settings, 'name' | 'accent'> {
  const { name = current.name, accent = current.accent, logoUrl, secondFactor } = parseInput(settingsPatchBody, patch)
  const fields = {
    ...(logoUrl !== undefined && logoUrl !== current.logoUrl && { logoUrl: 'fixed' }),
    ...(secondFactor !== undefined && secondFactor !== current.secondFactor && { secondFactor: 'fixed' }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal('input_invalid', { fields })
  return { name, accent }
}
