import { Dialog } from '../../../../components/ui/dialog.tsx'
import { FormActions } from '../../../../components/ui/form.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'

/** Shown if the URL names something that no longer exists or that the user may not change. */
export async function NotFoundDialog({ closeHref }: Readonly<{ closeHref: string }>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <Dialog title={t('gone.title')} closeHref={closeHref}>
      <p>{t('gone.why')}</p>
      <FormActions>
        <LinkButton href={closeHref} variant="primary" inPlace>
          {t('gone.way')}
        </LinkButton>
      </FormActions>
    </Dialog>
  )
}
