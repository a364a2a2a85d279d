import { Refusal } from '../../../components/refusal.tsx'
import { SingleColumn } from '../../../components/single-column.tsx'
import { LinkButton } from '../../../components/ui/link-button.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'

/** What a set-up or set-password link shows that cannot be used, whatever the reason. */
export async function UnusableLink({ why }: Readonly<{ why?: string }>) {
  const [errors, signIn] = [await portalTranslator('errors'), await portalTranslator('signIn')]
  return (
    <SingleColumn>
      <Refusal title={errors('refusals.link_unusable.title')} why={why ?? errors('refusals.link_unusable.why')}>
        <LinkButton href="/sign-in" variant="primary">
          {signIn('title')}
        </LinkButton>
      </Refusal>
    </SingleColumn>
  )
}
