import type { activity as english } from '#lib/i18n/messages/en/activity.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const activity: Translation<typeof english> = {
  title: 'Actividad',
  why: 'Quién hizo qué, cuándo y desde dónde. El registro crece por sí solo; nadie puede modificarlo.',
  export: 'Descargar como CSV',

  filter: 'Filtro',
  person: 'Persona',
  personHint: 'Nombre o correo',
  account: 'ID de la cuenta',
  kind: 'Tipo',
  anyKind: 'Todo',
  from: 'Desde el día',
  to: 'Hasta el día',
  apply: 'Aplicar',
  showAll: 'Borrar los filtros',
  unknownPerson: 'Ningún usuario coincide con «{value}».',
  severalPersons: 'Varios usuarios coinciden con «{value}». Escriba un nombre de usuario o un correo electrónico.',
  notADay: 'Escriba una fecha válida.',
  unknownKind: 'No existe el tipo de evento «{value}».',
  longAccount: 'Use {max} caracteres como máximo.',

  caption: 'Sucesos registrados, los más recientes primero',
  columns: { when: 'Cuándo', what: 'Suceso', where: 'Desde' },
  pages: 'Páginas de la actividad',
  newer: 'Más recientes',
  older: 'Más antiguos',
  emptyTitle: 'No hay eventos que coincidan',
  emptyWhy: 'Pruebe con otra persona, otra cuenta, otro tipo o más días.',

  somebody: 'Alguien',
  /** The event `user.created` of the first owner. */
  setUp: '<subject></subject> configuró Latchkey y pasó a ser su propietario',
  operator: '{name} (operación)',
  program: '{name} (programa)',
  commandLine: 'Línea de comandos',

  groups: {
    user: 'Usuarios',
    portal_session: 'Inicios de sesión',
    api_key: 'Claves de API',
    refresh_family: 'Tokens de actualización',
    signing_key: 'Claves de firma',
    account: 'Cuentas',
    return_address: 'Direcciones de retorno',
    sso_grant: 'Cuentas abiertas',
    account_session: 'Sesiones de cuenta',
    database: 'Base de datos',
  },
  kinds: {
    user: {
      created: 'Usuario añadido',
      updated: 'Usuario modificado',
      deactivated: 'Usuario desactivado',
      reactivated: 'Usuario reactivado',
      password_link_created: 'Enlace de contraseña creado',
      password_set: 'Contraseña fijada por enlace',
      password_changed: 'Contraseña cambiada',
    },
    portal_session: { started: 'Sesión iniciada', refused: 'Inicio de sesión rechazado', ended: 'Sesión cerrada' },
    api_key: {
      generated: 'Clave de API generada',
      disabled: 'Clave de API desactivada',
      enabled: 'Clave de API reactivada',
      revoked: 'Clave de API revocada',
    },
    refresh_family: { revoked: 'Token de actualización revocado' },
    signing_key: {
      announced: 'Clave de firma publicada',
      rotated: 'Clave de firma cambiada',
    },
    account: {
      created: 'Cuenta añadida',
      updated: 'Cuenta modificada',
      suspended: 'Cuenta suspendida',
      resumed: 'Cuenta restablecida',
      imported: 'Cuentas importadas',
    },
    return_address: { added: 'Dirección de retorno añadida', removed: 'Dirección de retorno eliminada' },
    sso_grant: { redeemed: 'Cuenta abierta', obtained: 'Cuenta abierta en otro lugar', refused: 'Apertura rechazada' },
    account_session: { ended: 'Sesión de cuenta terminada' },
    database: { restored: 'Base de datos restaurada' },
  },

  sentences: {
    user: {
      created:
        '<actor></actor> añadió a <subject></subject> como {role, select, owner {propietario} admin {admin} agent {agente} other {usuario de servicio}}',
      updated: '<actor></actor> modificó a <subject></subject>',
      deactivated: '<actor></actor> desactivó a <subject></subject>',
      reactivated: '<actor></actor> reactivó a <subject></subject>',
      password_link_created: '<actor></actor> creó un enlace para que <subject></subject> fije una contraseña',
      password_set: '<subject></subject> fijó una contraseña mediante un enlace',
      password_changed: '<subject></subject> cambió la contraseña',
    },
    portal_session: {
      started: '<subject></subject> inició sesión',
      refused:
        '{reason, select, beyond_limit {{attempts, plural, one {# inicio de sesión fallido más} other {# inicios de sesión fallidos más}} desde {network} en 15 minutos} beyond_limit_elsewhere {{attempts, plural, one {# inicio de sesión fallido más} other {# inicios de sesión fallidos más}} desde otras redes en 15 minutos} unknown_name {Alguien intentó iniciar sesión con un nombre que no existe} service_user {Alguien intentó iniciar sesión como el usuario de servicio <subject></subject>} deactivated {No se dejó entrar a <subject></subject>: usuario desactivado} no_password {No se dejó entrar a <subject></subject>: todavía no se ha fijado una contraseña} wrong_confirmation {<subject></subject> dio una contraseña incorrecta al pedírsela de nuevo} other {Se dio una contraseña incorrecta para <subject></subject>}}',
      ended:
        '{reason, select, signed_out {<subject></subject> cerró la sesión} other {<subject></subject> terminó {sessions, plural, =1 {otra sesión} other {otras # sesiones}}}}',
    },
    api_key: {
      generated: '<actor></actor> generó la clave de API <subject></subject> para {owner}',
      disabled: '<actor></actor> desactivó la clave de API <subject></subject> de {owner}',
      enabled: '<actor></actor> reactivó la clave de API <subject></subject> de {owner}',
      revoked: '<actor></actor> revocó la clave de API <subject></subject> de {owner}',
    },
    refresh_family: {
      revoked:
        '{reason, select, client_asked {Se revocaron todos los tokens que procedían de una solicitud con la clave de API <subject></subject>, porque un programa lo pidió} other {Se presentó de nuevo un token de actualización antiguo de la clave de API <subject></subject>: se revocaron todos los que procedían de él}}',
    },
    signing_key: {
      announced: '<actor></actor> publicó la clave de firma <subject></subject>, que ha de firmar dentro de una hora',
      rotated: '<actor></actor> puso en uso la clave de firma <subject></subject>',
    },
    account: {
      created: '<actor></actor> añadió la cuenta <subject></subject>',
      updated: '<actor></actor> modificó la cuenta <subject></subject>',
      suspended: '<actor></actor> suspendió la cuenta <subject></subject>',
      resumed: '<actor></actor> restableció la cuenta <subject></subject>',
      imported:
        '<actor></actor> importó <subject></subject>: {created, plural, =0 {ninguna cuenta añadida} one {# cuenta añadida} other {# cuentas añadidas}}, {updated, plural, one {# modificada} other {# modificadas}}',
    },
    return_address: {
      added: '<actor></actor> añadió la dirección de retorno <subject></subject>',
      removed: '<actor></actor> eliminó la dirección de retorno <subject></subject>',
    },
    sso_grant: {
      redeemed:
        '{via, select, launch {<actor></actor> abrió la cuenta <subject></subject>} other {<actor></actor> abrió la cuenta <subject></subject> con una clave de API}}',
      obtained: '<actor></actor> fue a {platform} para abrir la cuenta <subject></subject>',
      refused:
        '{reason, select, tampered {Se rechazó un enlace de acceso alterado, destinado a {userName}, a la cuenta <subject></subject>} other {Se rechazó un enlace de acceso destinado a {userName} a la cuenta <subject></subject>: el acceso se había retirado}}',
    },
    account_session: { ended: 'Se terminó la sesión de {userName} en la cuenta <subject></subject>' },
    database: {
      restored:
        '{via, select, file {<actor></actor> restauró la base de datos a partir de la copia de seguridad <subject></subject>} other {<actor></actor> restauró la base de datos por otros medios}}',
    },
  },

  facts: {
    formerName: 'Nombre anterior: {value}',
    formerRole:
      'Rol anterior: {value, select, owner {propietario} admin {admin} agent {agente} other {usuario de servicio}}',
    role: 'Rol: {value, select, owner {propietario} admin {admin} agent {agente} other {usuario de servicio}}',
    listedAccounts:
      '{value, plural, =0 {Ninguna cuenta en la lista} one {# cuenta en la lista} other {# cuentas en la lista}}',
    addedAccounts: '{value, plural, one {# cuenta más} other {# cuentas más}}',
    removedAccounts: '{value, plural, one {# cuenta menos} other {# cuentas menos}}',
    failures: '{value, plural, one {# intento fallido} other {# intentos fallidos seguidos}}',
    algorithm: 'Algoritmo: {value}',
    keysToEnable:
      '{value, plural, one {# clave de API espera su habilitación} many {# claves de API esperan su habilitación} other {# claves de API esperan su habilitación}}',
  },
}
