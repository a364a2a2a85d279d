import type { security as english } from '#lib/i18n/messages/en/security.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const security: Translation<typeof english> = {
  title: 'Votre sécurité',
  why: 'Votre mot de passe et les endroits où vous êtes connecté.',
  password: {
    title: 'Mot de passe',
    lastSet: 'Défini : <time></time>. Le changer vous déconnecte partout ailleurs.',
    current: 'Mot de passe actuel',
    new: 'Nouveau mot de passe',
    wrong: 'Ce n’est pas votre mot de passe actuel.',
    newHint: 'Au moins 15 caractères, quels qu’ils soient.',
    submit: 'Changer le mot de passe',
    changed: 'Votre mot de passe est changé.',
    alsoSignedOut:
      '{count, plural, =0 {Vous n’étiez connecté nulle part ailleurs.} one {Vous êtes déconnecté à un autre endroit.} other {Vous êtes déconnecté à # autres endroits.}}',
    unknownOutcome:
      'Nous ne savons pas si votre mot de passe a été changé. Réessayez. Si le mot de passe actuel est refusé, le nouveau est déjà en vigueur.',
  },
  sessions: {
    title: 'Où vous êtes connecté',
    why: 'Terminez ce que vous ne reconnaissez pas, puis changez votre mot de passe. Les comptes ouverts de là-bas sont fermés aussi.',
    browser: 'Navigateur',
    address: 'Adresse',
    since: 'Depuis',
    lastSeen: 'Dernière utilisation',
    actions: 'Actions',
    browserOn: '{browser} sous {system}',
    unknownBrowser: 'Navigateur inconnu',
    current: 'Ce navigateur',
    end: 'Terminer',
    endNamed: 'Terminer la session : {browser}, {address}',
    endOthers: 'Terminer toutes les autres',
    ended: 'La session est terminée.',
    othersEnded:
      '{count, plural, =0 {Il n’y avait pas d’autre session.} one {L’autre session est terminée.} other {# autres sessions sont terminées.}}',
  },
}
