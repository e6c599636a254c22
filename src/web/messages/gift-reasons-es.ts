/** Why something about a child's Lightning address is refused, in Spanish, by reason. */
export const GIFT_REASONS = {
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
} as const;
