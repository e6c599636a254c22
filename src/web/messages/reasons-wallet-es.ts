/** Why something about keys, wallets or payments is refused, in Spanish, by reason. */
import type { Readable } from '#contract/reasons.ts';

export const WALLET_REASONS = {
  BITCOIN_SECRET:
    'Alto. Esto parece una clave privada o unas palabras semilla. No las escribas nunca en ningún sitio web. No se ha guardado nada',
  BITCOIN_UNKNOWN:
    'Se espera una dirección de Bitcoin, una clave pública extendida (xpub, ypub, zpub) o un descriptor',
  BITCOIN_MISTYPED: 'Falta un carácter o hay uno mal escrito: la suma de control no coincide',
  BITCOIN_KEY_WRONG:
    'Esta no es una clave pública extendida válida de una cuenta. Exporta la clave de la cuenta (xpub, ypub, zpub) o un descriptor',
  BITCOIN_MULTISIG:
    'Aún no se pueden leer carteras que firman con varias claves. Se espera la clave de una cartera con una sola clave',
  BITCOIN_NETWORK:
    'Esto pertenece a una red distinta de {network}, que es la que usa este servidor (BITCOIN_NETWORK)',
  ADDRESS_NOT_OF_KEY: 'Esta dirección no está entre las primeras {count} de esta clave',
  NO_WALLET: 'Aún no hay ninguna cartera configurada',
  FIRST_ADDRESS_FIRST:
    'Antes, uno de los padres tiene que confirmar la primera dirección de recepción de la cartera',
  NOT_A_FIRST_ADDRESS: 'Esta no es ninguna de las direcciones que se mostraron',
  FIRST_ADDRESS_KNOWN: 'No hay nada que confirmar: el tipo de direcciones ya se conoce',
  WALLET_IS_ENCRYPTED:
    'El cifrado está activado para vuestra cartera. Guárdala cifrada o desactiva primero el cifrado',
  ENCRYPT_WALLET_FIRST:
    'Este servidor ya guarda una cartera vuestra. Cifra esa cartera o quítala primero',
  OPEN_WALLET_FIRST: 'Solo tú puedes abrir la cartera cifrada. Ábrela para llevártela o bórrala',
  NO_ENCRYPTED_WALLET: 'No hay ninguna cartera cifrada',
  DISCONNECT_PAYING_FIRST:
    'En este servidor hay una conexión Lightning que paga. Quítala primero y vuelve a conectarla en la cartera cifrada',
  PAYING_IS_ENCRYPTED:
    'El cifrado está activado para vuestra cartera. Una conexión que paga debe ir en la cartera cifrada',
  PAYMENT_TAKEN:
    'Otro navegador se ha encargado de este pago. Nadie más puede hacerlo; mira allí qué ha pasado',
  PAYMENT_NOT_TAKEN: 'Ningún navegador se ha encargado todavía de este pago',
  RELAY_WRONG: 'Se esperan relés con un nombre público por TLS (wss://)',
  VAULT_CHANGED:
    'La cartera ha cambiado entretanto, quizá por el otro progenitor. No se ha sobrescrito nada. Vuelve a mirarla',
  NO_CHAIN_SOURCE: 'Elige primero a quién se puede preguntar por la cartera',
  SOURCE_ADDRESS: 'Se espera una dirección como {example}',
  SOURCE_UNREACHABLE:
    'No se puede llamar a este servidor. Se espera un nombre público por TLS o un equipo que el operador permita (CHAIN_HOSTS)',
  NO_OPERATOR_SOURCE: 'El operador no ofrece ninguna fuente (CHAIN_URL)',
  NO_DEPOSIT: 'No existe ese ingreso',
  DEPOSIT_WAITS: 'Este ingreso aún no está en ningún bloque',
  DEPOSIT_BOOKED: 'Este ingreso ya está en el libro',
  DEPOSIT_GONE: 'La red ha descartado este ingreso',
  SAVE_WALLET_FIRST: 'Esta cartera no es la que está configurada. Guárdala primero',
  SEND_CANCELLED: 'Este pago se canceló',
  SEND_NOT_WAITING: 'Este pago ya se ha visto o se ha cancelado',
  SEND_UNDER_WAY: 'Este pago ya está en camino y no se puede cancelar',
  HUB_DETAILS: 'Introduce la URL y el token de acceso de tu Alby Hub',
  CONNECTION_REQUIRED: 'Pega tu conexión NWC',
  ADDRESS_CANNOT_PAY: 'Una dirección Lightning solo recibe. Elige otra conexión para pagar',
  RECEIVING_CAN_PAY:
    'Esta conexión podría gastar dinero. Para recibir, crea en tu cartera una que solo pueda recibir',
  SPENDING_CANNOT_PAY:
    'Esta conexión no puede pagar. Crea en tu cartera una que pueda pagar, con un presupuesto',
  NO_BUDGET:
    'Tu cartera no indica ningún presupuesto para esta conexión, así que nada limita lo que podría gastar. Pon un presupuesto allí o marca «Lo sé»',
  WALLET_UNREADABLE: 'Esto no parece una conexión con una cartera. ¿La has copiado entera?',
  WALLET_UNREACHABLE:
    'No se puede llegar a la cartera. Comprueba la dirección y que esté en marcha',
  WALLET_NO_ANSWER: 'La cartera no ha respondido a tiempo. ¿Está abierta y en línea?',
  WALLET_BAD_ANSWER: 'La cartera ha dado una respuesta que no se puede leer',
  WALLET_REFUSED: 'La cartera ha dicho que no. Quizá la conexión se eliminó allí',
  WALLET_OVER_BUDGET: 'Es más que el presupuesto fijado en la cartera',
  WALLET_BUSY: 'La cartera pide paciencia. Inténtalo de nuevo dentro de un minuto',
  WALLET_NOT_OFFERED: 'La cartera no ofrece esto con esta conexión',
  WALLET_OTHER_NETWORK: 'Esta cartera está en otra red de Bitcoin que este servidor',
  LIGHTNING_ADDRESS_WRONG: 'Se espera una dirección Lightning como mia@example.com',
  LIGHTNING_ADDRESS_REQUIRED: 'Introduce al menos una dirección Lightning',
  NO_PAYMENT: 'No existe ese pago',
  NO_GIFT: 'No existe ese regalo',
  GIFT_ANSWERED: 'Este regalo ya está en el libro',
  GIFT_WHICH_GOAL: 'Elige la meta a la que va',
  GIFT_NAMES_CHILD: 'Lo lee cualquiera que pague: no pongas los nombres de tus hijos',
  GIFT_NOT_PUBLIC:
    'Las carteras de quienes pagan deben llegar a este servidor por https, con un nombre público (PUBLIC_URL)',
  GIFT_NO_RECEIVING: 'Conecta primero una cartera Lightning que solo pueda recibir',
  GIFT_NO_HASH:
    'Tu cartera no puede poner el hash de un texto en una factura, y una dirección propia lo necesita. phoenixd puede, y algunas carteras con Nostr Wallet Connect',
  GIFT_WORD: 'Como mucho 20 letras minúsculas y cifras',
  NO_LIGHTNING: 'Todavía no hay ninguna cartera Lightning conectada para esto',
  INVOICE_REQUIRED: 'Pega una factura Lightning',
  INVOICE_WRONG: 'No se ha podido leer la factura Lightning',
  INVOICE_WITHOUT_AMOUNT: 'Esta factura no indica ningún importe. Pide una que lo indique',
  INVOICE_OTHER_NETWORK: 'Esta factura es de otra red de Bitcoin que este servidor',
  INVOICE_EXPIRED: 'Esta factura ha caducado. Pide una nueva',
  INVOICE_KNOWN: 'Esta factura ya está pagada, o su pago está en camino',
  INVOICE_TRIED: 'Esta factura ya se intentó pagar. Pide una nueva',
  INVOICE_TOO_LARGE: 'Esta factura es mayor de lo que se paga desde aquí',
  INVOICE_OWN: 'Esta factura la hizo tu propia familia',
  PAYMENT_ANSWERED: 'Este pago ya tiene respuesta',
  PAYMENT_OTHER_AMOUNT: 'El importe o la comisión no son los que has leído. Míralos otra vez',
  PAYMENT_NOT_OVER:
    'Hasta que caduque su factura, este pago todavía puede hacerse. Espera, por favor',
  TRIAL_OVER: 'Esta conexión ya no está abierta aquí. Pruébala otra vez',
  TRIAL_FOREIGN_INVOICE: 'Aquí solo se puede pagar una factura hecha en esta página',
  TRIAL_SAVED:
    'La cartera de la familia solo paga desde el libro de un hijo, donde queda anotado. Pega una conexión para probar un pago',
  TRIAL_UNPAID: 'La cartera no pagó. Algunas carteras se niegan a pagarse a sí mismas',
  TRIAL_UNCLEAR: 'La cartera no dice si ha pagado. Míralo allí antes de intentarlo otra vez',
  TXID_EXPECTED: 'Se espera el identificador de una transacción: 64 cifras y letras de la a a la f',
  NO_PAYOUT: 'No existe ese día de paga',
  PAYOUT_OVER: 'Este día de paga ya está saldado',
  PAYOUT_NO_ADDRESS: 'Este niño todavía no tiene una dirección Lightning propia',
  PAYOUT_OTHER_ADDRESS:
    'La dirección Lightning no es la que has leído. Vuelve a mirarla, por favor',
  PAYOUT_VAULT: 'Este día de paga se reúne para la bóveda y no se paga por Lightning',
  PAYOUT_TXID_KEPT: 'Lo que se queda en los ahorros no tiene transacción',
  NOTHING_TO_PAY: 'Este servidor no vende nada: todo está abierto',
  NO_INVOICE: 'Esa factura no existe',
  REFERRAL_UNKNOWN: 'Ese código de invitación no existe. Revísalo o déjalo en blanco',
  REFERRAL_OWN: 'Un código de invitación es para otras familias, no para la tuya',
  REFERRAL_FIRST_PAYMENT: 'Un código de invitación solo cuenta en el primer pago de una familia',
  REFERRAL_RING: 'Esa familia llegó a Satling gracias a ti, así que su código no cuenta para ti',
  REFERRAL_ONCE: 'Ya has participado en una invitación. Un código cuenta una sola vez',
  LARGE_FILE_NEEDS_SUBSCRIPTION:
    'En este servidor, los archivos de más de {most} filas necesitan una suscripción. Importa el archivo por partes, o que uno de los padres se suscriba',
} as const satisfies Partial<Record<Readable, string>>;
