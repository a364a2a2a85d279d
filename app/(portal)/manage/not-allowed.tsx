import { Refusal } from '../../../components/refusal.tsx'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'

/** For those who have come here without being an owner or an admin. The use cases refuse them anyway. */
export async function NotAllowed() {
  const [t, shell] = await Promise.all([portalTranslator('errors'), portalTranslator('shell')])
  return (
    <div className="lk-column">
      <Refusal title={t('refusals.forbidden.title')} why={t('refusals.forbidden.why')}>
        <LinkButton variant="primary" href="/">
          {shell('notFound.way')}
        </LinkButton>
      </Refusal>
    </div>
  )
}
