/** Refusals about keys, wallets and payments: each reason with its sentence. */

export const WALLET_REFUSALS = {
  BITCOIN_SECRET:
    'Stop. This looks like a private key or seed words. Never type them into any website. Nothing of it was kept',
  BITCOIN_UNKNOWN:
    'Expected a Bitcoin address, an extended public key (xpub, ypub, zpub) or a descriptor',
  BITCOIN_LATER_ADDRESS:
    'This kind of address is too new for Satling: use one that starts with bc1q or bc1p',
  BITCOIN_MISTYPED: 'A character is mistyped or missing: the checksum does not match',
  BITCOIN_KEY_WRONG:
    'This is no valid extended public key of an account. Export the account’s key (xpub, ypub, zpub) or a descriptor',
  BITCOIN_MULTISIG:
    'Wallets for which several keys sign cannot be read yet. Expected the key of a wallet with a single key',
  BITCOIN_NETWORK:
    'This belongs to another network than {network}, which this server uses. Ask whoever runs it',
  ADDRESS_NOT_OF_KEY: 'This address is not among the first {count} of this key',
  TWO_WALLETS:
    'These are two different wallets. Enter one address, one key, or a key with an address of its own',
  LINK_ASKS_ANOTHER:
    'The payment link asks for {amount} BTC. Enter that amount, or paste the address without the link',
  NO_WALLET: 'No wallet is configured yet',
  WALLET_LOCKED:
    'Your family’s wallet is encrypted. A parent unlocks it once, and then it hands out addresses here',
  WALLET_IS_ENCRYPTED:
    'Encryption is on for your family’s wallet. Save it encrypted, or switch encryption off first',
  ENCRYPT_WALLET_FIRST:
    'This server keeps a wallet of yours already. Encrypt that one, or remove it first',
  OPEN_WALLET_FIRST:
    'Only you can open the encrypted wallet. Open it to take it along, or delete it',
  NO_ENCRYPTED_WALLET: 'There is no encrypted wallet',
  DISCONNECT_PAYING_FIRST:
    'A Lightning connection that pays is on this server. Remove it first, and connect it again in the encrypted wallet',
  PAYING_IS_ENCRYPTED:
    'Encryption is on for your family’s wallet. A connection that pays belongs in the encrypted wallet',
  PAYMENT_TAKEN:
    'Another browser has taken this payment, and only that browser may pay it. Check there what happened',
  PAYMENT_NOT_TAKEN: 'No browser has taken this payment yet',
  RELAY_WRONG:
    'Expected relays with a public name over TLS (wss://), or hosts that whoever runs this server allows',
  VAULT_CHANGED:
    'The wallet has been changed meanwhile. Nothing was overwritten. Please look again',
  VAULT_CHANGED_BY_OTHER:
    'The wallet has been changed meanwhile, perhaps by the other parent. Nothing was overwritten. Please look again',
  ADDRESS_OF_ANOTHER_KIND: 'This address is of another kind than the wallet’s',
  ADDRESSES_LEFT_OUT: 'Addresses are missing before these: the next one is number {first}',
  ADDRESSES_TOO_MANY: 'These are more addresses than are needed: {count} are missing',
  ADDRESSES_NOT_OF_WALLET: 'These addresses do not belong to the wallet whose addresses are known',
  REFILL_UNKNOWN:
    'Your browser can’t add or remove addresses on its own yet. Press “Prepare more addresses” once',
  FIRST_ADDRESS_MISSING:
    'This is another wallet than before. Send its addresses from the first one on',
  NO_PREPARED_ADDRESS:
    'All prepared addresses are in use. A parent has to unlock the wallet, so that more are prepared',
  FIRST_ADDRESS_FIRST: 'First a parent has to confirm the first receiving address of the wallet',
  NOT_A_FIRST_ADDRESS: 'This is none of the addresses that were shown',
  FIRST_ADDRESS_KNOWN: 'There is nothing to confirm: the kind of addresses is known',
  NO_CHAIN_SOURCE: 'Choose first who may be asked about the wallet',
  SOURCE_ADDRESS: 'Expected an address such as {example}',
  SOURCE_UNREACHABLE:
    'This server may not be called. Expected a public name over TLS, or a host that whoever runs this server allows',
  NO_OPERATOR_SOURCE: 'Whoever runs this server offers no source',
  NO_DEPOSIT: 'There is no such deposit',
  DEPOSIT_WAITS: 'This deposit is in no block yet',
  DEPOSIT_BOOKED: 'This deposit is in the book already',
  DEPOSIT_GONE: 'The network has dropped this deposit',
  SAVE_WALLET_FIRST: 'This is another wallet than the one that is configured. Save it first',
  SEND_ABOVE_SAVINGS: 'Not enough Bitcoin in savings account',
  TRANSFER_ABOVE_SAVINGS: 'This is more than the savings hold',
  SEND_CANCELLED: 'This payment was given up',
  VAULT_DAY_WAITS: 'Another vault day still waits for its payment',
  VAULT_DAY_NEEDS_KEY: 'A vault day needs the public key of your wallet, not a single address',
  NOTHING_COLLECTED: 'Nothing is collected for this child',
  SEND_NOT_WAITING: 'This payment was seen already, or was given up',
  SEND_UNDER_WAY: 'This payment is on its way and can no longer be given up',
  HUB_DETAILS: 'Please enter your Alby Hub URL and access token',
  CONNECTION_REQUIRED: 'Please paste your NWC connection string',
  ADDRESS_CANNOT_PAY: 'A Lightning address only receives. Choose another connection to pay with',
  RECEIVING_CAN_PAY:
    'This connection could spend money. For receiving, create one in your wallet that can only receive',
  RECEIVING_CANNOT_RECEIVE:
    'This connection cannot make invoices, so nothing could arrive. Allow it in your wallet, or connect another one',
  SPENDING_CANNOT_PAY:
    'This connection cannot pay. Create one in your wallet that may pay, with a budget',
  NO_BUDGET:
    'Your wallet names no budget for this connection, so nothing limits what it could spend. Set a budget there, or say that it cannot be set',
  WALLET_UNREADABLE: 'This does not look like a connection to a wallet. Was it copied whole?',
  WALLET_UNREACHABLE: 'We couldn’t reach the wallet. Is it running, and did you copy everything?',
  WALLET_NO_ANSWER: 'The wallet did not answer in time. Is it open and online?',
  WALLET_BAD_ANSWER: 'The wallet gave an answer that cannot be read',
  WALLET_REFUSED: 'The wallet said no. The connection may have been removed there',
  WALLET_OVER_BUDGET: 'This is more than the budget that is set in the wallet',
  WALLET_BUSY: 'The wallet is busy. Please try again in a minute',
  WALLET_NOT_OFFERED: 'The wallet does not offer this on this connection',
  WALLET_OTHER_NETWORK: 'This wallet is on another Bitcoin network than this server',
  WALLET_OTHER_HOST:
    'This address passes payments on to another server, which cannot be called from here. Use the address that your wallet itself shows',
  LIGHTNING_ADDRESS_WRONG: 'Expected a Lightning address such as mia@example.com',
  LIGHTNING_ADDRESS_REQUIRED: 'Please enter at least one Lightning address',
  NO_PAYMENT: 'There is no such payment',
  NO_GIFT: 'There is no such gift',
  GIFT_ANSWERED: 'This gift is in the book already',
  GIFT_WHICH_GOAL: 'Choose the goal that it goes to',
  GIFT_NAMES_CHILD: 'Everybody who pays reads this: leave your children’s names out',
  GIFT_NOT_PUBLIC: 'Payers’ wallets must reach this server over https, under a public name',
  GIFT_NO_RECEIVING: 'First connect a Lightning wallet that can only receive',
  GIFT_NO_HASH:
    'Your wallet cannot put the hash of a text into an invoice, which an address of your own needs. phoenixd can, and some wallets over Nostr Wallet Connect',
  SUB_WALLET_THERE: 'This child has a wallet of its own already',
  SUB_WALLET_IN_VAULT: 'The key to this child’s wallet is in your encrypted wallet',
  NO_SUB_WALLET: 'This child has no wallet of its own',
  NO_LIGHTNING: 'No Lightning wallet is connected for this yet',
  INVOICE_REQUIRED: 'Please paste a Lightning invoice',
  INVOICE_WRONG: 'Could not decode Lightning invoice',
  INVOICE_IS_ADDRESS: 'This is a Lightning address, not an invoice. Ask its owner for an invoice',
  RECEIVER_SILENT: 'This address doesn’t answer. Check it, or try again later',
  RECEIVER_REFUSED:
    'This address gave no invoice for this amount. Try another amount, or ask its owner for an invoice',
  INVOICE_IS_LNURL: 'This is an LNURL, not an invoice. Ask for the invoice that it leads to',
  INVOICE_IS_OFFER:
    'This is a BOLT12 offer, which can’t be paid from here. Ask for a Lightning invoice',
  INVOICE_IS_BITCOIN:
    'This is a Bitcoin address, not a Lightning invoice. Parents pay it with “Send Bitcoin” in the child’s Bitcoin wallet',
  INVOICE_WITHOUT_AMOUNT: 'This invoice names no amount. Ask for one that does',
  INVOICE_OTHER_NETWORK: 'This invoice belongs to another Bitcoin network than this server',
  INVOICE_EXPIRED: 'This invoice has expired. Ask for a new one',
  INVOICE_KNOWN: 'This invoice was paid already, or its payment is under way',
  INVOICE_TRIED: 'This invoice was tried before. Ask for a new one',
  INVOICE_TOO_LARGE: 'This invoice is larger than what is paid from here',
  INVOICE_OTHER_AMOUNT: 'This invoice is over another amount than the one asked for',
  INVOICE_TOO_LONG: 'This invoice lasts longer than 7 days. Ask for one that expires within 7 days',
  INVOICE_OWN: 'This invoice was made by your own family',
  PAYMENT_ANSWERED: 'This payment was answered already',
  PAYMENT_OTHER_AMOUNT:
    'The amount or the fee is another one than you have read. Please look again',
  NO_PAYOUT: 'There is no such pay day to be paid out',
  PAYOUT_OVER: 'This pay day is settled already',
  PAYOUT_NO_ADDRESS: 'This child has no Lightning address of its own yet',
  PAYOUT_OTHER_ADDRESS:
    'The Lightning address is another one than you have read. Please look again',
  PAYOUT_VAULT: 'This pay day is collected for the vault and is not paid over Lightning',
  TXID_EXPECTED: 'Expected a transaction id: 64 digits and letters from a to f',
  PAYOUT_TXID_KEPT: 'What stays in savings has no transaction',
  PAYMENT_NOT_OVER: 'Until its invoice has expired, this payment can still be made. Please wait',
  PAYOUT_NOT_OVER:
    'This pay day can still be paid until 24 hours after its invoice has expired. Please wait',
  TRIAL_OVER: 'This connection is no longer open here. Please test it again',
  TRIAL_FOREIGN_INVOICE: 'Only an invoice that was made on this page can be paid here',
  TRIAL_SAVED:
    'The family’s own wallet pays only from a child’s book, where it is written down. Paste a connection to try a payment',
  TRIAL_UNPAID: 'The wallet was not told to pay, because it refused a question before that',
  TRIAL_REFUSED: 'The wallet says that it did not pay. Some wallets refuse to pay themselves',
  TRIAL_UNCLEAR: 'The wallet does not say whether it has paid. Look there before you try again',
  NOTHING_TO_PAY: 'This server sells nothing: everything is open',
  NO_INVOICE_MADE:
    'No invoice was made: this server’s own wallet gives none right now. Please try again later',
  NO_INVOICE: 'There is no such invoice',
  REFERRAL_UNKNOWN: 'There is no such referral code. Check it, or leave it out',
  REFERRAL_OWN: 'A referral code is for other families, not for your own',
  REFERRAL_FIRST_PAYMENT: 'A referral code counts with a family’s first payment only',
  REFERRAL_RING: 'This family came to Satling through you, so its code does not count for you',
  REFERRAL_ONCE: 'You have taken part in a referral before. A code counts once',
  LARGE_FILE_NEEDS_SUBSCRIPTION:
    'On this server, files of more than {most} rows need a subscription. Import the file in parts, or a parent subscribes',
} as const;
