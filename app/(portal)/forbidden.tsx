import { Refusal } from '#components/refusal.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { portalTranslator } from './_preferences/preferences.ts'

/** The 403 page. Next renders it when a page calls `forbidden()`. */
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
