#!/bin/sh
# Makes `.env` with the secrets of compose.yaml, once: `sh deploy/make-env.sh`.
set -eu
cd "$(dirname "$0")/.."

if [ -e .env ]; then
    echo "There is an .env already. Its keys open what the database holds, so it is left as it is." >&2
    exit 1
fi
password=$(openssl rand -hex 32)
key=$(openssl rand -base64 32)

umask 077
cat >.env.new <<END
# Secrets of compose.yaml. Keep a copy apart from the database's backups: without the encryption
# keys nothing that is stored can be opened.
POSTGRES_PASSWORD=$password
PATCHBAY_ENCRYPTION_KEYS=k1:$key

# Two addresses that lead to this machine, for certificates by ACME:
#PATCHBAY_PUBLIC_URL=https://patchbay.example.com
#PATCHBAY_CONNECT_URL=https://connect.example.com

# Origins of your product's pages, and its name:
#PATCHBAY_EMBED_ORIGINS=https://app.example.com
#PATCHBAY_APP_NAME=
END
mv .env.new .env
echo "The secrets are in .env, which only you can read."
