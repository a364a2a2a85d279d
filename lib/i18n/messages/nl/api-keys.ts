import type { apiKeys as english } from '#lib/i18n/messages/en/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const apiKeys: Translation<typeof english> = {
  keys: {
    title: 'API-sleutels',
    why: 'Met een sleutel krijgt een programma toegangstokens en opent het accounts namens de eigenaar van de sleutel.',
    reference: 'API-referentie',
    add: 'Nieuwe sleutel genereren',
    caption: 'API-sleutels in gebruik',
    search: 'Zoeken op naam, sleutel-ID of eigenaar',
    anyOwner: 'Alle eigenaren',
    age: 'Aandacht',
    sort: 'Sorteren op',
    apply: 'Toepassen',
    clear: 'Filters wissen',
    pages: 'Pagina’s van de API-sleutels',
    nothing: 'Geen overeenkomende sleutels',
    found: '{total, number} van {all, plural, one {# sleutel} other {# sleutels}}',
    stateFilters: {
      current: 'In gebruik',
      active: 'Actief',
      disabled: 'Uitgeschakeld',
      ended: 'Ingetrokken of verlopen',
      all: 'Alle',
    },
    ageFilters: { any: 'Alle', expiring: 'Verloopt binnen 30 dagen', unused: '90 dagen ongebruikt' },
    sorts: { newest: 'Nieuwste eerst', name: 'Naam', 'last-used': 'Laatst gebruikt', expires: 'Verloopt eerst' },
    columns: {
      key: 'Naam en sleutel-ID',
      owner: 'Eigenaar',
      created: 'Gemaakt',
      lastUsed: 'Laatst gebruikt',
      expires: 'Verloopt',
      state: 'Status',
    },
    by: 'door {name}',
    byCommandLine: 'op de opdrachtregel',
    from: 'vanaf {address}',
    neverUsed: 'Nooit',
    noExpiry: 'Nooit',
    states: {
      active: 'Actief',
      disabled: 'Uitgeschakeld',
      revoked: 'Ingetrokken',
      expired: 'Verlopen',
      ownerDeactivated: 'Eigenaar gedeactiveerd',
    },
    allows: { sso: 'Opent accounts', introspect: 'Controleert tokens' },
    only: 'Alleen {entries}{more, plural, =0 {} other { en nog #}}',
    onlyFrom: 'Alleen vanaf {entries}{more, plural, =0 {} other { en nog #}}',
    disable: 'Uitschakelen',
    enable: 'Inschakelen',
    revoke: 'Intrekken',
    none: 'Nog geen API-sleutel',
    noneHint: 'Genereer er een voor het eerste programma dat accounts opent.',
  },

  newKey: {
    title: 'Nieuwe sleutel genereren',
    name: 'Naam',
    nameHint: 'Welk programma hem gaat gebruiken: aan deze naam herkent u hem.',
    owner: 'Eigenaar',
    ownerHint:
      'De sleutel opent wat zijn eigenaar mag openen. Een servicegebruiker blijft wanneer personen vertrekken.',
    ownerYou: '{name} (u)',
    ownerOther: '{name} · {username}',
    scopes: 'Wat hij mag',
    scopesHint: 'Dit ligt daarna vast, net als de grenzen hieronder: genereer een andere sleutel om ze te veranderen.',
    scopeChoices: { sso: 'Accounts openen', introspect: 'Tokens controleren' },
    scopeHints: {
      sso: 'Aanmeldlinks opvragen. Elke link opent een account namens de eigenaar van de sleutel.',
      introspect: 'Vragen of een token nog geldig is, aan wie het ook is uitgegeven.',
    },
    scopesMissing: 'Vink er ten minste één aan.',
    expiry: 'Verloopt',
    expiryDays: 'Na {days, number} dagen',
    expiryNever: 'Nooit',
    expiryNeverHint: 'Totdat iemand hem intrekt',
    neverWarning: 'Een sleutel zonder einde',
    neverWarningWhy: 'Wie hem in handen krijgt, kan hem gebruiken totdat iemand het merkt en hem intrekt.',
    limits: 'Beperken tot bepaalde accounts of adressen',
    limitsHint: 'Scheid er meer met komma’s, spaties of regeleinden.',
    accounts: 'Accounts',
    accountsHint: 'ID’s van de enige accounts die hij opent, van die van zijn eigenaar. Leeg: al die accounts.',
    accountsUnknown:
      'Er bestaat geen account met {count, plural, one {deze ID} other {deze ID’s}}: {entries}{more, plural, =0 {} other { en nog #}}',
    accountsTooMany:
      'Een sleutel neemt er hoogstens 100. Geef hem voor meer aan een servicegebruiker die deze accounts mag openen.',
    networks: 'Adressen',
    networksHint:
      'De enige waarvandaan hij werkt: losse zoals 203.0.113.7, reeksen zoals 10.0.0.0/8 of 2001:db8::/32. Leeg: alle.',
    networksMalformed:
      '{count, plural, one {Dit is geen adres en geen reeks} other {Dit zijn geen adressen en geen reeksen}}: {entries}{more, plural, =0 {} other { en nog #}}',
    networksHostBits:
      'Een reeks begint met zijn eerste adres, zoals 10.0.0.0/8. Dat is hier niet zo: {entries}{more, plural, =0 {} other { en nog #}}',
    networksTooMany: 'Een sleutel neemt er hoogstens 20.',
    sameName: 'Er is al een actieve sleutel met de naam ‘{name}’ voor {owner}. Nog een genereren?',
    submitAnother: 'Nog een sleutel genereren',
    submit: 'Sleutel genereren',
    unknownOutcome: 'We weten niet of de sleutel is gegenereerd. Kijk in de lijst voordat u het opnieuw probeert.',
  },

  keyCreated: {
    title: '‘{name}’ is aangemaakt',
    gone: 'Het secret kan niet opnieuw worden getoond. Hebt u het niet gekopieerd, trek deze sleutel dan in en genereer een nieuwe.',
    keep: 'Sleutel behouden',
  },

  secret: {
    title: 'Uw nieuwe sleutel ‘{name}’',
    once: 'Bewaar het geheim nu: het wordt nooit meer getoond.',
    forgotten:
      'Het geheim wordt niet meer getoond. Trek deze sleutel in en genereer een andere als u het niet hebt bewaard.',
    keyId: 'Sleutel-ID',
    keyIdField: 'verzonden als clientId',
    secret: 'Geheim',
    secretField: 'verzonden als clientSecret',
    copyEnv: 'Kopiëren als .env',
    copyCurl: 'Kopiëren als curl',
    environment: 'omgevingsvariabelen',
    request: 'curl-opdracht',
    curlTitle: 'Om te proberen',
    expires: 'Hij verloopt op {when}.',
    neverExpires: 'Hij verloopt niet.',
    stored: 'Ik heb het geheim bewaard',
    storeFirst: 'Bewaar eerst het geheim en vink dit dan aan.',
    done: 'Klaar',
  },

  disableKey: {
    title: '‘{name}’ uitschakelen?',
    effect:
      'Programma’s die deze sleutel gebruiken, stoppen meteen, met alle tokens die ze hebben gekregen. U kunt hem weer inschakelen.',
    submit: 'Sleutel uitschakelen',
  },
  enableKey: {
    title: '‘{name}’ inschakelen?',
    effect: 'De sleutel werkt meteen weer, net als zijn toegangs- en vernieuwingstokens die niet zijn verlopen.',
    submit: 'Sleutel inschakelen',
  },
  revokeKey: {
    title: '‘{name}’ intrekken?',
    effect:
      'Programma’s die deze sleutel gebruiken, stoppen meteen, met alle tokens die ze hebben gekregen. Dit kan niet ongedaan worden gemaakt.',
    submit: 'Sleutel intrekken',
    mistyped: 'Typ de naam van de sleutel precies: {name}',
  },
  keyUse: {
    inLastDay:
      '{count, plural, =0 {Niet gebruikt in de afgelopen 24 uur.} one {Deze sleutel is # keer gebruikt in de afgelopen 24 uur.} other {Deze sleutel is # keer gebruikt in de afgelopen 24 uur.}}',
    last: 'Laatst gebruikt <when></when> vanaf {address}.',
    never: 'Hij is nog nooit gebruikt.',
    actsAs: 'Hij werkt namens {owner}.',
  },
}
