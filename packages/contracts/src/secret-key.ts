/** What a secret key looks like. `@patchbay/node` finds half-copied ones by it too. */
export const secretKeyFormat = /^pb_sk_([a-z0-9]{1,32})_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})_[0-9a-f]{8}$/;
export const secretKeyPrefix = 'pb_sk_';

/** Stands in keys of the account where others have the name of their environment. */
export const accountName = 'account';
