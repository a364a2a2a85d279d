import type { ReactNode } from 'react'
import type { LogoImage } from '#lib/domain/organization/organization/organization.ts'

/** What the brand shows: the organization's name and logo, or the product's. */
export type Site = Readonly<{ name: string; logo?: LogoImage | undefined }>

type Props = Readonly<{ site: Site; children: ReactNode }>

/** The layout of single-purpose pages: sign-in, set-up, refusals. A card below the brand. */
export function SingleColumn({ site, children }: Props) {
  return (
    <main className="lk-column">
      <Brand site={site} />
      <div className="lk-card">{children}</div>
    </main>
  )
}

/** Logo and name, linked to the start page. A plain link, so that it works on a page that has failed. */
export function Brand({ site: { name, logo } }: Readonly<{ site: Site }>) {
  return (
    <a className="lk-brand" href="/">
      {logo ? <img className="lk-logo" {...logo} alt="" /> : <span className="lk-mark" />}
      <span>{name}</span>
    </a>
  )
}
