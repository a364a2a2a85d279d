import { Refusal } from '../../../components/refusal.tsx'
import { SingleColumn } from '../../../components/single-column.tsx'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'

/** What a set-up or set-password link shows that can't be used. One answer, so that links can't be guessed. */
export async function UnusableLink({ why }: Readonly<{ why?: string }>) {
  const t = await portalTranslator('errors')
  return <LinkProblem title={t('refusals.link_unusable.title')} why={why ?? t('refusals.link_unusable.why')} />
}

/** The page of such a link without its token: it was copied only in part, or typed. */
export async function IncompleteLink() {
  const t = await portalTranslator('shell')
  return <LinkProblem title={t('incompleteLink.title')} why={t('incompleteLink.why')} />
}

async function LinkProblem({ title, why }: Readonly<{ title: string; why: string }>) {
  const signIn = await portalTranslator('signIn')
  return (
    <SingleColumn>
      <Refusal title={title} why={why}>
        <LinkButton href="/sign-in" variant="primary">
          {signIn('title')}
        </LinkButton>
      </Refusal>
    </SingleColumn>
  )
}
