import type { errors as english } from '#lib/i18n/messages/en/errors.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const errors: Translation<typeof english> = {
  requestId: 'Aanvraagnummer',
  tryAgain: 'Opnieuw proberen',
  tryAgainIn: 'U kunt het over {minutes, plural, one {één minuut} other {# minuten}} opnieuw proberen.',
  /** Requests that got no usable response. The title also stands alone, at the bottom of the page. */
  outage: {
    signIn: 'Meld u aan om door te gaan',
    offline: { title: 'Offline. Opnieuw proberen…', why: 'Wat u hebt ingevuld, staat er nog.' },
    unreachable: { title: 'Latchkey reageert niet. Opnieuw proberen…', why: 'Wat u hebt ingevuld, staat er nog.' },
    'session-ended': {
      title: 'Uw sessie is verlopen.',
      why: 'Wat u hebt ingevuld, staat er nog. Meld u aan en probeer het opnieuw.',
    },
    'unknown-outcome': {
      title: 'De verbinding is verbroken.',
      why: 'We weten niet of uw wijziging is opgeslagen. Controleer dit voordat u het opnieuw probeert.',
    },
    failed: {
      title: 'Dit is niet gelukt.',
      why: 'Wat u hebt ingevuld, staat er nog. Probeer het opnieuw. Lukt het weer niet, kopieer het dan en laad de pagina opnieuw.',
    },
  },
  refusals: {
    invalid_request: {
      title: 'Deze aanvraag kon niet worden gelezen',
      why: 'Een deel ontbreekt of is beschadigd. Ga terug en probeer het opnieuw.',
    },
    method_not_allowed: {
      title: 'Dit adres kan zo niet worden gebruikt',
      why: 'Het verwacht een ander soort aanvraag. Begin opnieuw bij uw accounts.',
    },
    body_too_large: {
      title: 'Dat is te veel tegelijk',
      why: 'Wat is verzonden, is groter dan hier kan worden aangenomen.',
    },
    unsupported_grant_type: {
      title: 'Dit soort aanvraag wordt niet ondersteund',
      why: 'grantType moet client_credentials of refresh_token zijn.',
    },
    invalid_client: {
      title: 'De API-sleutel is niet geaccepteerd',
      why: 'De sleutel-ID of het geheim klopt niet, of de sleutel is niet meer actief.',
    },
    invalid_scope: {
      title: 'Dit bereik is niet toegestaan',
      why: 'De API-sleutel staat minder toe dan er is gevraagd. Vraag minder of maak een andere sleutel.',
    },
    invalid_grant: {
      title: 'Het vernieuwingstoken is niet geaccepteerd',
      why: 'Vraag met de API-sleutel een nieuw token aan.',
    },
    unauthorized: { title: 'Er is een toegangstoken nodig', why: 'De aanvraag bevatte er geen.' },
    malformed_bearer: {
      title: 'Het toegangstoken kon niet worden gelezen',
      why: 'Stuur het één keer, in de header Authorization, na het woord Bearer.',
    },
    invalid_token: {
      title: 'Het toegangstoken is niet geaccepteerd',
      why: 'Het is verlopen of niet meer geldig. Vraag een nieuw token aan.',
    },
    insufficient_scope: {
      title: 'Het toegangstoken reikt niet zo ver',
      why: 'Het is voor iets anders uitgegeven. Vraag er een aan met de scope ‘sso’.',
    },
    key_without_introspect: {
      title: 'Deze API-sleutel mag niet naar tokens vragen',
      why: 'Hij is aangemaakt zonder de scope ‘introspect’. Maak er een aan die hem heeft.',
    },
    access_denied: {
      title: 'U kunt dit account niet openen',
      why: 'Het bestaat niet, is geblokkeerd, of u hebt er geen toegang toe. Wie gebruikers en toegang beheert, kan u meer vertellen.',
    },
    too_many_requests: { title: 'Te veel pogingen', why: 'Wacht even voordat u het opnieuw probeert.' },
    temporarily_unavailable: {
      title: 'Latchkey is op dit moment bezet',
      why: 'Probeer het over enkele seconden opnieuw. Was u iets aan het wijzigen, kijk dan eerst of het is opgeslagen.',
    },
    server_error: {
      title: 'Er is aan onze kant iets misgegaan',
      why: 'Probeer het opnieuw. Lukt het weer niet, vermeld dan het aanvraagnummer.',
    },
    repeated_cookie: {
      title: 'Uw browser heeft twee sessiecookies verzonden',
      why: 'Mogelijk heeft een andere site op hetzelfde domein er een toegevoegd. Latchkey kan niet bepalen welke van u is. Verwijder de cookies van deze site en de subdomeinen en meld u opnieuw aan, of open het account opnieuw.',
    },
    grant_unknown: {
      title: 'Deze link is niet geldig',
      why: 'Misschien is hij maar voor een deel gekopieerd. Open het account opnieuw.',
    },
    grant_expired: {
      title: 'Deze link is verlopen',
      why: 'Voor uw veiligheid kan hij maar enkele seconden worden geopend. Open het account opnieuw.',
    },
    grant_used: {
      title: 'Deze link is al gebruikt',
      why: 'Voor uw veiligheid opent hij het account maar één keer. Open het account opnieuw.',
    },
    grant_withdrawn: {
      title: 'Dit account kan niet meer met deze link worden geopend',
      why: 'De toegang erachter is gewijzigd nadat de link was gemaakt.',
    },
    grant_other_browser: {
      title: 'Deze link hoort bij een andere browser',
      why: 'Hij kan alleen worden geopend in de browser waarin hij is gemaakt.',
    },
    platform_unreachable: {
      title: 'Het platform antwoordt niet',
      why: 'Accounts worden op een ander platform geopend, en dat is op dit moment niet bereikbaar. Probeer het over enkele seconden opnieuw. Blijft het zo, vertel het dan een eigenaar of een admin.',
    },
    platform_busy: {
      title: 'Het platform is op dit moment bezet',
      why: 'Accounts worden op een ander platform geopend, en dat vraagt om een beetje geduld. Probeer het over enkele seconden opnieuw.',
    },
    platform_key_refused: {
      title: 'Het platform heeft Latchkey niet binnengelaten',
      why: 'Accounts worden op een ander platform geopend, en dat accepteert de API-sleutel niet die Latchkey daar gebruikt. Vertel het een eigenaar of een admin: tot dat is verholpen, helpt opnieuw proberen niet.',
    },
    platform_account_refused: {
      title: 'Het platform opent dit account niet',
      why: 'Het bestaat daar niet, is daar geblokkeerd, of de gebruiker als wie Latchkey daar handelt, heeft er geen toegang toe. Vertel het een eigenaar of een admin.',
    },
    platform_return_refused: {
      title: 'Het platform kent de weg terug niet',
      why: 'Het stuurt alleen terug naar geregistreerde retouradressen, en het adres waarnaar u zou terugkeren, meestal dat van deze Latchkey, is daar niet bij. Een eigenaar of een admin kan het daar laten toevoegen.',
    },
    platform_unusable: {
      title: 'Het antwoord van het platform is niet bruikbaar',
      why: 'Accounts worden op een ander platform geopend, en wat dat antwoordde, is niet wat was afgesproken. Vertel het een eigenaar of een admin en vermeld het aanvraagnummer.',
    },
    forbidden: { title: 'Uw rol staat dit niet toe', why: 'Een eigenaar of een admin kan het voor u doen.' },
    foreign_form: {
      title: 'Dit formulier is vanaf een andere site verzonden',
      why: 'Voor uw veiligheid is er niets gewijzigd. Ga terug naar uw accounts en probeer het opnieuw.',
    },
    not_found: { title: 'Hier is niets', why: 'Het bestaat niet, of niet meer.' },
    signed_out: { title: 'Uw sessie is verlopen', why: 'Meld u aan en probeer het opnieuw.' },
    sign_in_failed: {
      title: 'U kon niet worden aangemeld',
      why: 'De naam of het wachtwoord klopt niet. Controleer beide en probeer het opnieuw.',
    },
    confirmation_required: {
      title: 'Voer uw wachtwoord opnieuw in',
      why: 'U hebt het meer dan 10 minuten geleden ingevoerd, en dit verandert wie er toegang heeft.',
    },
    password_wrong: {
      title: 'Het wachtwoord klopt niet',
      why: 'Controleer het en probeer het opnieuw. Er is niets gewijzigd.',
    },
    link_unusable: {
      title: 'Deze link kan niet meer worden gebruikt',
      why: 'Hij is al gebruikt, verlopen of door een nieuwere vervangen. Vraag om een nieuwe link.',
    },
    input_invalid: {
      title: 'Enkele velden vragen uw aandacht',
      why: 'Er is nog niets opgeslagen. Zie de opmerkingen bij de velden.',
    },
    last_owner: {
      title: 'Dit is de laatste actieve eigenaar',
      why: 'Maak eerst iemand anders eigenaar; anders zou niemand meer eigenaars kunnen beheren.',
    },
    conflict: {
      title: 'Dit is niet meer mogelijk',
      why: 'Het is intussen gewijzigd. Bekijk de huidige stand en probeer het opnieuw.',
    },
  },
  atLeast: 'Gebruik minstens {min, plural, one {# teken} other {# tekens}}.',
  atMost: 'Gebruik maximaal {max, plural, one {# teken} other {# tekens}}.',
  fields: {
    required: 'Vul dit in.',
    too_short: 'Dit is te kort.',
    too_long: 'Dit is te lang.',
    too_large: 'Dit is te groot.',
    out_of_range: 'Dit valt buiten de toegestane grenzen.',
    malformed: 'Dit heeft niet de juiste vorm.',
    insecure: 'Alleen https is toegestaan; http uitsluitend voor deze computer.',
    taken: 'Dit is al in gebruik.',
    reserved: 'Dit is gereserveerd. Kies iets anders.',
    common: 'Dit wachtwoord is bekend bij aanvallers. Kies een ander.',
    personal: 'Dit bevat uw naam of adres. Kies een ander.',
    product: 'Dit bestaat vooral uit woorden van deze pagina. Kies een ander.',
    pattern: 'Dit herhaalt zich of volgt het toetsenbord. Kies een ander.',
    mismatch: 'De twee komen niet overeen.',
    unchanged: 'Dit is hetzelfde als voorheen.',
    wrong: 'Dit klopt niet.',
    unknown: 'Dit bestaat niet.',
    not_allowed: 'U mag dit niet kiezen.',
  },
}
