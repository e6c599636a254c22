# Reads [{"key", "network", "first", "count"}] and writes Electrum's addresses of each type and branch.
import json
import sys

from electrum import bitcoin, constants
from electrum.bip32 import BIP32Node

NETWORKS = {
    "mainnet": constants.BitcoinMainnet,
    "testnet": constants.BitcoinTestnet,
    "signet": constants.BitcoinSignet,
    "regtest": constants.BitcoinRegtest,
}
TYPES = {"p2pkh": "p2pkh", "p2sh-p2wpkh": "p2wpkh-p2sh", "p2wpkh": "p2wpkh"}


def addresses(asked, electrum_type, branch):
    net = NETWORKS[asked["network"]]
    parent = BIP32Node.from_xkey(asked["key"], net=net).subkey_at_public_derivation([branch])
    for index in range(asked["first"], asked["first"] + asked["count"]):
        public = parent.subkey_at_public_derivation([index]).eckey.get_public_key_hex()
        yield bitcoin.pubkey_to_address(electrum_type, public, net=net)


json.dump(
    [
        {
            name: {
                "receive": list(addresses(asked, kind, 0)),
                "change": list(addresses(asked, kind, 1)),
            }
            for name, kind in TYPES.items()
        }
        for asked in json.load(sys.stdin)
    ],
    sys.stdout,
)
