import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentSite } from '#app/(portal)/_preferences/site.ts'
import { Refusal } from '#components/refusal.tsx'
import { SingleColumn } from '#components/single-column.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'

/** Where a signed-in user goes on, inside the portal's pages; everyone else signs in, on a page of its own. */
type Place = Readonly<{ signedIn?: boolean }>

/** Shown for every invalid link that was sent to someone. One message for all cases, so that links can't be guessed. */
export async function UnusableLink({ why, ...place }: Place & Readonly<{ why?: string }>) {
  const t = await portalTranslator('errors')
  const title = t('refusals.link_unusable.title')
  return <LinkProblem title={title} why={why ?? t('refusals.link_unusable.why')} {...place} />
}

/** Shown for a link without its token, for example a truncated copy. */
export async function IncompleteLink(place: Place) {
  const t = await portalTranslator('shell')
  return <LinkProblem title={t('incompleteLink.title')} why={t('incompleteLink.why')} {...place} />
}

async function LinkProblem({ title, why, signedIn = false }: Place & Readonly<{ title: string; why: string }>) {
  const [profile, signIn] = await Promise.all([portalTranslator('profile'), portalTranslator('signIn')])
  const next = signedIn
    ? { href: '/your-account', label: profile('title') }
    : { href: '/sign-in', label: signIn('title') }
  const refusal = (
    <Refusal title={title} why={why}>
      <LinkButton plain href={next.href} variant="primary">
        {next.label}
      </LinkButton>
    </Refusal>
  )
  return signedIn ? refusal : <SingleColumn site={await currentSite()}>{refusal}</SingleColumn>
}
