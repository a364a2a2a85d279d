import { Refusal } from '../../../components/refusal.tsx'
import { SingleColumn } from '../../../components/single-column.tsx'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'
import { currentSite } from '../_preferences/site.ts'

/** Shown for every invalid set-up or set-password link. One message for all cases, so that links can't be guessed. */
export async function UnusableLink({ why }: Readonly<{ why?: string }>) {
  const t = await portalTranslator('errors')
  return <LinkProblem title={t('refusals.link_unusable.title')} why={why ?? t('refusals.link_unusable.why')} />
}

/** Shown for a link without its token, for example a truncated copy. */
export async function IncompleteLink() {
  const t = await portalTranslator('shell')
  return <LinkProblem title={t('incompleteLink.title')} why={t('incompleteLink.why')} />
}

async function LinkProblem({ title, why }: Readonly<{ title: string; why: string }>) {
  const signIn = await portalTranslator('signIn')
  return (
    <SingleColumn site={await currentSite()}>
      <Refusal title={title} why={why}>
        <LinkButton plain href="/sign-in" variant="primary">
          {signIn('title')}
        </LinkButton>
      </Refusal>
    </SingleColumn>
  )
}
