import type { signIn as english } from '#lib/i18n/messages/en/sign-in.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signIn: Translation<typeof english> = {
  title: 'Se connecter',
  name: 'Adresse e-mail ou nom d’utilisateur',
  password: 'Mot de passe',
  submit: 'Se connecter',
  forgotten: 'Mot de passe oublié ? Un propriétaire ou un admin peut vous donner un lien pour en définir un nouveau.',
  notices: {
    signedOut: 'Vous êtes déconnecté. Les comptes ouverts depuis ici sont fermés eux aussi.',
    passwordSet: 'Votre mot de passe est défini. Connectez-vous maintenant avec celui-ci.',
    setUp: 'Le propriétaire est créé. Connectez-vous avec le mot de passe que vous venez de choisir.',
  },
  newPasswordHint:
    'Au moins 15 caractères, quels qu’ils soient. Quelques mots à la suite sont faciles à retenir et difficiles à deviner.',
  setUp: {
    title: 'Créer le premier propriétaire',
    why: 'Les propriétaires gèrent tout : utilisateurs, comptes, adresses de retour et clés API.',
    fullName: 'Votre nom',
    email: 'Adresse e-mail',
    username: 'Nom d’utilisateur',
    emailMalformed: 'Saisissez une adresse e-mail, par exemple ada@example.com.',
    usernameHint: 'Lettres, chiffres, points, tirets et traits de soulignement.',
    newPassword: 'Mot de passe',
    submit: 'Créer et se connecter',
    unusableWhy:
      'Il a déjà été utilisé, a expiré ou a été remplacé. Tant qu’il n’y a pas de propriétaire, chaque démarrage de Latchkey en affiche un nouveau.',
  },
  setPassword: {
    title: 'Définir votre mot de passe',
    why: 'Pour {name}. Vous serez ensuite connecté ici et déconnecté partout ailleurs.',
    username: 'Nom d’utilisateur',
    newPassword: 'Nouveau mot de passe',
    submit: 'Définir et se connecter',
  },
}
