#!/bin/sh
# Makes the secrets of compose.yaml, in `secrets`, and its settings, `.env`, once:
# `sh deploy/make-env.sh`.
set -eu
cd "$(dirname "$0")/.."

# Was ended before its last step.
if [ -e secrets ] && [ -e .env.new ] && [ ! -e .env ]; then
    mv .env.new .env
    echo "The secrets were there already; now the settings are in .env as well."
    exit 0
fi
for made in secrets .env; do
    if [ -e "$made" ]; then
        echo "There is a $made already. Its keys open what the database holds, so it is left as it is." >&2
        exit 1
    fi
done
password=$(openssl rand -hex 32)
key=$(openssl rand -base64 32)

# Only you get into the directory. In it containers read, each with a user of its own.
umask 077
rm -rf secrets.new
mkdir secrets.new
echo "$password" >secrets.new/postgres-password
# The network of the database never leaves this machine, so it needs no TLS.
echo "postgresql://patchbay:$password@postgres:5432/patchbay?sslmode=disable" >secrets.new/database-url
# Keep a copy apart from the database's backups: nothing that is stored can be opened without it.
echo "k1:$key" >secrets.new/encryption-keys
chmod 444 secrets.new/*

cat >.env.new <<END
# Settings of compose.yaml and of the servers.
SECRETS_DIR=./secrets

# Two addresses that lead to this machine, for certificates by ACME:
#PATCHBAY_PUBLIC_URL=https://patchbay.example.com
#PATCHBAY_CONNECT_URL=https://connect.example.com

# Origins of your product's pages, and its name:
#PATCHBAY_EMBED_ORIGINS=https://app.example.com
#PATCHBAY_APP_NAME=
END
mv secrets.new secrets
mv .env.new .env
echo "The secrets are in the directory secrets, which only you can open, and the settings in .env."
