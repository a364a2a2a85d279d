import type { shell as english } from '#lib/i18n/messages/en/shell.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const shell: Translation<typeof english> = {
  description: 'Ouvre vos comptes en un clic.',
  skipToContent: 'Aller au contenu',
  mainNavigation: 'Navigation principale',
  accounts: 'Comptes',
  usersAndAccess: 'Utilisateurs et accès',
  manageAccounts: 'Gérer les comptes',
  activity: 'Activité',
  yourSecurity: 'Votre sécurité',
  theme: 'Apparence',
  themes: {
    system: 'Système',
    light: 'Clair',
    dark: 'Sombre',
  },
  language: 'Langue',
  shortcuts: {
    title: 'Raccourcis clavier',
    show: 'Afficher cette liste',
    single: 'Raccourcis à un seul caractère : / ? p',
    on: 'Activés',
    off: 'Désactivés',
  },
  signOut: 'Se déconnecter',
  roles: {
    owner: 'Propriétaire',
    admin: 'Admin',
    agent: 'Agent',
  },
  /** In place of the sign-in form while no one can sign in. */
  setUpNeeded: {
    title: 'Latchkey n’est pas encore configuré',
    why: 'Créez le premier propriétaire avec le lien de configuration que Latchkey a affiché au démarrage. Vous le trouverez dans le terminal ou dans le journal du serveur.',
    newLink:
      'Le lien est valable 24 heures. Chaque démarrage en affiche un nouveau tant qu’il n’y a pas de propriétaire.',
    docker: 'Avec Docker :',
    ownerMissing: 'Ce Latchkey n’a pas encore de propriétaire',
  },
  /** A set-up or set-password link without its token. */
  incompleteLink: {
    title: 'Ce lien est incomplet',
    why: 'Il se termine par « ?token= » suivi d’un code, et le code manque. Copiez le lien entier et ouvrez-le à nouveau.',
  },
  notFound: {
    title: 'Il n’y a rien ici',
    why: 'L’adresse est incomplète, ou ce qui se trouvait ici a été supprimé.',
    way: 'Aller à vos comptes',
  },
  pages: {
    next: 'Suivant',
    previous: 'Précédent',
    pageOf: 'Page {page, number} sur {pages, number}',
  },
}
