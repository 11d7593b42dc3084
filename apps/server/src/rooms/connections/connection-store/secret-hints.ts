import type { FormFields, Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { SealError } from '../../../kernel/crypto/seal.ts';
import type { SecretHints } from '../../platform/providers/asked-fields.ts';
import { storedCredentials } from './client-of.ts';
import type { ConnectionWithIntegration } from './connections.sql.ts';
import { connectionPlace, openSecretConfig } from './save-connection.ts';

/** Of a shorter secret, four characters would be too large a part. */
const minLength = 12;

/**
 * The last four characters of each typed secret, to tell keys apart when reconnecting. Empty for
 * secrets that cannot be opened: a reconnect replaces them.
 */
export function secretHints({ seal, log }: Pick<Deps, 'seal' | 'log'>, row: ConnectionWithIntegration, provider: Provider): SecretHints {
    try {
        const credentials = seal.open(connectionPlace(row, 'credentials'), row.credentials, storedCredentials);
        const config = openSecretConfig(seal, row);
        return {
            credentials: toHints(provider.credentials, credentials),
            connection_config: toHints(provider.connection_config, config)
        };
    } catch (error) {
        if (!(error instanceof SealError)) throw error;
        log.warn('secrets_unreadable: the form shows no hints', {
            environment: row.environment_id,
            integration_id: row.integration_key,
            connection_id: row.connection_id,
            error
        });
        return { credentials: {}, connection_config: {} };
    }
}

function toHints(fields: FormFields = {}, values: Readonly<Record<string, unknown>>): Record<string, string> {
    const hints: Record<string, string> = {};
    for (const [name, field] of Object.entries(fields)) {
        const characters = Object.hasOwn(values, name) ? Array.from(String(values[name])) : [];
        // The end of a key of several lines is the same for all of them.
        if (field.secret && !field.multiline && characters.length >= minLength) hints[name] = characters.slice(-4).join('');
    }
    return hints;
}
