import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { whyPath } from '#app/(portal)/_urls/why-url.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import styles from './why.module.css'

/** Works without scripts. */
export async function RequestIdForm({ requestId = '' }: Readonly<{ requestId?: string }>) {
  const t = await portalTranslator('why')
  return (
    <form action={whyPath} className={`lk-card ${styles.form}`}>
      <TextField label={t('requestId')} name="id" mono required maxLength={100} defaultValue={requestId} />
      <Button type="submit" variant="primary">
        {t('find')}
      </Button>
    </form>
  )
}
