import type { activity as english } from '#lib/i18n/messages/en/activity.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const activity: Translation<typeof english> = {
  title: 'Activiteit',
  why: 'Wie deed wat, wanneer en vanwaar. Het logboek groeit vanzelf; niemand kan het wijzigen.',
  export: 'Als CSV downloaden',

  filter: 'Filter',
  person: 'Persoon',
  personHint: 'Naam of e-mail',
  account: 'Account-ID',
  kind: 'Soort',
  anyKind: 'Alles',
  from: 'Van dag',
  to: 'Tot en met dag',
  apply: 'Toepassen',
  showAll: 'Filters wissen',
  unknownPerson: 'Geen gebruiker komt overeen met “{value}”.',
  severalPersons: 'Meerdere gebruikers komen overeen met “{value}”. Vul een gebruikersnaam of e-mailadres in.',
  notADay: 'Vul een geldige datum in.',
  unknownKind: 'Het soort gebeurtenis “{value}” bestaat niet.',
  longAccount: 'Gebruik maximaal {max} tekens.',

  caption: 'Vastgelegde gebeurtenissen, de nieuwste eerst',
  columns: { when: 'Wanneer', what: 'Gebeurtenis', where: 'Vanaf' },
  pages: 'Pagina’s van de activiteit',
  newer: 'Nieuwere',
  older: 'Oudere',
  emptyTitle: 'Geen overeenkomende gebeurtenissen',
  emptyWhy: 'Probeer een andere persoon, een ander account, een andere soort of meer dagen.',

  somebody: 'Iemand',
  /** The event `user.created` of the first owner. */
  setUp: '<subject></subject> heeft Latchkey ingericht en is nu eigenaar',
  operator: '{name} (beheer)',
  program: '{name} (programma)',
  commandLine: 'Opdrachtregel',

  groups: {
    user: 'Gebruikers',
    portal_session: 'Aanmeldingen',
    api_key: 'API-sleutels',
    refresh_family: 'Vernieuwingstokens',
    signing_key: 'Ondertekeningssleutels',
    account: 'Accounts',
    return_address: 'Retouradressen',
    sso_grant: 'Geopende accounts',
    account_session: 'Accountsessies',
    database: 'Database',
  },
  kinds: {
    user: {
      created: 'Gebruiker toegevoegd',
      updated: 'Gebruiker gewijzigd',
      deactivated: 'Gebruiker gedeactiveerd',
      reactivated: 'Gebruiker opnieuw geactiveerd',
      password_link_created: 'Wachtwoordlink gemaakt',
      password_set: 'Wachtwoord ingesteld via link',
      password_changed: 'Wachtwoord gewijzigd',
    },
    portal_session: { started: 'Aangemeld', refused: 'Aanmelding geweigerd', ended: 'Afgemeld' },
    api_key: {
      generated: 'API-sleutel gegenereerd',
      disabled: 'API-sleutel uitgeschakeld',
      enabled: 'API-sleutel ingeschakeld',
      revoked: 'API-sleutel ingetrokken',
    },
    refresh_family: { revoked: 'Vernieuwingstoken ingetrokken' },
    signing_key: {
      announced: 'Ondertekeningssleutel gepubliceerd',
      rotated: 'Ondertekeningssleutel gewisseld',
    },
    account: {
      created: 'Account toegevoegd',
      updated: 'Account gewijzigd',
      suspended: 'Account geblokkeerd',
      resumed: 'Account vrijgegeven',
      imported: 'Accounts geïmporteerd',
    },
    return_address: { added: 'Retouradres toegevoegd', removed: 'Retouradres verwijderd' },
    sso_grant: { redeemed: 'Account geopend', obtained: 'Account elders geopend', refused: 'Openen geweigerd' },
    account_session: { ended: 'Accountsessie beëindigd' },
    database: { restored: 'Database teruggezet' },
  },

  sentences: {
    user: {
      created:
        '<actor></actor> heeft <subject></subject> toegevoegd als {role, select, owner {eigenaar} admin {admin} agent {agent} other {servicegebruiker}}',
      updated: '<actor></actor> heeft <subject></subject> gewijzigd',
      deactivated: '<actor></actor> heeft <subject></subject> gedeactiveerd',
      reactivated: '<actor></actor> heeft <subject></subject> opnieuw geactiveerd',
      password_link_created:
        '<actor></actor> heeft voor <subject></subject> een link gemaakt om een wachtwoord in te stellen',
      password_set: '<subject></subject> heeft via een link een wachtwoord ingesteld',
      password_changed: '<subject></subject> heeft het wachtwoord gewijzigd',
    },
    portal_session: {
      started: '<subject></subject> heeft zich aangemeld',
      refused:
        '{reason, select, beyond_limit {{attempts, plural, one {Nog # mislukte aanmelding} other {Nog # mislukte aanmeldingen}} van {network} binnen 15 minuten} beyond_limit_elsewhere {{attempts, plural, one {Nog # mislukte aanmelding} other {Nog # mislukte aanmeldingen}} van andere netwerken binnen 15 minuten} unknown_name {Iemand probeerde zich aan te melden met een naam die niet bestaat} service_user {Iemand probeerde zich aan te melden als de servicegebruiker <subject></subject>} deactivated {<subject></subject> is niet toegelaten: gedeactiveerd} no_password {<subject></subject> is niet toegelaten: er is nog geen wachtwoord ingesteld} wrong_confirmation {<subject></subject> gaf een verkeerd wachtwoord toen er opnieuw om werd gevraagd} other {Er is een verkeerd wachtwoord gegeven voor <subject></subject>}}',
      ended:
        '{reason, select, signed_out {<subject></subject> heeft zich afgemeld} other {<subject></subject> heeft {sessions, plural, =1 {een andere sessie} other {# andere sessies}} beëindigd}}',
    },
    api_key: {
      generated: '<actor></actor> heeft de API-sleutel <subject></subject> gegenereerd voor {owner}',
      disabled: '<actor></actor> heeft de API-sleutel <subject></subject> van {owner} uitgeschakeld',
      enabled: '<actor></actor> heeft de API-sleutel <subject></subject> van {owner} ingeschakeld',
      revoked: '<actor></actor> heeft de API-sleutel <subject></subject> van {owner} ingetrokken',
    },
    refresh_family: {
      revoked:
        '{reason, select, client_asked {Alle tokens die uit één aanvraag met de API-sleutel <subject></subject> voortkwamen, zijn ingetrokken omdat een programma daarom vroeg} other {Een oud vernieuwingstoken van de API-sleutel <subject></subject> is opnieuw aangeboden: alles wat eruit voortkwam is ingetrokken}}',
    },
    signing_key: {
      announced:
        '<actor></actor> heeft de ondertekeningssleutel <subject></subject> gepubliceerd, die over een uur gaat ondertekenen',
      rotated: '<actor></actor> heeft de ondertekeningssleutel <subject></subject> in gebruik genomen',
    },
    account: {
      created: '<actor></actor> heeft het account <subject></subject> toegevoegd',
      updated: '<actor></actor> heeft het account <subject></subject> gewijzigd',
      suspended: '<actor></actor> heeft het account <subject></subject> geblokkeerd',
      resumed: '<actor></actor> heeft het account <subject></subject> weer vrijgegeven',
      imported:
        '<actor></actor> heeft <subject></subject> geïmporteerd: {created, plural, =0 {geen account} one {# account} other {# accounts}} toegevoegd, {updated, number} gewijzigd',
    },
    return_address: {
      added: '<actor></actor> heeft het retouradres <subject></subject> toegevoegd',
      removed: '<actor></actor> heeft het retouradres <subject></subject> verwijderd',
    },
    sso_grant: {
      redeemed:
        '{via, select, launch {<actor></actor> heeft het account <subject></subject> geopend} other {<actor></actor> heeft het account <subject></subject> geopend met een API-sleutel}}',
      obtained: '<actor></actor> ging naar {platform} om het account <subject></subject> te openen',
      refused:
        '{reason, select, tampered {Een gewijzigde aanmeldlink voor {userName} naar het account <subject></subject> is geweigerd} other {Een aanmeldlink voor {userName} naar het account <subject></subject> is geweigerd: de toegang was ingetrokken}}',
    },
    account_session: { ended: 'De sessie van {userName} in het account <subject></subject> is beëindigd' },
    database: {
      restored:
        '{via, select, file {<actor></actor> heeft de database teruggezet uit de back-up <subject></subject>} other {<actor></actor> heeft de database op een andere manier teruggezet}}',
    },
  },

  facts: {
    formerName: 'Vroegere naam: {value}',
    formerRole: 'Vroegere rol: {value, select, owner {eigenaar} admin {admin} agent {agent} other {servicegebruiker}}',
    role: 'Rol: {value, select, owner {eigenaar} admin {admin} agent {agent} other {servicegebruiker}}',
    listedAccounts:
      '{value, plural, =0 {Geen account in de lijst} one {# account in de lijst} other {# accounts in de lijst}}',
    addedAccounts: '{value, plural, one {# account erbij} other {# accounts erbij}}',
    removedAccounts: '{value, plural, one {# account eraf} other {# accounts eraf}}',
    failures: '{value, plural, one {# mislukte poging} other {# mislukte pogingen op rij}}',
    algorithm: 'Algoritme: {value}',
    keysToEnable:
      '{value, plural, one {# API-sleutel wacht op inschakeling} other {# API-sleutels wachten op inschakeling}}',
  },
}
