import { Refusal } from '../../components/refusal.tsx'
import { LinkButton } from '../../components/ui/link-button.tsx'
import { portalTranslator } from './_preferences/preferences.ts'

/** Status 403, in place of a page that the user's role does not allow. Next shows it where a page calls `forbidden()`. */
export default async function Forbidden() {
  const [t, shell] = await Promise.all([portalTranslator('errors'), portalTranslator('shell')])
  return (
    <Refusal title={t('refusals.forbidden.title')} why={t('refusals.forbidden.why')}>
      <LinkButton href="/" variant="primary">
        {shell('notFound.way')}
      </LinkButton>
    </Refusal>
  )
}
