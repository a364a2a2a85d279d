import type { NewEvent } from '#lib/foundation/audit/event.ts'

/** In pixels, in the header. */
const logoHeight = 28

/** The name of the product, where no organization has set its own. */
export const productName = 'Latchkey'

export const maxLogoBytes = 256 * 1024
/** In pixels, each side of a PNG. */
export const maxLogoSide = 2_048

/** SVG: a logo that 0.1 checked and stored. It is shown until it is replaced. */
export const logoTypes = ['image/png', 'image/svg+xml'] as const

export type LogoType = (typeof logoTypes)[number]

/** How the organization is shown to everyone, even before sign-in. Nothing in it is secret. */
export type Organization = Readonly<{
  name: string | null
  /** `#rrggbb` */
  accent: string | null
  logo: ShownLogo | null
}>

/** `digest`: of the logo's bytes. `aspect`: its width in thousandths of its height. */
export type ShownLogo = Readonly<{ digest: string; aspect: number }>

export type Logo = ShownLogo & Readonly<{ type: LogoType; bytes: Uint8Array<ArrayBuffer> }>

/** The attributes of an image. */
export type LogoImage = Readonly<{ src: string; width?: number; height?: number }>

export const noOrganization: Organization = { name: null, accent: null, logo: null }

/** What pages call the site. */
export function siteName({ name }: Organization): string {
  return name ?? productName
}

/** The URL path of the logo. A new logo has a new one, so that caches may keep it. */
export function logoPath(digest: string): string {
  return `/organization/logo/${digest}`
}

/** The logo as an image. Its size is known before it loads, so that nothing moves. */
export function logoImage({ digest, aspect }: ShownLogo): LogoImage {
  return { src: logoPath(digest), width: Math.max(1, Math.round((aspect * logoHeight) / 1000)), height: logoHeight }
}

/** The stylesheets of pages that show an organization, in order; none without a logo and an accent color. */
export function listStylesheets({ accent, logo }: Organization): string[] {
  const colors = accent === null ? [] : [`/organization/accent/${accent.slice(1)}`]
  return logo === null && accent === null ? [] : ['/organization.css', ...colors]
}

export function organizationEvent(
  kind: Extract<NewEvent['kind'], `organization.${string}`>,
  organization: Organization,
  details: NewEvent['details'] = {},
): NewEvent {
  return { kind, subject: { kind: 'organization', id: null, name: siteName(organization) }, details }
}
