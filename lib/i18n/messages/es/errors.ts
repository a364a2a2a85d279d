import type { errors as english } from '#lib/i18n/messages/en/errors.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const errors: Translation<typeof english> = {
  requestId: 'Número de solicitud',
  tryAgain: 'Intentar de nuevo',
  tryAgainIn: 'Podrá intentarlo de nuevo en {minutes, plural, one {un minuto} other {# minutos}}.',
  /** Requests that got no usable response. The title also stands alone, at the bottom of the page. */
  outage: {
    signIn: 'Iniciar sesión para continuar',
    offline: { title: 'Sin conexión. Reintentando…', why: 'Lo que ha escrito sigue aquí.' },
    unreachable: { title: 'Latchkey no responde. Reintentando…', why: 'Lo que ha escrito sigue aquí.' },
    'session-ended': {
      title: 'Su sesión ha caducado.',
      why: 'Lo que ha escrito sigue aquí. Inicie sesión y vuelva a intentarlo.',
    },
    'unknown-outcome': {
      title: 'Se ha perdido la conexión.',
      why: 'No sabemos si se ha guardado el cambio. Compruébelo antes de volver a intentarlo.',
    },
    failed: {
      title: 'No se ha podido completar.',
      why: 'Lo que ha escrito sigue aquí. Vuelva a intentarlo y, si falla, cópielo y recargue la página.',
    },
  },
  refusals: {
    invalid_request: {
      title: 'No se ha podido leer esta solicitud',
      why: 'Falta una parte o está dañada. Vuelva atrás e inténtelo de nuevo.',
    },
    method_not_allowed: {
      title: 'Esta dirección no se puede usar así',
      why: 'Espera otro tipo de solicitud. Empiece de nuevo desde sus cuentas.',
    },
    body_too_large: { title: 'Es demasiado de una vez', why: 'Lo enviado supera el tamaño que se acepta aquí.' },
    unsupported_grant_type: {
      title: 'Este tipo de solicitud no se admite',
      why: 'grantType debe ser client_credentials o refresh_token.',
    },
    invalid_client: {
      title: 'No se ha aceptado la clave de API',
      why: 'El ID de la clave o el secreto no es correcto, o la clave ya no está activa.',
    },
    invalid_scope: {
      title: 'Este alcance no está permitido',
      why: 'La clave de API permite menos de lo que se ha pedido. Pida menos o genere otra clave.',
    },
    invalid_grant: {
      title: 'No se ha aceptado el token de actualización',
      why: 'Solicite uno nuevo con la clave de API.',
    },
    unauthorized: { title: 'Se necesita un token de acceso', why: 'La solicitud no incluía ninguno.' },
    malformed_bearer: {
      title: 'No se ha podido leer el token de acceso',
      why: 'Envíelo una sola vez, en la cabecera Authorization, después de la palabra Bearer.',
    },
    invalid_token: {
      title: 'No se ha aceptado el token de acceso',
      why: 'Ha caducado o ya no es válido. Solicite uno nuevo.',
    },
    insufficient_scope: {
      title: 'El token de acceso no alcanza para esto',
      why: 'Se emitió para otra cosa. Solicite uno con el scope «sso».',
    },
    key_without_introspect: {
      title: 'Esta clave de API no puede preguntar por tokens',
      why: 'Se generó sin el scope «introspect». Genere una que lo tenga.',
    },
    access_denied: {
      title: 'No puede abrir esta cuenta',
      why: 'No existe, está suspendida o usted no tiene acceso a ella. Quien gestiona los usuarios y el acceso puede informarle.',
    },
    too_many_requests: { title: 'Demasiados intentos', why: 'Espere un poco antes de intentarlo de nuevo.' },
    temporarily_unavailable: {
      title: 'Latchkey está ocupado en este momento',
      why: 'Inténtelo de nuevo en unos segundos. Si estaba cambiando algo, compruebe antes si se ha guardado.',
    },
    server_error: {
      title: 'Algo ha fallado por nuestra parte',
      why: 'Inténtelo de nuevo. Si vuelve a fallar, indique el número de solicitud.',
    },
    repeated_cookie: {
      title: 'Su navegador envió dos cookies de sesión',
      why: 'Es posible que otro sitio del mismo dominio haya añadido una, y Latchkey no puede saber cuál es la suya. Elimine las cookies de este sitio y de sus subdominios; después, inicie sesión de nuevo o vuelva a abrir la cuenta.',
    },
    grant_unknown: {
      title: 'Este enlace no es válido',
      why: 'Puede que se haya copiado solo en parte. Abra la cuenta de nuevo.',
    },
    grant_expired: {
      title: 'Este enlace ha caducado',
      why: 'Por su seguridad, solo se puede abrir durante unos segundos. Abra la cuenta de nuevo.',
    },
    grant_used: {
      title: 'Este enlace ya se ha usado',
      why: 'Por su seguridad, abre la cuenta una sola vez. Abra la cuenta de nuevo.',
    },
    grant_withdrawn: {
      title: 'Esta cuenta ya no se puede abrir con este enlace',
      why: 'El acceso correspondiente cambió después de crearse el enlace.',
    },
    grant_other_browser: {
      title: 'Este enlace pertenece a otro navegador',
      why: 'Solo se puede abrir en el navegador en el que se creó.',
    },
    platform_unreachable: {
      title: 'La plataforma no responde',
      why: 'Las cuentas se abren en otra plataforma, y en este momento no se puede llegar a ella. Inténtelo de nuevo en unos segundos. Si sigue igual, avise a un propietario o a un admin.',
    },
    platform_busy: {
      title: 'La plataforma está ocupada en este momento',
      why: 'Las cuentas se abren en otra plataforma, y esta pide un poco de paciencia. Inténtelo de nuevo en unos segundos.',
    },
    platform_key_refused: {
      title: 'La plataforma no ha dejado entrar a Latchkey',
      why: 'Las cuentas se abren en otra plataforma, y esta no acepta la clave de API que Latchkey usa allí. Avise a un propietario o a un admin: hasta que se arregle, de nada sirve intentarlo de nuevo.',
    },
    platform_account_refused: {
      title: 'La plataforma no abre esta cuenta',
      why: 'Allí no existe, está suspendida, o el usuario con el que Latchkey actúa allí no tiene acceso a ella. Avise a un propietario o a un admin.',
    },
    platform_return_refused: {
      title: 'La plataforma no conoce el camino de vuelta',
      why: 'Solo devuelve a direcciones de retorno registradas, y la dirección a la que usted volvería, normalmente la de este Latchkey, no es una de ellas. Un propietario o un admin puede hacer que se añada allí.',
    },
    platform_unusable: {
      title: 'La respuesta de la plataforma no sirve',
      why: 'Las cuentas se abren en otra plataforma, y lo que ha respondido no es lo acordado. Avise a un propietario o a un admin e indique el número de solicitud.',
    },
    forbidden: { title: 'Su rol no lo permite', why: 'Un propietario o un admin puede hacerlo por usted.' },
    foreign_form: {
      title: 'Este formulario se ha enviado desde otro sitio',
      why: 'Por su seguridad, no se ha cambiado nada. Vuelva a sus cuentas e inténtelo de nuevo.',
    },
    not_found: { title: 'Aquí no hay nada', why: 'No existe, o ya no existe.' },
    signed_out: { title: 'Su sesión ha caducado', why: 'Inicie sesión y vuelva a intentarlo.' },
    sign_in_failed: {
      title: 'No se ha podido iniciar sesión',
      why: 'El nombre o la contraseña no es correcto. Compruebe ambos e inténtelo de nuevo.',
    },
    confirmation_required: {
      title: 'Introduzca de nuevo su contraseña',
      why: 'La introdujo hace más de 10 minutos, y esto cambia quién puede entrar.',
    },
    password_wrong: {
      title: 'La contraseña no es correcta',
      why: 'Compruébela e inténtelo de nuevo. No se ha cambiado nada.',
    },
    link_unusable: {
      title: 'Este enlace ya no se puede usar',
      why: 'Ya se ha usado, ha caducado o se ha sustituido por uno más reciente. Pida un enlace nuevo.',
    },
    input_invalid: {
      title: 'Algunos campos necesitan su atención',
      why: 'Todavía no se ha guardado nada. Vea las notas junto a los campos.',
    },
    last_owner: {
      title: 'Es el último propietario activo',
      why: 'Nombre antes a otro propietario; si no, nadie podría gestionar ya a los propietarios.',
    },
    conflict: {
      title: 'Esto ya no es posible',
      why: 'Se ha cambiado entretanto. Consulte el estado actual e inténtelo de nuevo.',
    },
  },
  atLeast: 'Use al menos {min, plural, one {# carácter} other {# caracteres}}.',
  atMost: 'Use {max, plural, one {# carácter} other {# caracteres}} como máximo.',
  fields: {
    required: 'Rellene este campo.',
    too_short: 'Es demasiado corto.',
    too_long: 'Es demasiado largo.',
    too_large: 'Es demasiado grande.',
    out_of_range: 'Está fuera de los límites permitidos.',
    malformed: 'No tiene la forma correcta.',
    insecure: 'Solo se permite https; http, únicamente para este equipo.',
    taken: 'Ya está en uso.',
    reserved: 'Está reservado. Elija otra cosa.',
    common: 'Los atacantes conocen esta contraseña. Elija otra.',
    personal: 'Contiene su nombre o su dirección. Elija otra.',
    product: 'Se compone sobre todo de palabras de esta página. Elija otra.',
    pattern: 'Se repite o sigue el teclado. Elija otra.',
    mismatch: 'Los dos no coinciden.',
    unchanged: 'Es igual que antes.',
    wrong: 'No es correcto.',
    unknown: 'No existe.',
    not_allowed: 'No puede elegir esto.',
  },
}
