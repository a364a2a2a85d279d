import type { signOn as english } from '#lib/i18n/messages/en/sign-on.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signOn: Translation<typeof english> = {
  accounts: 'Naar uw accounts',
  again: 'Opnieuw proberen',
  clearCookies: 'Cookies verwijderen',
  openAgain: 'Account opnieuw openen',
  backTo: 'Terug naar {host}',
  switchTitle: '{account} openen als {user}?',
  switchHeld:
    '{holder} heeft dit account in deze browser geopend. Als u doorgaat, eindigt die sessie en gaat verloren wat daar niet is opgeslagen.',
  switchFree: 'Deze browser vraagt het eerst voordat het account onder een andere naam dan voorheen wordt geopend.',
  switchTo: 'Doorgaan als {user}',
  keep: 'Huidige sessie behouden',
}
