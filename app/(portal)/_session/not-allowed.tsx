import { Refusal } from '../../../components/refusal.tsx'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'

/** What somebody sees whose role does not reach this far, in the place of the page. */
export async function NotAllowed() {
  const [t, shell] = await Promise.all([portalTranslator('errors'), portalTranslator('shell')])
  return (
    <Refusal title={t('refusals.forbidden.title')} why={t('refusals.forbidden.why')}>
      <LinkButton href="/" variant="primary">
        {shell('notFound.way')}
      </LinkButton>
    </Refusal>
  )
}
